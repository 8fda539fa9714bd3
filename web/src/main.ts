import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { loadLanguage } from './i18n/index.svelte';
import { applyTheme, settings } from './lib/settings.svelte';

applyTheme();
await loadLanguage(settings.language);

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');
mount(App, { target });

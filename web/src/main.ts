import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { loadLanguage } from './i18n/index.svelte';
import { choose, engineAddress } from './lib/api/chosen';
import { install } from './lib/install.svelte';
import { applyTheme, settings } from './lib/settings.svelte';

applyTheme();
const engine = engineAddress();
if (engine) {
  const { inThisBrowser } = await import('./host/page');
  choose(inThisBrowser(engine, () => settings.language));
}
await loadLanguage(settings.language);

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');
mount(App, { target });
// Without it the page works as well, but not without a network.
if (engine) await install().catch((error: unknown) => console.warn(error));

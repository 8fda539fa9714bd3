import { loadLanguage } from '../i18n/index.svelte';
import { api } from './api/client';
import { adoptSettings, applyTheme, settings } from './settings.svelte';

/** What the page remembers is kept by the server: the browser forgets it when the port changes. */
const kept: Record<string, string> = {};
let ready = false;
let timer: ReturnType<typeof setTimeout> | undefined;

export async function loadKept(): Promise<void> {
  if (ready) return;
  const { page } = await api.settings();
  Object.assign(kept, page);
  adoptSettings(kept['settings']);
  await loadLanguage(settings.language);
  applyTheme();
  ready = true;
}

export function remembered(name: string): string | null {
  return kept[name] ?? null;
}

/** Remembers a text; several changes within a moment are sent once. */
export function remember(name: string, text: string): void {
  if (!ready || kept[name] === text) return;
  kept[name] = text;
  clearTimeout(timer);
  timer = setTimeout(() => void send(), 300);
}

async function send(): Promise<void> {
  try {
    const current = await api.settings();
    await api.saveSettings({ ...current, language: settings.language, page: { ...kept } });
  } catch {
    // Settings that are not kept cost a click next time; a message would cost more.
  }
}

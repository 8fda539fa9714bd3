import { loadLanguage } from '../i18n/index.svelte';
import { api } from './api/client';
import type { UserSettings } from './api/types';
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

let changing: Promise<unknown> = Promise.resolve();

/**
 * Changes a part of what the server keeps. One change after the other: each reads what is there and
 * writes it back with its own part, and two at once would undo each other.
 */
export function changeKept(part: Partial<UserSettings>): Promise<UserSettings> {
  const changed = changing.then(async () => api.saveSettings({ ...(await api.settings()), ...part }));
  changing = changed.catch(() => undefined);
  return changed;
}

async function send(): Promise<void> {
  try {
    await changeKept({ language: settings.language, page: { ...kept } });
  } catch {
    // Settings that are not kept cost a click next time; a message would cost more.
  }
}

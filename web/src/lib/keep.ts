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
  if (isUnsent()) {
    kept['settings'] = JSON.stringify(settings);
    timer = setTimeout(() => void send(), 300);
  } else {
    adoptSettings(kept['settings']);
  }
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
  if (name === 'settings') markUnsent(true);
  clearTimeout(timer);
  timer = setTimeout(() => void send(), 300);
}

/** A page that is left within the moment before sending has newer settings than the server. */
const UNSENT = 'tengen.unsent';

function isUnsent(): boolean {
  try {
    return localStorage.getItem(UNSENT) !== null;
  } catch {
    return false;
  }
}

function markUnsent(unsent: boolean): void {
  try {
    if (unsent) localStorage.setItem(UNSENT, 'yes');
    else localStorage.removeItem(UNSENT);
  } catch {
    // A browser that stores nothing still plays.
  }
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
  const sent = timer;
  try {
    await changeKept({ language: settings.language, page: { ...kept } });
    if (timer === sent) markUnsent(false);
  } catch {
    // Settings that are not kept cost a click next time; a message would cost more.
  }
}

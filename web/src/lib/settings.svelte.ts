import type { Letters } from '../board/coords';

export type Theme = 'system' | 'light' | 'dark' | 'contrast';
export type Language = 'en' | 'fr' | 'zh';
export type Stones = 'slate' | 'flat' | 'numbered';

export interface PageSettings {
  theme: Theme;
  language: Language;
  stones: Stones;
  coordinates: boolean;
  letters: Letters;
  sounds: boolean;
  volume: number;
  animation: boolean;
  confirm: 'touch' | 'always' | 'never';
  showForbidden: boolean;
  reasoning: boolean;
  heatCount: number;
  lineLength: number;
  /** Whether the three tips of the first game are still to be shown. */
  tips: boolean;
}

function preferredLanguage(): Language {
  const asked = navigator.languages.map((tag) => tag.slice(0, 2));
  return asked.find((tag): tag is Language => tag === 'en' || tag === 'fr' || tag === 'zh') ?? 'en';
}

export const DEFAULTS: PageSettings = {
  theme: 'system',
  language: 'en',
  stones: 'slate',
  coordinates: true,
  letters: 'renju',
  sounds: true,
  volume: 0.6,
  animation: true,
  confirm: 'touch',
  showForbidden: true,
  reasoning: false,
  heatCount: 8,
  lineLength: 8,
  tips: true,
};

const KEY = 'tengen.settings';

/** What is stored, completed by the defaults, whatever state the store is in. */
export function readSettings(text: string | null, language: Language): PageSettings {
  const fresh = { ...DEFAULTS, language };
  if (!text) return fresh;
  try {
    return { ...fresh, ...(JSON.parse(text) as Partial<PageSettings>) };
  } catch {
    return fresh;
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export const settings = $state<PageSettings>(readSettings(stored(), preferredLanguage()));

/** Takes over what the server has kept: another start has another port, and so another storage. */
export function adoptSettings(text: string | undefined): void {
  if (text) Object.assign(settings, readSettings(text, settings.language));
}

export function saveSettings(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that stores nothing still plays.
  }
}

const dark = matchMedia('(prefers-color-scheme: dark)');
const contrast = matchMedia('(prefers-contrast: more)');

export function appliedTheme(): 'light' | 'dark' | 'contrast' {
  if (settings.theme !== 'system') return settings.theme;
  if (contrast.matches) return 'contrast';
  return dark.matches ? 'dark' : 'light';
}

export function applyTheme(): void {
  document.documentElement.dataset.theme = appliedTheme();
  document.documentElement.lang = settings.language === 'zh' ? 'zh-Hans' : settings.language;
}

dark.addEventListener('change', applyTheme);
contrast.addEventListener('change', applyTheme);

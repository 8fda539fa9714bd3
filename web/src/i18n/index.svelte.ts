import type { Language } from '../lib/settings.svelte';
import { en, type Key, type Texts } from './en';

/** Words of the server (rules, openings, opponents) by key, for the languages it does not speak. */
export type ServerTexts = Record<string, string>;

interface Loaded {
  language: Language;
  texts: Texts;
  server: ServerTexts;
}

const loaded = $state<{ now: Loaded }>({ now: { language: 'en', texts: en, server: {} } });

export async function loadLanguage(language: Language): Promise<void> {
  if (language === 'en') loaded.now = { language, texts: en, server: {} };
  else if (language === 'fr') {
    const { fr, frServer } = await import('./fr');
    loaded.now = { language, texts: fr, server: frServer };
  } else {
    const { zh, zhServer } = await import('./zh');
    loaded.now = { language, texts: zh, server: zhServer };
  }
}

export type Params = Record<string, string | number>;

/** Puts values in place of `{name}`, and the word for one or for many in place of `{name|one|many}`. */
export function fill(text: string, params: Params = {}): string {
  return text
    .replace(/\{(\w+)\|([^|}]*)\|([^|}]*)\}/g, (_, name: string, one: string, many: string) =>
      Number(params[name]) === 1 ? one : many,
    )
    .replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

/** The text of this key in the language of the page. */
export function t(key: Key, params?: Params): string {
  return fill(loaded.now.texts[key], params);
}

/** A text that the server says in English: its translation if there is one. */
export function said(key: string, english: string, params?: Params): string {
  const text = loaded.now.server[key];
  return text === undefined ? english : fill(text, params);
}

export function language(): Language {
  return loaded.now.language;
}

/** `1.2 s`, `312 ms`: a duration with the precision that people can use. */
export function duration(ms: number): string {
  if (ms < 9995) return t('unit.seconds', { n: number(ms / 1000, ms < 995 ? 3 : 2) });
  if (ms < 60_000) return t('unit.seconds', { n: number(ms / 1000, 1) });
  const whole = Math.floor(ms / 1000);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

export function number(value: number, digits = 0): string {
  return value.toLocaleString(loaded.now.language === 'zh' ? 'zh-Hans' : loaded.now.language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** `1.2 M`: a count for the eye. */
export function big(value: number): string {
  if (value >= 1e9) return number(value / 1e9, 1) + ' G';
  if (value >= 1e6) return number(value / 1e6, 1) + ' M';
  if (value >= 1e4) return number(value / 1e3, 0) + ' k';
  return number(value);
}

export function date(ms: number): string {
  return new Date(ms).toLocaleString(loaded.now.language === 'zh' ? 'zh-Hans' : loaded.now.language, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
}

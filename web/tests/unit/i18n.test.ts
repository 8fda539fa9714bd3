import { describe, expect, it } from 'vitest';
import { en } from '../../src/i18n/en';
import { fr, frServer } from '../../src/i18n/fr';
import { fill } from '../../src/i18n/index.svelte';
import { zh, zhServer } from '../../src/i18n/zh';

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
const keys = Object.keys(en) as (keyof typeof en)[];

describe('the languages', () => {
  it('have the same keys', () => {
    expect(Object.keys(fr).sort()).toEqual(Object.keys(en).sort());
    expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
  });

  it('say something for every key and use only values that English has', () => {
    for (const key of keys)
      for (const texts of [fr, zh]) {
        expect(texts[key], key).not.toBe('');
        for (const name of placeholders(texts[key])) expect(placeholders(en[key]), key).toContain(name);
      }
  });

  it('leave out no value but those a language does not need', () => {
    for (const key of keys)
      for (const texts of [fr, zh]) expect(placeholders(texts[key]), key).toEqual(placeholders(en[key]));
  });

  it('have a word for one and a word for many', () => {
    const kept = (n: number, games: string) => fill(fr['import.kept'], { games, n, format: 'SGF' });
    expect(kept(1, '1 partie')).toBe('1 partie gardée, format SGF.');
    expect(kept(2, '2 parties')).toBe('2 parties gardées, format SGF.');
    expect(fill(en['try.wins'], { n: 1 })).toBe('It wins in at most 1 ply.');
    expect(fill(en['try.wins'], { n: 3 })).toBe('It wins in at most 3 plies.');
    // A number that can be one is nowhere followed by a word for many.
    for (const texts of [en, fr, frServer])
      for (const [key, text] of Object.entries(texts))
        expect(text, key).not.toMatch(/\{(n|plies)\} (more )?(plies|demi-coups)/);
  });

  it('translate the same sentences of the server', () => {
    expect(Object.keys(frServer).sort()).toEqual(Object.keys(zhServer).sort());
    for (const [key, text] of Object.entries(frServer)) {
      expect(text, key).not.toBe('');
      expect(placeholders(zhServer[key]!), key).toEqual(placeholders(text));
    }
  });
});

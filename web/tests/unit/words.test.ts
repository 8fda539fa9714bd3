import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadLanguage } from '../../src/i18n/index.svelte';
import { ApiFailure } from '../../src/lib/api/client';
import type { Catalogue, LibraryEntry, Notice } from '../../src/lib/api/types';
import { app, entryTitle, seatTitle, sentence } from '../../src/lib/app.svelte';
import { legalOf } from '../../src/lib/position';
import { faultText, noticeText } from '../../src/lib/words';
import { position } from './samples';

describe('a notice in another language', () => {
  beforeAll(() => loadLanguage('fr'));
  afterAll(() => loadLanguage('en'));

  const notice: Notice = {
    level: 'warning',
    code: 'memory_short',
    text: 'There is little memory.',
    remedy: 'Close other programs.',
    params: { wanted_mib: '256', got_mib: '64' },
  };

  it('has the values of the server in its own sentence, and what to do', () => {
    expect(noticeText(notice)).toMatch(/64 Mio au lieu de 256\..*réglages/);
  });

  it('that nobody translated is said in English', () => {
    expect(noticeText({ ...notice, code: 'new_kind' })).toBe(`${notice.text} ${notice.remedy}`);
  });
});

describe('what the library calls a game', () => {
  beforeAll(async () => {
    await loadLanguage('fr');
    app.catalogue = {
      rules: [{ name: 'freestyle', title: 'Freestyle' }],
      opponents: [{ name: 'adept', title: 'The Adept' }],
    } as unknown as Catalogue;
  });
  afterAll(async () => {
    app.catalogue = null;
    await loadLanguage('en');
  });
  const entry = (title: string) => ({ title, rule: 'freestyle', black: 'You', white: 'The Adept' }) as LibraryEntry;

  it('is worded anew where nobody chose a title', () => {
    expect(entryTitle(entry('You – The Adept, Freestyle'))).toBe('Vous – L’Adepte, Libre');
    expect(entryTitle(entry('Freestyle for two'))).toBe('Libre à deux');
    expect(entryTitle(entry(''))).toBe('Vous – L’Adepte');
  });

  it('stays as somebody wrote it', () => {
    expect(entryTitle(entry('My best game'))).toBe('My best game');
    expect(entryTitle(entry('Ann – Bob – Eve, Freestyle'))).toBe('Ann – Bob – Eve, Freestyle');
    expect(seatTitle('Ann')).toBe('Ann');
  });

  it('says what is wrong with a file', () => {
    const fault = {
      code: 'off_board',
      text: 'pos: "z9" is not on the 15x15 board',
      params: { found: 'z9', size: '15x15' },
    };
    expect(faultText(fault)).toBe('« z9 » n’est pas sur le plateau 15x15');
    expect(faultText({ ...fault, code: 'new' })).toBe(fault.text);
    const failure = new ApiFailure('bad_record', 'Pos: ...', null, fault);
    expect(sentence(failure).text).toContain('« z9 »');
  });
});

describe('the points that may be played', () => {
  it('are those that the server says', () => {
    const view = position({ size: 5, legal: ['B2', 'C3'] });
    expect([...legalOf(view)].sort((a, b) => a - b)).toEqual([12, 16]);
  });
});

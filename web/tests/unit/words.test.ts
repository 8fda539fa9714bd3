import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadLanguage } from '../../src/i18n/index.svelte';
import type { Notice } from '../../src/lib/api/types';
import { legalOf } from '../../src/lib/position';
import { noticeText } from '../../src/lib/words';
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

describe('the points that may be played', () => {
  it('are those that the server says', () => {
    const view = position({ size: 5, legal: ['B2', 'C3'] });
    expect([...legalOf(view)].sort((a, b) => a - b)).toEqual([12, 16]);
  });
});

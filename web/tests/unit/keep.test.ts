import { describe, expect, it } from 'vitest';
import type { UserSettings } from '../../src/lib/api/types';
import { changeKept } from '../../src/lib/keep';
import { Refused, serve } from './server';

describe('what the server keeps', () => {
  it('has both changes when two are made at once', async () => {
    let kept: UserSettings = { threads: 1, hash_mib: 64, adapt: true, language: 'en', page: {} };
    serve({
      'GET settings': () => kept,
      'PUT settings': (next) => (kept = next as UserSettings),
    });
    await Promise.all([changeKept({ adapt: false }), changeKept({ page: { settings: '{}' } })]);
    expect(kept).toEqual({ threads: 1, hash_mib: 64, adapt: false, language: 'en', page: { settings: '{}' } });
  });

  it('can be changed after a change that failed', async () => {
    const kept: UserSettings = { threads: 1, hash_mib: 64, adapt: true, language: 'en', page: {} };
    serve({ 'GET settings': () => new Refused(500, { code: 'internal', text: 'Full.', remedy: null }) });
    await expect(changeKept({ threads: 2 })).rejects.toThrow('Full.');
    serve({ 'GET settings': () => kept, 'PUT settings': (next) => next });
    expect((await changeKept({ threads: 2 })).threads).toBe(2);
  });
});

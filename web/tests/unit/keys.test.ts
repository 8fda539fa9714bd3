import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { GAME_KEYS } from '../../src/lib/gamekeys';

it('the page has the keys of the common table, as the terminal has', () => {
  const rows = readFileSync('../docs/keys.txt', 'utf8')
    .split('\n')
    .filter((row) => row && !row.startsWith('#'))
    .map((row) => row.split(' '));
  const common = rows.filter(([, , where]) => where !== 'terminal').map(([key, command]) => [key, command]);
  expect(Object.entries(GAME_KEYS)).toEqual(common);
});

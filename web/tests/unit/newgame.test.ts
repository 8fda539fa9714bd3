import { describe, expect, it } from 'vitest';
import type { Catalogue } from '../../src/lib/api/types';
import { rememberedChoice, requestOf, type Choice } from '../../src/lib/newgame';

const choice: Choice = {
  rule: 'renju',
  size: 15,
  opening: 'free',
  opponent: 'adept',
  seat: 'first',
  clock: 'none',
  minutes: 5,
  increment: 3,
};
const catalogue = {
  rules: [{ name: 'renju' }, { name: 'freestyle' }],
  openings: [{ name: 'free' }],
  opponents: [{ name: 'adept' }],
  smallest_size: 5,
  largest_size: 26,
} as unknown as Catalogue;

describe('a new game', () => {
  it('seats the person where the choice says', () => {
    expect(requestOf(choice).first).toEqual({ type: 'human', name: null });
    const second = requestOf({ ...choice, seat: 'second' });
    const usual = { time_ms: null, depth: null, nodes: null, width: null };
    expect(second.first).toEqual({ type: 'ai', opponent: 'adept', ...usual });
    expect(second.second).toEqual({ type: 'human', name: null });
    expect(requestOf({ ...choice, seat: 'toss' }).toss).toBe(true);
  });

  it('seats two people in hotseat, whatever the color was', () => {
    const request = requestOf({ ...choice, opponent: 'hotseat', seat: 'toss' });
    expect([request.first?.type, request.second?.type, request.toss]).toEqual(['human', 'human', false]);
  });

  it('gives the opponent what was chosen for it, and no other', () => {
    const limits = { adept: { time_ms: 5000 }, minimax: { depth: 6, width: 4 } };
    expect(requestOf({ ...choice, limits }).second).toMatchObject({ opponent: 'adept', time_ms: 5000, depth: null });
    const student = requestOf({ ...choice, opponent: 'minimax', limits }).second;
    expect(student).toMatchObject({ time_ms: null, depth: 6, width: 4 });
    expect(requestOf({ ...choice, opponent: 'scorer', limits }).second).toMatchObject({ time_ms: null, depth: null });
  });

  it('turns a clock of one’s own into milliseconds', () => {
    const { clock } = requestOf({ ...choice, clock: 'own', minutes: 1.5, increment: 2 });
    expect(clock).toEqual({ main_ms: 90000, increment_ms: 2000, byoyomi_ms: 0, byoyomi_periods: 0 });
    expect(requestOf(choice).clock).toBeNull();
  });

  it('forgets what the program no longer has, and damaged memories', () => {
    const fallback = { ...choice, rule: 'freestyle' };
    expect(rememberedChoice(JSON.stringify(choice), fallback, catalogue).rule).toBe('renju');
    expect(rememberedChoice(JSON.stringify({ ...choice, rule: 'go' }), fallback, catalogue)).toBe(fallback);
    expect(rememberedChoice(JSON.stringify({ ...choice, size: 99 }), fallback, catalogue)).toBe(fallback);
    expect(rememberedChoice('{', fallback, catalogue)).toBe(fallback);
    expect(rememberedChoice(null, fallback, catalogue)).toBe(fallback);
  });
});

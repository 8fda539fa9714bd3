import { beforeEach, describe, expect, it } from 'vitest';
import type { Catalogue, Hello, LibraryEntry } from '../../src/lib/api/types';
import { toasts } from '../../src/lib/app.svelte';
import { NewGameForm } from '../../src/screens/newgame.svelte';
import { holdTime, Refused, serve, settle } from './server';

const on = (rule: string, smallest_size: number, largest_size: number) => ({ rule, smallest_size, largest_size });
const catalogue = {
  rules: [
    { name: 'freestyle', default_size: 15 },
    { name: 'ninuki42', default_size: 19 },
  ],
  openings: [
    { name: 'free', needs_center: false },
    { name: 'pro', needs_center: true },
    { name: 'swap2', needs_center: false },
  ],
  opponents: [
    { name: 'scorer', rung: 1, plays: [on('freestyle', 5, 20)] },
    { name: 'adept', rung: 3, plays: [on('freestyle', 5, 22), on('ninuki42', 9, 19)] },
    { name: 'champion', rung: 5, plays: [on('freestyle', 5, 22), on('ninuki42', 9, 19)] },
  ],
  smallest_size: 5,
  largest_size: 26,
} as unknown as Catalogue;
const hello = {
  default_game: { rule: 'freestyle', size: 15, second: { type: 'ai', opponent: 'scorer', time_ms: null } },
} as unknown as Hello;

const rule = (name: string) => catalogue.rules.find((one) => one.name === name)!;
const opening = (name: string) => catalogue.openings.find((one) => one.name === name)!;

let form: NewGameForm;
let server: ReturnType<typeof serve>;
function open(answers: Parameters<typeof serve>[0] = {}): void {
  server = serve({ 'GET games': () => ({ entries: [], total: 0 }), ...answers });
  form = new NewGameForm(catalogue, hello);
}

beforeEach(() => {
  holdTime();
  toasts.list = [];
  location.hash = '';
});

describe('the form of a new game', () => {
  it('begins with the game that the server calls the default', () => {
    open();
    expect(form.choice).toMatchObject({
      rule: 'freestyle',
      size: 15,
      opening: 'free',
      opponent: 'scorer',
      seat: 'first',
    });
    expect(form.canPlay).toBe(true);
  });

  it('has two games that need no choice: the champion’s on 19 × 19 with captures, and a gentle one', () => {
    open();
    expect(form.champion).toMatchObject({ rule: 'ninuki42', size: 19, opponent: 'champion', seat: 'first' });
    expect(form.gentle).toMatchObject({ rule: 'freestyle', size: 15, opponent: 'scorer', seat: 'first' });
  });

  it('does not call the default a choice of last time', () => {
    open();
    expect(form.isRemembered).toBe(false);
  });

  it('takes the size of a rule, and the nearest opponent that plays it', () => {
    open();
    form.chooseRule(rule('ninuki42'));
    expect(form.choice).toMatchObject({ size: 19, opponent: 'adept' });
    form.chooseRule(rule('freestyle'));
    expect(form.choice.opponent).toBe('adept');
  });

  it('leaves the board to two people when no opponent plays there', () => {
    open();
    form.chooseSize(26);
    expect(form.hotseat).toBe(true);
    expect(form.canPlay).toBe(true);
  });

  it('does not begin an opening that needs a center on a board without one', () => {
    open();
    form.choice.opening = 'pro';
    expect(form.canPlay).toBe(true);
    form.choice.size = 16;
    expect(form.fits(opening('pro'))).toBe(false);
    expect(form.canPlay).toBe(false);
    expect(form.fits(opening('swap2'))).toBe(true);
  });

  it('says which color, or who opens where colors are chosen later', () => {
    open();
    const black = form.seatText;
    form.choice.opening = 'swap2';
    expect(form.swaps).toBe(true);
    expect(form.seatText).not.toBe(black);
    form.choice.seat = 'toss';
    const toss = form.seatText;
    form.choice.opening = 'free';
    expect(form.seatText).toBe(toss);
  });

  it('makes the game once and goes to it', async () => {
    open({ 'POST games': () => ({ id: 'g9' }) });
    const made = form.play();
    expect(form.canPlay).toBe(false);
    await made;
    expect(server.asked.at(-1)?.body).toMatchObject({ rule: 'freestyle', second: { opponent: 'scorer' }, toss: false });
    expect(location.hash).toBe('#/game/g9');
  });

  it('can be tried again when the server refuses', async () => {
    open({ 'POST games': () => new Refused(422, { code: 'unsupported', text: 'Not together.', remedy: null }) });
    await form.play();
    expect(toasts.list[0]?.text).toBe('Not together.');
    expect(location.hash).toBe('');
    expect(form.canPlay).toBe(true);
  });

  it('offers the games that were begun and have a stone', async () => {
    const entry = (id: string, n_moves: number) => ({ id, n_moves }) as LibraryEntry;
    open({ 'GET games': () => ({ entries: [entry('a', 3), entry('b', 0)], total: 2 }) });
    await settle();
    expect(form.unfinished.map(({ id }) => id)).toEqual(['a']);
  });

  it('does without them when the server does not answer', async () => {
    open({ 'GET games': () => new Refused(500, { code: 'internal', text: '', remedy: null }) });
    await settle();
    expect(form.unfinished).toEqual([]);
    expect(toasts.list).toEqual([]);
  });
});

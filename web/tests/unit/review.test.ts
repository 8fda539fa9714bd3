import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadLanguage } from '../../src/i18n/index.svelte';
import type { Moment, Review } from '../../src/lib/api/types';
import { leftText, momentText, reviewSummary } from '../../src/lib/words';
import { ReviewState } from '../../src/screens/review.svelte';
import { game, position } from './samples';
import { holdTime, serve, settle, socket } from './server';

const moment = (changes: Partial<Moment> = {}): Moment => ({
  ply: 6,
  color: 'white',
  kind: 'avoidable_loss',
  played: 'A5',
  better: 'K8',
  line: ['G8'],
  loss: 0.4,
  proven_plies: 3,
  reason: {
    text: 'Move 6: after A5 Black has a forced win. A5 leaves the open three on the row H8-J8.',
    facts: [
      { kind: 'leaves_open_three', points: ['H8', 'I8', 'J8'], direction: 'horizontal', count: null },
      { kind: 'blocks_open_three', points: ['H8', 'I8', 'J8'], direction: 'horizontal', count: null },
      { kind: 'forced_win', points: ['G8'], direction: null, count: 3 },
    ],
  },
  ...changes,
});
const review = (moments: Moment[], is_complete = true): Review => ({ graph: [], moments, summary: [], is_complete });

describe('the sentence of a moment', () => {
  afterAll(() => loadLanguage('en'));

  it('names the threat and its stones in every language', async () => {
    for (const [language, words] of [
      ['en', 'leaves the open three on the row H8-J8'],
      ['fr', 'laisse le trois ouvert sur la ligne H8-J8'],
      ['zh', '放过了横线上 H8-J8的活三'],
    ] as const) {
      await loadLanguage(language);
      expect(momentText(moment(), 15)).toContain(words);
      expect(leftText(moment(), 15)).toContain(words);
      expect(momentText(moment(), 15)).not.toMatch(/\{\w+\}/);
    }
  });

  it('is not said twice: the summary only names the move', async () => {
    await loadLanguage('en');
    expect(reviewSummary(review([moment()]), null, 10, 15).at(-1)).toBe('The move that cost most: 6. A5.');
  });
});

describe('a review', () => {
  let state: ReviewState;
  const record = {
    rule: 'freestyle',
    size: 15,
    start: { type: 'moves', rule: 'freestyle', size: 15, moves: [] },
    nodes: [null, 'H8', 'A1', 'I8', 'A3', 'J8', 'A5', 'O15'].map((point, i) => ({
      parent: i ? i - 1 : null,
      point,
      color: null,
      comment: null,
      marks: [],
      time_ms: null,
    })),
  };
  const say = (says: unknown) => {
    const job = socket('work').sent.findLast(({ task }) => task && task.type !== 'stop')!.job;
    socket('work').say({ job, says });
  };

  beforeEach(async () => {
    holdTime();
    serve({
      'GET games/g1': () => game(),
      'GET games/g1/record': () => record,
      'POST position': () => position({ to_move: 'white', legal: ['K8', 'O1'] }),
    });
    state = new ReviewState('g1');
    await state.open();
  });
  afterEach(() => {
    state.close();
    vi.useRealTimers();
  });

  it('opens at the first moment as soon as it is complete', async () => {
    expect(state.ply).toBe(7);
    say({ type: 'review', review: review([], false) });
    expect(state.moment).toBeNull();
    const first = moment();
    say({ type: 'review', review: review([first, moment({ ply: 7, kind: 'missed_win' })]) });
    await settle();
    expect([state.ply, state.moment]).toEqual([5, first]);
  });

  it('stays where somebody has gone meanwhile', async () => {
    await state.show(2);
    say({ type: 'review', review: review([moment()]) });
    await settle();
    expect([state.ply, state.moment]).toEqual([2, null]);
  });

  it('asks the engine whether a move that is tried again is the one', async () => {
    say({ type: 'review', review: review([moment()]) });
    await settle();
    state.tryAgain();
    state.tryMove('O1');
    const { task } = socket('work').sent.at(-1)!;
    expect(task).toMatchObject({ type: 'judge', point: 'O1', position: { type: 'game', id: 'g1', ply: 5 } });
    say({ type: 'judged', verdict: { point: 'O1', is_found: false, fault: moment(), line: [] } });
    expect(state.attempt?.verdict?.is_found).toBe(false);
    state.tryAgain();
    expect(state.attempt).toMatchObject({ point: null, verdict: null });
    state.tryMove('K8');
    say({ type: 'judged', verdict: { point: 'K8', is_found: true, fault: null, line: [] } });
    expect(state.attempt?.verdict?.is_found).toBe(true);
    state.leaveAttempt();
    expect(state.attempt).toBeNull();
  });
});

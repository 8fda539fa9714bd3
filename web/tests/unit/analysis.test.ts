import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PositionInput, ThinkingView } from '../../src/lib/api/types';
import { Analysis, emptyStart } from '../../src/screens/analysis.svelte';
import { position } from './samples';
import { holdTime, serve, settle, socket } from './server';

/** Answers with the stones that were asked for, alternating from Black. */
function answer(body: unknown) {
  const input = body as Extract<PositionInput, { type: 'moves' | 'setup' }>;
  const stones = {
    black: input.type === 'setup' ? [...input.stones.black] : [],
    white: input.type === 'setup' ? [...input.stones.white] : [],
  };
  input.moves.forEach((spot, i) => stones[i % 2 ? 'white' : 'black'].push(spot));
  return position({ stones, to_move: input.moves.length % 2 ? 'white' : 'black' });
}

const thought = (mate: number | null, rate: number | null): ThinkingView => ({
  seat: null,
  ply: 1,
  stage: 'search',
  elapsed_ms: 20,
  limit_ms: null,
  depth: 3,
  deepest: 5,
  score: { text: '', value: 0, mate, win_rate: rate },
  nodes: 100,
  nodes_per_second: 1000,
  table_permille: 0,
  lines: [],
  candidates: [],
  trying: null,
  depths: [],
  tree: null,
});

let analysis: Analysis;
const points = () => analysis.record.nodes.map((node) => node.point);

beforeEach(async () => {
  holdTime();
  serve({ 'POST position': answer });
  analysis = new Analysis();
  await analysis.begin(emptyStart('freestyle', 15));
  for (const spot of ['H8', 'I9', 'I7']) await analysis.play(spot);
  analysis.forgetChanges();
});
afterEach(() => {
  analysis.close();
  vi.useRealTimers();
});

describe('a change of the tree', () => {
  it('that removed a branch is taken back with all that was on it', async () => {
    await analysis.show(2);
    await analysis.remove();
    expect(points()).toEqual([null, 'H8']);
    expect(analysis.canUndo).toBe(true);
    await analysis.undo();
    expect(points()).toEqual([null, 'H8', 'I9', 'I7']);
    expect(analysis.at).toBe(2);
    await analysis.redo();
    expect(points()).toEqual([null, 'H8']);
  });

  it('by setting up stones is taken back one by one, to the tree that was there before', async () => {
    const setup = { type: 'setup' as const, rule: 'freestyle', size: 15, to_move: 'black' as const, moves: [] };
    const captured = { black: 0, white: 0 };
    await analysis.begin({ ...setup, captured, stones: { black: ['A1'], white: [] } });
    await analysis.begin({ ...setup, captured, stones: { black: ['A1'], white: ['B2'] } });
    expect(points()).toEqual([null]);
    await analysis.undo();
    expect(analysis.view?.stones).toEqual({ black: ['A1'], white: [] });
    await analysis.undo();
    expect(points()).toEqual([null, 'H8', 'I9', 'I7']);
    expect([analysis.canUndo, analysis.canRedo]).toEqual([false, true]);
  });

  it('is nothing that playing a move makes', async () => {
    await analysis.play('C3');
    expect(analysis.canUndo).toBe(false);
  });
});

describe('the engine', () => {
  const say = (says: unknown) => {
    const { sent } = socket('work');
    socket('work').say({ job: sent.findLast(({ task }) => task?.type === 'analyze')!.job, says });
  };

  it('that has nothing left to look at is finished, and goes on with the next position', async () => {
    analysis.analyse();
    say({ type: 'thinking', thinking: thought(3, null) });
    expect([analysis.running, analysis.finished]).toEqual([true, false]);
    say({ type: 'ended' });
    expect([analysis.running, analysis.finished]).toEqual([false, true]);
    expect(analysis.thinking?.score?.mate).toBe(3);
    await analysis.play('C3');
    await settle();
    expect([analysis.running, analysis.finished, analysis.thinking]).toEqual([true, false, null]);
  });

  it('that was stopped is not finished', () => {
    analysis.analyse();
    analysis.stop();
    expect([analysis.running, analysis.finished]).toEqual([false, false]);
  });

  it('says nothing about other stones with the same moves', async () => {
    await analysis.show(0);
    analysis.analyse();
    say({ type: 'thinking', thinking: thought(null, 0.6) });
    expect(analysis.worths.get(analysis.key)).toBeCloseTo(0.6);
    const stones = { black: ['A1'], white: ['A2'] };
    const captured = { black: 0, white: 0 };
    const start = { type: 'setup' as const, rule: 'freestyle', size: 15, to_move: 'black' as const, moves: [] };
    await analysis.begin({ ...start, stones, captured });
    expect(analysis.worths.get(analysis.key)).toBeUndefined();
  });
});

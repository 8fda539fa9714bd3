import { describe, expect, it } from 'vitest';
import type { RecordView } from '../../src/lib/api/types';
import {
  childrenOf,
  emptyRecord,
  endOf,
  movesFromText,
  movesToText,
  pathTo,
  positionAt,
  promoted,
  withComment,
  withMove,
  without,
} from '../../src/lib/variations';

const start = { type: 'moves' as const, rule: 'freestyle', size: 15, moves: [] };

function grown(): { record: RecordView; main: number; side: number } {
  let tree = withMove(emptyRecord(start), 0, 'H8', 'black');
  const first = tree.at;
  tree = withMove(tree.record, first, 'I9', 'white');
  const main = tree.at;
  tree = withMove(tree.record, first, 'G7', 'white');
  const branch = tree.at;
  tree = withMove(tree.record, branch, 'G8', 'black');
  return { record: tree.record, main, side: tree.at };
}

const names = (record: RecordView, at: number) => pathTo(record, at).map((i) => record.nodes[i]!.point);

describe('a tree of variations', () => {
  it('finds a move that is there instead of adding it again', () => {
    const { record, main } = grown();
    const again = withMove(record, 1, 'I9', 'white');
    expect(again.record).toBe(record);
    expect(again.at).toBe(main);
  });

  it('gives the position at a node', () => {
    const { record, side } = grown();
    expect(positionAt(record, side)).toEqual({ ...start, moves: ['H8', 'G7', 'G8'] });
  });

  it('removes a node with all that follows and keeps the rest connected', () => {
    const { record, side } = grown();
    const pruned = without(record, record.nodes[side]!.parent!);
    expect(pruned.nodes.map((node) => node.point)).toEqual([null, 'H8', 'I9']);
    expect(names(pruned, endOf(pruned, 0))).toEqual(['H8', 'I9']);
    expect(without(record, 0).nodes).toHaveLength(1);
  });

  it('promotes a variation and follows it afterwards', () => {
    const { record, side } = grown();
    const next = promoted(record, record.nodes[side]!.parent!);
    expect(names(next.record, endOf(next.record, 0))).toEqual(['H8', 'G7', 'G8']);
    expect(next.record.nodes[next.at]!.point).toBe('G7');
    next.record.nodes.forEach((node, i) => {
      if (typeof node.parent === 'number') expect(node.parent).toBeLessThan(i);
    });
    expect(childrenOf(next.record, 1)).toHaveLength(2);
  });

  it('keeps comments and drops empty ones', () => {
    const { record, main } = grown();
    const said = withComment(record, main, 'strong');
    expect(said.nodes[main]!.comment).toBe('strong');
    expect(withComment(said, main, '').nodes[main]!.comment).toBeNull();
  });
});

describe('moves in a link', () => {
  it('survive the way there and back', () => {
    const moves = ['H8', 'A15', 'pass', 'O1'];
    expect(movesFromText(movesToText(moves))).toEqual(moves);
    expect(movesFromText('H8 i9, g10')).toEqual(['H8', 'I9', 'G10']);
  });
});

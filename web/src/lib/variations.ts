import type { Color } from '../board/types';
import type { PositionInput, RecordNode, RecordView, Spot } from './api/types';

/** A tree of variations is a list of nodes; the first is the root and each knows its parent. */

export function emptyRecord(start: PositionInput & { rule: string; size: number }): RecordView {
  return {
    rule: start.rule,
    size: start.size,
    start,
    players: { black: null, white: null },
    result: null,
    date: null,
    event: null,
    nodes: [node(null, null, null)],
  };
}

function node(parent: number | null, point: Spot | null, color: Color | null): RecordNode {
  return { parent, point, color, comment: null, marks: [], time_ms: null };
}

export function childrenOf(record: RecordView, at: number): number[] {
  const list: number[] = [];
  record.nodes.forEach((one, i) => {
    if (one.parent === at) list.push(i);
  });
  return list;
}

/** The nodes from the root to this one, the root left out. */
export function pathTo(record: RecordView, at: number): number[] {
  const path: number[] = [];
  for (let i: number | null = at; i !== null && i !== 0; i = record.nodes[i]?.parent ?? null) path.push(i);
  return path.reverse();
}

/** The end of the line that goes through this node by first children. */
export function endOf(record: RecordView, at: number): number {
  let end = at;
  for (let next = childrenOf(record, end); next.length; next = childrenOf(record, end)) end = next[0]!;
  return end;
}

/** The position at a node, as the server reads it. */
export function positionAt(record: RecordView, at: number): PositionInput {
  const moves = pathTo(record, at).flatMap((i) => record.nodes[i]!.point ?? []);
  const { start } = record;
  if (start.type === 'moves' || start.type === 'setup') return { ...start, moves: [...start.moves, ...moves] };
  throw new Error('a tree begins with moves or a set-up position');
}

/** Adds a move, or finds it if it is there already. */
export function withMove(
  record: RecordView,
  at: number,
  point: Spot,
  color: Color,
): { record: RecordView; at: number } {
  const known = childrenOf(record, at).find((i) => record.nodes[i]!.point === point);
  if (known !== undefined) return { record, at: known };
  const nodes = [...record.nodes, node(at, point, color)];
  return { record: { ...record, nodes }, at: nodes.length - 1 };
}

export function withComment(record: RecordView, at: number, comment: string): RecordView {
  const nodes = record.nodes.map((one, i) => (i === at ? { ...one, comment: comment || null } : one));
  return { ...record, nodes };
}

/** The tree without a node and all that follows it; the root stays. */
export function without(record: RecordView, at: number): RecordView {
  if (at === 0) return { ...record, nodes: [record.nodes[0]!] };
  const gone = new Set([at]);
  record.nodes.forEach((one, i) => {
    if (typeof one.parent === 'number' && gone.has(one.parent)) gone.add(i);
  });
  return renumbered(
    record,
    record.nodes.map((_, i) => i).filter((i) => !gone.has(i)),
  );
}

/** The tree with this node's line in front of its siblings'. */
export function promoted(record: RecordView, at: number): { record: RecordView; at: number } {
  const parent = record.nodes[at]?.parent;
  if (parent === null || parent === undefined) return { record, at };
  const siblings = childrenOf(record, parent);
  if (siblings[0] === at) return { record, at };
  const subtree = new Set([at]);
  record.nodes.forEach((one, i) => {
    if (typeof one.parent === 'number' && subtree.has(one.parent)) subtree.add(i);
  });
  const order: number[] = [];
  record.nodes.forEach((_, i) => {
    if (i === siblings[0]) order.push(...subtree);
    if (!subtree.has(i)) order.push(i);
  });
  return { record: renumbered(record, order), at: order.indexOf(at) };
}

function renumbered(record: RecordView, order: number[]): RecordView {
  const place = new Map(order.map((old, i) => [old, i]));
  const nodes = order.map((old) => {
    const one = record.nodes[old]!;
    return { ...one, parent: typeof one.parent === 'number' ? place.get(one.parent)! : null };
  });
  return { ...record, nodes };
}

/** `h8i9`: moves as text for a link, and back. */
export function movesToText(moves: Spot[]): string {
  return moves.map((spot) => (spot === 'pass' ? '-' : spot.toLowerCase())).join('');
}

export function movesFromText(text: string): Spot[] {
  const found = text.match(/[a-z]\d{1,2}|-|pass/gi) ?? [];
  return found.map((word) => (word === '-' || word.toLowerCase() === 'pass' ? 'pass' : word.toUpperCase()));
}

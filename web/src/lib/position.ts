import type { Color, Line, Stone } from '../board/types';
import type { PositionView, Reason, Spot } from './api/types';
import { parsePoint, pointName, type Index } from '../board/coords';

/** Point names of the server always have the letter I. */
export function indexOf(spot: Spot, size: number): Index {
  const at = parsePoint(spot, size, 'renju');
  if (at === null) throw new Error(`no point ${spot} on a board of ${size}`);
  return at;
}

export function spotOf(at: Index, size: number): Spot {
  return pointName(at, size, 'renju');
}

export function other(color: Color): Color {
  return color === 'black' ? 'white' : 'black';
}

/** The stones of a position, with the numbers of the moves that put them there. */
export function stonesOf(
  stones: { black: Spot[]; white: Spot[] },
  size: number,
  numbers: Map<Spot, number> = new Map(),
): Stone[] {
  const side = (color: Color) =>
    stones[color].map((spot): Stone => {
      const stone: Stone = { at: indexOf(spot, size), color };
      const n = numbers.get(spot);
      if (n !== undefined) stone.n = n;
      return stone;
    });
  return [...side('black'), ...side('white')].sort((a, b) => a.at - b.at);
}

export function linesOf(view: PositionView): Line[] {
  const at = (line: Spot[]) => line.map((spot) => indexOf(spot, view.size));
  return [
    ...view.win_lines.map((line): Line => ({ points: at(line), kind: 'win' })),
    ...(view.pending?.lines ?? []).map((line): Line => ({ points: at(line), kind: 'pending' })),
  ];
}

/** The lines that close the point under the pointer. */
export function forbiddenLines(view: PositionView, at: Index | null): Line[] {
  const closed = at === null ? undefined : view.forbidden.find((one) => indexOf(one.point, view.size) === at);
  return (closed?.lines ?? []).map((line) => ({
    points: line.points.map((spot) => indexOf(spot, view.size)),
    kind: 'threat',
  }));
}

/** The lines that a reason speaks of. */
export function factLines(reason: Reason, size: number): Line[] {
  return reason.facts
    .filter((fact) => fact.direction !== null && fact.points.length > 1)
    .map((fact) => ({ points: fact.points.map((spot) => indexOf(spot, size)), kind: 'threat' }));
}

export function allowedOf(view: PositionView): Set<Index> | null {
  return view.allowed ? new Set(view.allowed.map((spot) => indexOf(spot, view.size))) : null;
}

/** The points the judge lets the side to move play, as far as he has said it. */
export function legalOf(view: PositionView): Set<Index> {
  const closed = new Set<Index>();
  for (const color of ['black', 'white'] as const)
    for (const spot of view.stones[color]) closed.add(indexOf(spot, view.size));
  for (const { point } of view.forbidden) closed.add(indexOf(point, view.size));
  const allowed = allowedOf(view);
  const legal = new Set<Index>();
  if (view.outcome) return legal;
  for (let at = 0; at < view.size * view.size; at++)
    if (!closed.has(at) && (allowed === null || allowed.has(at))) legal.add(at);
  return legal;
}

export function capturesOf(view: PositionView): Map<Index, Index[]> {
  return new Map(
    view.captures.map(({ point, takes }) => [indexOf(point, view.size), takes.map((spot) => indexOf(spot, view.size))]),
  );
}

/** A line of moves as numbered ghosts, the first one for this color. */
export function ghostsOf(moves: Spot[], first: Color, size: number, length: number) {
  const seen = new Set<Spot>();
  return moves.slice(0, length).flatMap((spot, i) => {
    if (spot === 'pass' || seen.has(spot)) return [];
    seen.add(spot);
    return [{ at: indexOf(spot, size), color: i % 2 === 0 ? first : other(first), n: i + 1 }];
  });
}

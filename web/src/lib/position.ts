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

/** The points that the side to move may play. */
export function legalOf(view: PositionView): Set<Index> {
  return new Set(view.legal.map((spot) => indexOf(spot, view.size)));
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

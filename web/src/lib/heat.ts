import type { Heat } from '../board/types';
import type { CandidateView, CellView } from './api/types';
import { indexOf } from './position';
import { shortNumber, shortWorth } from './short';

/** Where each value lies between the worst (0) and the best (1). */
export function spread(values: number[]): number[] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  return values.map((value) => (high === low ? 1 : (value - low) / (high - low)));
}

/** A hope, however high, is not as good as a win that is proven. */
const BEST_HOPE = 0.6;
/** How a bound is written before its number. */
export const SIGN = { exact: '', at_least: '≥', at_most: '≤' } as const;

/** The share of points a candidate can expect, if its player can tell. */
function rateOf({ score }: CandidateView): number | null {
  if (score.mate !== null) return score.mate > 0 ? 1 : 0;
  return score.win_rate;
}

const isWin = ({ score }: CandidateView) => (score.mate ?? 0) > 0;

/** A move that costs this share of the points, or more, is as bad as can be. */
const RUINOUS = 0.2;

/** How good each is from 0 to 1: by what it costs, or else by its place among the others. */
function goodness(candidates: CandidateView[]): number[] {
  const rates = candidates.map(rateOf);
  if (rates.some((rate) => rate === null)) return spread(candidates.map((one) => one.score.value));
  const known = rates.map((rate) => rate ?? 0);
  const best = Math.max(...known);
  const isWon = candidates.some(isWin);
  return known.map((rate, i) => {
    const value = 1 - Math.min(1, (best - rate) / RUINOUS);
    return isWon && !isWin(candidates[i]!) ? Math.min(BEST_HOPE, value) : value;
  });
}

export function candidateHeat(candidates: CandidateView[], size: number, count: number): Heat[] {
  const shown = candidates.slice(0, count);
  const known = shown.filter((one) => one.bound === 'exact');
  const values = new Map(goodness(known).map((value, i) => [known[i]!.point, value]));
  return shown.map((one) => ({
    at: indexOf(one.point, size),
    value: values.get(one.point) ?? 0,
    label: SIGN[one.bound] + shortWorth(one.score),
    best: one === known[0],
    bound: one.bound !== 'exact',
  }));
}

/** The seed players' own numbers. */
export function cellHeat(cells: CellView[], size: number): Heat[] {
  // The numbers span powers of ten: the color goes by rank, the label says the number.
  const order = [...new Set(cells.map((cell) => cell.value))].sort((a, b) => a - b);
  const last = Math.max(1, order.length - 1);
  return cells.map((cell) => ({
    at: indexOf(cell.point, size),
    value: order.length === 1 ? 1 : order.indexOf(cell.value) / last,
    label: shortNumber(cell.value),
    best: cell.value === order[order.length - 1],
  }));
}

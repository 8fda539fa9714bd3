import type { Heat } from '../board/types';
import type { CandidateView, CellView } from './api/types';
import { indexOf } from './position';
import { shortNumber, shortWorth } from './words';

/** Where each value lies between the worst (0) and the best (1). */
export function spread(values: number[]): number[] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  return values.map((value) => (high === low ? 1 : (value - low) / (high - low)));
}

/** One number for a candidate: decided ones beyond all others, quicker wins first. */
function rank({ score }: CandidateView): number {
  if (score.mate !== null) return score.mate > 0 ? 2 - score.mate / 1000 : -1 - score.mate / 1000;
  return score.win_rate ?? score.value;
}

export function candidateHeat(candidates: CandidateView[], size: number, count: number): Heat[] {
  const shown = candidates.slice(0, count);
  const usesRates = shown.every(({ score }) => score.mate !== null || score.win_rate !== null);
  const values = shown.map((one) => (usesRates ? rank(one) : one.score.value));
  const places = spread(values);
  return shown.map((one, i) => ({
    at: indexOf(one.point, size),
    value: places[i]!,
    label: shortWorth(one.score),
    best: i === 0,
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

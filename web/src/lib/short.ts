import type { Worth } from './api/types';

/** Two characters for a point of the board: the share of points in percent, or W7, L5. */
export function shortWorth(worth: Worth): string {
  if (worth.mate !== null) return (worth.mate > 0 ? 'W' : 'L') + Math.abs(worth.mate);
  if (worth.win_rate !== null) return String(Math.min(99, Math.round(worth.win_rate * 100)));
  return shortNumber(worth.value);
}

export function shortNumber(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e8) return (value / 1e9).toFixed(size >= 1e10 ? 0 : 1) + 'G';
  if (size >= 1e6) return Math.round(value / 1e6) + 'M';
  if (size >= 1e3) return (value / 1e3).toFixed(size >= 1e4 ? 0 : 1) + 'k';
  return String(value);
}

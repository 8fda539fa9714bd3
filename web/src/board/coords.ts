/** Points are numbers in the page: `y * size + x`, from the top left. */
export type Index = number;

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LETTERS_WITHOUT_I = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';

/** How columns are named: with the letter I, as in Renju, or without it, as in Go. */
export type Letters = 'renju' | 'go';

export function columnName(x: number, letters: Letters = 'renju'): string {
  const row = letters === 'go' ? LETTERS_WITHOUT_I : LETTERS;
  // The 26th column has no letter when I is skipped; double letters follow, as in Go.
  return row[x] ?? 'AA';
}

/** The name of a point, as `J10`. */
export function pointName(index: Index, size: number, letters: Letters = 'renju'): string {
  return columnName(index % size, letters) + String(size - Math.floor(index / size));
}

/** The point of this name, or nothing when the board has no such point. */
export function parsePoint(name: string, size: number, letters: Letters = 'renju'): Index | null {
  const match = /^\s*([A-Za-z]{1,2})\s*(\d{1,2})\s*$/.exec(name);
  if (!match) return null;
  const column = match[1]!.toUpperCase();
  const row = letters === 'go' ? LETTERS_WITHOUT_I : LETTERS;
  const x = column === 'AA' && letters === 'go' ? 25 : column.length === 1 ? row.indexOf(column) : -1;
  const y = size - Number(match[2]);
  if (x < 0 || x >= size || y < 0 || y >= size) return null;
  return y * size + x;
}

/** The small dots drawn on the grid to help the eye. */
export function starPoints(size: number): Index[] {
  if (size < 9) return size % 2 ? [(size * size - 1) / 2] : [];
  const edge = size >= 13 ? 3 : 2;
  const ends = [edge, size - 1 - edge];
  const middle = size % 2 ? [(size - 1) / 2] : [];
  const along = size >= 17 ? [...ends, ...middle] : ends;
  const stars = along.flatMap((y) => along.map((x) => y * size + x));
  if (middle.length && size < 17) stars.push(middle[0]! * size + middle[0]!);
  return stars;
}

/** The point one step away, or the same point at the edge. */
export function step(index: Index, size: number, dx: number, dy: number): Index {
  const x = Math.min(size - 1, Math.max(0, (index % size) + dx));
  const y = Math.min(size - 1, Math.max(0, Math.floor(index / size) + dy));
  return y * size + x;
}

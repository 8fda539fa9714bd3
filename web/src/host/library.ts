import { NoLibrary } from '../lib/api/host';
import type { Row } from './messages';

/** The whole library as one file: what it is, its version, and every row by its key. */
const FORMAT = 'tengen-library';
const VERSION = 1;

export function fileOf(rows: Row[]): string {
  const content = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  return JSON.stringify({ format: FORMAT, version: VERSION, rows: content });
}

/** The rows in the text of such a file; fails with what is wrong with it. */
export function rowsOf(text: string): Row[] {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw new NoLibrary('no JSON');
  }
  const { format, version, rows } = (file ?? {}) as { format?: unknown; version?: unknown; rows?: unknown };
  if (format !== FORMAT) throw new NoLibrary('another format');
  if (version !== VERSION) throw new NoLibrary(`version ${String(version)}`);
  if (typeof rows !== 'object' || rows === null || Array.isArray(rows)) throw new NoLibrary('no rows');
  return Object.entries(rows).map(([key, value]) => {
    if (typeof value !== 'string') throw new NoLibrary(`row ${key}`);
    return { key, value };
  });
}

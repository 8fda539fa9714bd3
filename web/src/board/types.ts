import type { Index } from '../lib/coords';

export type Color = 'black' | 'white';

export interface Stone {
  at: Index;
  color: Color;
  /** The number of the move that put it there. */
  n?: number;
}

export interface Ghost {
  at: Index;
  color: Color;
  n: number;
}

/** A number on a point: how good it is from 0 (bad) to 1 (best), and the text that says so. */
export interface Heat {
  at: Index;
  value: number;
  label: string;
  best?: boolean;
}

export type MarkKind = 'hint' | 'answer' | 'offer' | 'cross' | 'looking' | 'turning';

export interface Mark {
  at: Index;
  kind: MarkKind;
  label?: string;
}

export interface Line {
  points: Index[];
  kind: 'win' | 'pending' | 'threat';
}

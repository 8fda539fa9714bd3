/** What a position of a game was worth. */
export interface GraphSpot {
  ply: number;
  /** The share of points Black can expect, 0 to 1. */
  value: number;
  /** Whether something happened here that is worth a dot. */
  dot?: 'bad' | 'good' | undefined;
  text?: string;
}

import type { Index, Letters } from './coords';

export type Color = 'black' | 'white';

export interface Stone {
  at: Index;
  color: Color;
  /** The number of the move that put it there. */
  n?: number;
}

/** A stone that is not on the board but might come, with its place in the line. */
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
  /** Whether the number only limits the value: then it has no color of good or bad. */
  bound?: boolean;
}

export type MarkKind = 'hint' | 'answer' | 'winning' | 'taken' | 'offer' | 'cross' | 'looking' | 'turning';

export interface Mark {
  at: Index;
  kind: MarkKind;
  label?: string;
}

export interface Line {
  points: Index[];
  kind: 'win' | 'pending' | 'threat';
}

/** Whether a click plays at once, or aims first and plays when it is repeated. */
export type Confirm = 'touch' | 'always' | 'never';

/** Everything that the board knows about a point, for whoever puts it into words. */
export interface PointFacts {
  at: Index;
  /** As `J10`, in the letters of the board. */
  name: string;
  stone: Stone | undefined;
  isLast: boolean;
  /** Why it may not be played. */
  reason: string | undefined;
  mark: MarkKind | undefined;
  heat: string | undefined;
}

/** How the board looks and behaves, whatever is on it. Each has a default. */
export interface BoardLook {
  /** Stones with light and shadow, or flat disks. */
  shading?: 'round' | 'flat';
  /** Whether stones show the number of their move. */
  numbers?: boolean;
  /** Whether columns and rows are named at the edge. */
  coordinates?: boolean;
  /** How columns are named. */
  letters?: Letters;
  /** Whether stones drop and captured ones fade. */
  animated?: boolean;
  /** Whether all forbidden points are marked, or only the one that is pointed at. */
  showForbidden?: boolean;
  confirm?: Confirm;
  /** What a screen reader says of a point; its name alone by default. */
  describe?: (point: PointFacts) => string;
}

/**
 * A board that draws what it is given and says where somebody points.
 *
 * It knows no rule, no server, no language and no setting: what may be played, what is captured and
 * what a point is called come in, points go out. Colors come from the custom properties that
 * `app.css` sets for each theme.
 */
export interface BoardProps extends BoardLook {
  size: number;
  stones: Stone[];
  /** What the whole board is, for a screen reader. */
  label: string;
  last?: Index | null;
  /** Points that may be played; `null` means that every empty point may be pointed at. */
  legal?: Set<Index> | null;
  /** Points that may not be played, with the reason as text. */
  forbidden?: Map<Index, string>;
  marks?: Mark[];
  heat?: Heat[];
  ghosts?: Ghost[];
  lines?: Line[];
  /** The points an opening step allows, when it does not allow all. */
  zone?: Set<Index> | null;
  /** Which stones a move would capture, by the point of the move. */
  captures?: Map<Index, Index[]>;
  /** Words shown next to a point under the pointer or the cursor. */
  tips?: Map<Index, string>;
  /** The color of the stone shown under the pointer; none when nobody may play. */
  turn?: Color | null;
  /** Whether points can be chosen. */
  interactive?: boolean;
  /** A thumbnail: no wood grain, no coordinates, one picture to a screen reader unless `interactive`. */
  small?: boolean;
  /** The point that is chosen and not yet confirmed (see `confirm`). */
  aim?: Index | null;
  /** A point was chosen: clicked, confirmed, or entered with the keyboard. */
  onpoint?: (at: Index) => void;
  /** The pointer or the cursor went to another point, or left. */
  onhover?: (at: Index | null) => void;
}

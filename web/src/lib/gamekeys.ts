/**
 * What keys mean in a game. The terminal has the same table; `docs/keys.txt` is what both agree on,
 * and a test of each compares. Arrows, Home, End, Space, Escape and the digits are beside it.
 */
export const GAME_KEYS = {
  u: 'undo',
  r: 'redo',
  h: 'hint',
  p: 'pass',
  m: 'move_now',
  z: 'pause',
  '=': 'draw',
  y: 'accept_draw',
  k: 'decline_draw',
  g: 'resign',
  d: 'reasoning',
  '[': 'earlier_reason',
  ']': 'later_reason',
  l: 'last',
  e: 'eval',
  b: 'board',
  n: 'new',
  o: 'library',
  '?': 'help',
  x: 'threats',
} as const;

export type GameCommand = (typeof GAME_KEYS)[keyof typeof GAME_KEYS];
/** What every screen knows. */
type Everywhere = 'new' | 'help';

/** The keys of a game with what they do there. */
export function gameKeys(doing: Record<Exclude<GameCommand, Everywhere>, () => void>): Record<string, () => void> {
  const known: Partial<Record<GameCommand, () => void>> = doing;
  return Object.fromEntries(
    Object.entries(GAME_KEYS).flatMap(([key, command]) => {
      const action = known[command];
      return action ? [[key, action]] : [];
    }),
  );
}

/** A game as the server would describe it, for tests that change one thing of it. */
import type { GameSnapshot, MoveView, PositionView, SeatView, Spot } from '../../src/lib/api/types';

export function position(changes: Partial<PositionView> = {}): PositionView {
  return {
    rule: 'freestyle',
    size: 15,
    stones: { black: [], white: [] },
    to_move: 'black',
    captured: { black: 0, white: 0 },
    captures_to_win: null,
    legal: [],
    allowed: null,
    forbidden: [],
    captures: [],
    last: null,
    win_lines: [],
    pending: null,
    may_pass: false,
    outcome: null,
    code: 'a code',
    ...changes,
  };
}

export function seat(changes: Partial<SeatView> = {}): SeatView {
  const timer = {
    current_ms: null,
    last_ms: null,
    average_ms: null,
    longest_ms: null,
    n_moves: 0,
    limit_ms: null,
    usual_ms: null,
  };
  return { name: 'You', opponent: null, limits: null, color: 'black', captured: 0, clock: null, timer, ...changes };
}

export function move(ply: number, point: Spot, changes: Partial<MoveView> = {}): MoveView {
  return {
    ply,
    color: ply % 2 ? 'black' : 'white',
    seat: ply % 2 ? 'first' : 'second',
    point,
    captured: [],
    time_ms: null,
    is_opening: false,
    score: null,
    has_reasoning: false,
    ...changes,
  };
}

/** A game of a person with Black against the opponent `adept`, who is to answer or not. */
export function game(changes: Partial<GameSnapshot> = {}): GameSnapshot {
  return {
    id: 'g1',
    seq: 1,
    title: '',
    created_at: 0,
    updated_at: 0,
    now: 0,
    phase: 'play',
    position: position(),
    first: seat(),
    second: seat({ name: 'Adept', opponent: 'adept', color: 'white' }),
    turn: 'first',
    opening: null,
    start: null,
    moves: [],
    undone: [],
    outcome: null,
    can: {
      play: true,
      pass: false,
      undo: true,
      redo: false,
      resign: true,
      offer_draw: false,
      answer_draw: false,
      hint: true,
      move_now: false,
      pause: false,
    },
    draw_offer: null,
    clock: null,
    is_paused: false,
    thinking: null,
    notices: [],
    ...changes,
  };
}

/** The same game after these moves, one after the other. */
export function gameAfter(points: Spot[], changes: Partial<GameSnapshot> = {}): GameSnapshot {
  const stones = {
    black: points.filter((_, i) => i % 2 === 0),
    white: points.filter((_, i) => i % 2 === 1),
  };
  const toMove = points.length % 2 ? 'white' : 'black';
  return game({
    seq: points.length + 1,
    position: position({ stones, to_move: toMove, last: points.at(-1) ?? null }),
    turn: points.length % 2 ? 'second' : 'first',
    moves: points.map((point, i) => move(i + 1, point)),
    ...changes,
  });
}

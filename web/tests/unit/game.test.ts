import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GameEventKind, GameSnapshot, Hint } from '../../src/lib/api/types';
import { spoken, toasts } from '../../src/lib/app.svelte';
import { indexOf } from '../../src/lib/position';
import { settings } from '../../src/lib/settings.svelte';
import { GameScreen } from '../../src/screens/game.svelte';
import { GameBoard } from '../../src/screens/gameboard.svelte';
import { game, gameAfter, position, seat } from './samples';
import { FakeSocket, holdTime, Refused, serve, settle, socket } from './server';

const at = (spot: string) => indexOf(spot, 15);
const notFound = new Refused(404, {
  code: 'not_found',
  text: 'There is no such game.',
  remedy: 'Look into the library.',
});

let screen: GameScreen;
let board: GameBoard;

/** Opens a game and says how it stands. */
function open(now: GameSnapshot, answers: Parameters<typeof serve>[0] = {}): ReturnType<typeof serve> {
  const server = serve({ 'GET games/g1': () => now, ...answers });
  screen = new GameScreen('g1');
  board = new GameBoard(screen);
  update(now);
  return server;
}
function update(now: GameSnapshot, ...events: GameEventKind[]): void {
  socket('games/g1/live').say({
    type: 'update',
    events: events.map((what) => ({ seq: now.seq, at: 0, what })),
    game: now,
  });
}
const actions = () => socket('games/g1/live').sent.map(({ action }) => action);
const refuse = (code: string, text: string) => {
  const { sent } = socket('games/g1/live');
  socket('games/g1/live').say({ type: 'refused', request: sent.at(-1)!.request, error: { code, text, remedy: null } });
  return settle();
};

beforeEach(() => {
  holdTime();
  settings.sounds = false;
  settings.reasoning = false;
  spoken.assertive = '';
  toasts.list = [];
});
afterEach(() => {
  screen.close();
  FakeSocket.all = [];
  vi.useRealTimers();
});

describe('a click on the board', () => {
  it('plays there, in the position that was seen', () => {
    open(game({ seq: 7 }));
    screen.point(at('H8'));
    expect(socket('live').sent).toEqual([{ request: 1, action: { type: 'play', point: 'H8' }, seq: 7 }]);
  });

  it('is refused in words and aloud', async () => {
    open(game());
    screen.point(at('H8'));
    await refuse('illegal_move', 'There is a stone already.');
    expect(toasts.list.map(({ text }) => text)).toEqual(['There is a stone already.']);
    expect(spoken.assertive).toBe('There is a stone already.');
  });

  it('that came after somebody else’s is forgotten without a word', async () => {
    open(game());
    screen.point(at('H8'));
    await refuse('stale', 'The game has gone on.');
    expect(toasts.list).toEqual([]);
  });

  it('on a forbidden point is not sent; the reason is told', () => {
    const forbidden = [{ point: 'H8', kind: 'double_three' as const, text: 'Two open threes.', lines: [] }];
    open(game({ position: position({ forbidden }) }));
    screen.point(at('H8'));
    expect(actions()).toEqual([]);
    expect(toasts.list[0]?.text).toMatch(/^H8: .*Two open threes/);
  });

  it('waits while the opponent thinks, and says so', () => {
    open(gameAfter(['H8']));
    screen.point(at('I9'));
    expect(actions()).toEqual([]);
    expect(toasts.list.length).toBe(1);
  });

  it('collects the points of an offer, takes them back, and forgets them when nobody asks any more', () => {
    const step = {
      seat: 'first',
      text: '',
      options: [{ kind: 'offer', text: '' }],
      offers: [],
      stone: 5,
      color: 'black',
      count: 2,
    };
    const opening = { procedure: 'yamaguchi', log: [], step } as unknown as GameSnapshot['opening'];
    open(game({ opening }));
    for (const spot of ['A1', 'B2', 'A1', 'C3']) screen.point(at(spot));
    expect(screen.offered).toEqual(['B2', 'C3']);
    expect(board.marks.map(({ label }) => label)).toEqual(['a', 'b']);
    expect(actions()).toEqual([]);
    update(game({ seq: 2 }));
    expect(screen.offered).toEqual([]);
  });
});

describe('looking back', () => {
  const past = position({ stones: { black: ['H8'], white: [] }, last: 'H8' });

  it('shows the position of the server, and a click leads back to the game', async () => {
    const { asked } = open(gameAfter(['H8', 'I9', 'J10']), { 'POST position': () => past });
    screen.show(1);
    await settle();
    expect(asked.at(-1)).toEqual({ what: 'POST position', body: { type: 'game', id: 'g1', ply: 1 } });
    expect(board.stones).toEqual([{ at: at('H8'), color: 'black', n: 1 }]);
    expect(board.legal.size).toBe(0);
    screen.point(at('A1'));
    expect(screen.live).toBe(true);
    expect(actions()).toEqual([]);
  });

  it('ends when a move is played, and at the end of the game', async () => {
    open(gameAfter(['H8', 'I9']), { 'POST position': () => past });
    screen.show(1);
    update(gameAfter(['H8', 'I9', 'J10']), {
      type: 'played',
      seat: 'first',
      point: 'J10',
      captured: [],
    });
    expect(screen.live).toBe(true);
    screen.show(3);
    expect(screen.live).toBe(true);
    screen.show(-1);
    expect(screen.shownPly).toBe(0);
    await settle();
  });

  it('shows the last position that was asked for, whichever answer comes first', async () => {
    const later = position({ stones: { black: ['H8'], white: ['I9'] } });
    const answers = new Map<number, (view: unknown) => void>();
    open(gameAfter(['H8', 'I9', 'J10']), {
      'POST position': (body) => new Promise((answer) => answers.set((body as { ply: number }).ply, answer)),
    });
    screen.show(1);
    flushSync();
    screen.show(2);
    await settle();
    answers.get(2)!(later);
    await settle();
    answers.get(1)!(past);
    await settle();
    expect(screen.view?.stones).toEqual(later.stones);
  });
});

describe('a hint', () => {
  const hint = {
    ply: 1,
    color: 'black',
    point: 'H8',
    action: null,
    line: ['H8', 'I9', 'J10'],
    score: null,
    reason: { text: '', facts: [] },
  } as unknown as Hint;

  it('is asked for once, shown on the board, and played', async () => {
    open(game());
    void screen.hint();
    void screen.hint();
    expect(actions()).toEqual([{ type: 'hint' }]);
    expect(screen.hinting).toBe(true);
    socket('live').say({ type: 'hint', request: 1, hint });
    await settle();
    expect(screen.hinting).toBe(false);
    expect(board.marks).toEqual([{ at: at('H8'), kind: 'hint' }]);
    expect(board.ghosts.map(({ n }) => n)).toEqual([2, 3]);
    screen.playHint();
    expect(actions().at(-1)).toEqual({ type: 'play', point: 'H8' });
  });

  it('may be a choice of the opening', () => {
    open(game());
    screen.link.hint = { ...hint, point: null, action: { type: 'swap' } };
    screen.playHint();
    expect(actions()).toEqual([{ type: 'opening', action: { type: 'swap' } }]);
  });

  it('is not asked for where there is none', () => {
    open(game({ can: { ...game().can, hint: false } }));
    void screen.hint();
    expect(actions()).toEqual([]);
  });
});

describe('giving up', () => {
  it('takes two clicks', () => {
    open(game());
    screen.resign();
    expect(actions()).toEqual([]);
    screen.resign();
    expect(actions()).toEqual([{ type: 'resign' }]);
  });

  it('is forgotten after a while', () => {
    open(game());
    screen.resign();
    vi.advanceTimersByTime(4001);
    expect(screen.asking).toBeNull();
    screen.resign();
    expect(actions()).toEqual([]);
  });
});

describe('a draw', () => {
  it('is offered only when it is asked for twice', () => {
    open(game({ can: { ...game().can, offer_draw: true } }));
    screen.offerDraw();
    expect(actions()).toEqual([]);
    expect(screen.asking).toBe('draw');
    screen.offerDraw();
    expect(actions()).toEqual([{ type: 'offer_draw' }]);
  });

  it('is confirmed by Y and let go by K, as in the terminal', () => {
    open(game({ can: { ...game().can, offer_draw: true } }));
    screen.offerDraw();
    screen.answerDraw(false);
    expect(screen.asking).toBeNull();
    screen.offerDraw();
    screen.answerDraw(true);
    expect(actions()).toEqual([{ type: 'offer_draw' }]);
  });

  it('and giving up are two questions', () => {
    open(game({ can: { ...game().can, offer_draw: true } }));
    screen.offerDraw();
    screen.resign();
    expect(actions()).toEqual([]);
  });

  it('is answered only if there is one', () => {
    open(game());
    screen.answerDraw(true);
    expect(actions()).toEqual([]);
    update(game({ can: { ...game().can, answer_draw: true } }));
    screen.answerDraw(false);
    expect(actions()).toEqual([{ type: 'decline_draw' }]);
  });
});

describe('a standing five', () => {
  it('shows what breaks it, what wins instead, and which stones that takes', () => {
    const answers = [
      { point: 'F11', takes: ['F10', 'F9'] },
      { point: 'L4', takes: ['K4', 'J4'] },
    ];
    const pending = { owner: 'black' as const, lines: [], answers, wins: ['L4'] };
    open(game({ position: position({ pending }) }));
    const kinds = board.marks.map(({ at: where, kind }) => [where, kind]);
    expect(kinds).toEqual([
      [at('F11'), 'answer'],
      [at('L4'), 'winning'],
      ...['F10', 'F9', 'K4', 'J4'].map((spot) => [at(spot), 'taken']),
    ]);
  });
});

describe('what the rule has no solver for', () => {
  it('is not looked for', () => {
    open(game({ position: position({ rule: 'ninuki42' }) }));
    screen.toggleThreats();
    expect(screen.hasThreats).toBe(false);
    expect(screen.threats.shown).toBe(false);
  });
});

describe('a suggestion', () => {
  const hint = (ply: number): Hint => ({
    ply,
    color: 'black',
    point: 'G7',
    action: null,
    reason: { text: '', facts: [] },
    score: null,
    line: ['G7'],
    time_ms: 400,
  });

  it('vanishes with the game', () => {
    open(gameAfter(['H8', 'I9']));
    socket('games/g1/live').say({ type: 'hint', request: 0, hint: hint(3) });
    expect(board.marks.map(({ kind }) => kind)).toEqual(['hint']);
    const outcome = { winner: 'white' as const, reason: 'resignation', text: '' };
    update(gameAfter(['H8', 'I9'], { phase: 'over', turn: null, outcome }));
    expect(screen.link.hint).toBeNull();
    expect(board.marks).toEqual([]);
    socket('games/g1/live').say({ type: 'hint', request: 0, hint: hint(3) });
    expect(screen.link.hint).toBeNull();
  });

  it('for an earlier position is not shown', () => {
    open(gameAfter(['H8', 'I9']));
    socket('games/g1/live').say({ type: 'hint', request: 0, hint: hint(1) });
    expect(screen.link.hint).toBeNull();
  });
});

describe('a typed command', () => {
  it('is a point or the name of an action', () => {
    open(game());
    for (const text of [' h8 ', 'UNDO', 'pass', 'hint']) screen.command(text);
    expect(actions()).toEqual([{ type: 'play', point: 'H8' }, { type: 'undo' }, { type: 'pass' }, { type: 'hint' }]);
  });

  it('that nobody knows is answered with those that are known', () => {
    open(game());
    screen.command('castle');
    expect(actions()).toEqual([]);
    expect(toasts.list[0]?.text).toContain('castle');
    expect(toasts.list[0]?.remedy).toContain('undo');
  });
});

describe('the players', () => {
  it('sit with the person below, and with Black first when both are people', () => {
    open(game());
    expect(screen.seats).toEqual(['second', 'first']);
    update(game({ first: seat({ opponent: 'adept' }), second: seat({ color: 'white' }) }));
    expect(screen.seats).toEqual(['first', 'second']);
    update(game({ second: seat({ color: 'white' }) }));
    expect(screen.seats).toEqual(['first', 'second']);
    expect(screen.hotseat).toBe(true);
  });

  it('have won or lost only against the program', () => {
    const outcome = { winner: 'white' as const, reason: 'five' as const, text: '' };
    open(game({ outcome, phase: 'over' }));
    expect(screen.verdict).toBe('lost');
    update(game({ outcome: { ...outcome, winner: 'black' }, phase: 'over' }));
    expect(screen.verdict).toBe('won');
    update(game({ outcome, phase: 'over', second: seat({ color: 'white' }) }));
    expect(screen.verdict).toBeNull();
  });

  it('can have another game of the same kind', async () => {
    const { asked } = open(game(), { 'POST games': () => ({ id: 'g2', game: game() }) });
    await screen.again();
    expect(asked.at(-1)?.body).toMatchObject({
      rule: 'freestyle',
      size: 15,
      opening: 'free',
      first: { type: 'human' },
      second: { type: 'ai', opponent: 'adept' },
    });
    expect(location.hash).toBe('#/game/g2');
  });
});

describe('the reasoning', () => {
  const reasoning = {
    ply: 2,
    color: 'white',
    player: 'adept',
    choice: 'I9',
    cells: [],
    thinking: {
      candidates: [
        { point: 'I9', score: { mate: null, win_rate: 0.6, value: 60 }, bound: 'exact', parts: [] },
        { point: 'K9', score: { mate: null, win_rate: 0.25, value: 25 }, bound: 'at_most', parts: [] },
      ],
      lines: [{ moves: ['I9', 'J10'] }],
    },
  };

  it('is that of the last explained move on the board, and only while it is looked at', async () => {
    const now = gameAfter(['H8', 'I9']);
    now.moves[1]!.has_reasoning = true;
    const { asked } = open(now, { 'GET games/g1/reasoning/2': () => reasoning });
    await settle();
    expect(asked.map(({ what }) => what)).not.toContain('GET games/g1/reasoning/2');
    screen.setTab('reasoning');
    await settle();
    expect(settings.reasoning).toBe(true);
    expect(screen.recorded?.choice).toBe('I9');
    screen.theirsOnBoard = true;
    expect(board.tips.get(at('I9'))).toContain('60');
    // The first move of the line is on the board already; the second is a ghost.
    expect(board.ghosts.map((ghost) => ghost.at)).toEqual([at('J10')]);
    screen.preview = ['K11'];
    expect(board.stones.map((stone) => stone.at)).not.toContain(at('I9'));
    screen.setTab('moves');
    flushSync();
    expect(screen.recorded).toBeNull();
    expect(board.heat).toEqual([]);
  });

  /** The person's turn, after a move that the opponent explains. */
  async function afterTheirMove(changes: Partial<GameSnapshot> = {}): Promise<void> {
    const now = gameAfter(['H8', 'I9'], changes);
    now.moves[1]!.has_reasoning = true;
    open(now, { 'GET games/g1/reasoning/2': () => reasoning });
    screen.setTab('reasoning');
    await settle();
  }

  it('does not draw what the other side rejected on the person’s own turn, unless she asks', async () => {
    await afterTheirMove();
    expect(board.heat).toEqual([]);
    expect(board.ghosts).toEqual([]);
    screen.theirsOnBoard = true;
    expect(board.heat.map(({ at: where, bound }) => [where, bound])).toEqual([
      [at('I9'), false],
      [at('K9'), true],
    ]);
    // Another move, another position.
    update(gameAfter(['H8', 'I9', 'H9']), { type: 'played', seat: 'first', point: 'H9', captured: [] });
    expect(screen.theirsOnBoard).toBe(false);
  });

  it('leaves no discs on the board when the game is over', async () => {
    const outcome = { winner: 'white' as const, reason: 'five', text: 'White wins.' };
    await afterTheirMove({ phase: 'over', turn: null, outcome });
    screen.theirsOnBoard = true;
    expect(board.heat).toEqual([]);
    expect(board.ghosts).toEqual([]);
  });

  it('plays by digit only what was suggested to the side to move', async () => {
    await afterTheirMove();
    screen.playSuggestion(1);
    screen.playSuggestion(0);
    expect(actions()).toEqual([]);
    expect(toasts.list.map(({ text }) => text)).toEqual([
      'There is no suggestion 2. H asks for one.',
      'There is no suggestion 1. H asks for one.',
    ]);
    const hint = { ply: 3, color: 'black', point: 'G7', action: null, reason: { text: '', facts: [] }, line: [] };
    socket('games/g1/live').say({ type: 'hint', request: 0, hint: { ...hint, score: null } });
    screen.playSuggestion(1);
    expect(actions()).toEqual([]);
    screen.playSuggestion(0);
    expect(actions()).toEqual([{ type: 'play', point: 'G7' }]);
  });

  it('keeps the tree of a thought until a new one comes', () => {
    open(gameAfter(['H8']));
    const thinking = { ply: 2, stage: 'search', candidates: [], lines: [], depths: [] };
    const tree = [{ node: { point: 'I9' }, answers: [] }];
    const say = (grown: unknown) =>
      socket('games/g1/live').say({ type: 'thinking', thinking: { ...thinking, tree: grown } });
    say(tree);
    say(null);
    expect(screen.thinking?.tree).toEqual(tree);
    say([]);
    expect(screen.thinking?.tree).toEqual([]);
  });
});

describe('the connection', () => {
  it('that was refused because there is no such game says so', async () => {
    serve({ 'GET games/g1': () => notFound });
    screen = new GameScreen('g1');
    await settle();
    expect(screen.missing).toEqual({ text: 'There is no such game.', remedy: 'Look into the library.' });
    expect(socket('live').readyState).not.toBe(FakeSocket.OPEN);
  });

  it('that is lost comes back by itself with what happened since', async () => {
    open(game({ seq: 5 }));
    socket('live').lose();
    expect(screen.link.connected).toBe(false);
    vi.advanceTimersByTime(200);
    await settle();
    expect(FakeSocket.all.length).toBe(2);
    expect(socket('live').address.search).toBe('?after=5');
    socket('live').onopen?.();
    expect(screen.link.connected).toBe(true);
  });

  it('to a program that does not know this page any more is explained', async () => {
    open(game(), { 'GET hello': () => new Refused(401, { code: 'unauthorized', text: '', remedy: null }) });
    socket('live').lose();
    vi.advanceTimersByTime(1600);
    await settle();
    expect(screen.isStranger).toBe(true);
  });
});

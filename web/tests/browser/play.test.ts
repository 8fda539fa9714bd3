import { describe, expect, it } from 'vitest';
import type { Catalogue, GameSnapshot } from '../../src/lib/api/types';
import { plays } from '../../src/lib/newgame';
import { me, program } from './stage';
import {
  ai,
  begin,
  click,
  cell,
  emptyAt,
  expectNoFaults,
  hint,
  human,
  myTurn,
  outcome,
  show,
  snapshot as snapshotOf,
  stoneAt,
} from './table';

const snapshot = (id: string) => snapshotOf(program, id);

/** Plays these points as they are free, until the game is over. */
async function playUntilOver(id: string, points: string[]): Promise<GameSnapshot> {
  for (const point of points) {
    const before = await snapshot(id);
    if (before.phase === 'over') return before;
    const { black, white } = before.position.stones;
    if ([...black, ...white].includes(point)) continue;
    await click(me.page, point);
    await myTurn(me.page, program, before);
  }
  return snapshot(id);
}

/** The opponents that play this game, the weakest first; none that takes long. */
async function opponentsFor(rule: string, size: number): Promise<string[]> {
  const { opponents } = await program.ask<Catalogue>('GET', 'catalogue');
  return opponents.filter((one) => one.rung <= 6 && plays(one, rule, size)).map((one) => one.name);
}

const EDGE = [
  'A1',
  'C1',
  'E1',
  'G1',
  'I1',
  'K1',
  'M1',
  'O1',
  'A3',
  'A5',
  'A7',
  'A9',
  'A11',
  'A13',
  'O3',
  'O5',
  'O7',
  'O9',
  'O11',
  'O13',
];

describe('a game against the program', () => {
  it('begins with one click on the champion, under the rules of the subject', async () => {
    const { page } = me;
    await page.getByTestId('play-champion').click();
    await page.getByTestId('status').waitFor();
    expect(new URL(page.url()).hash).toMatch(/^#\/game\/./);
    const made = await snapshot(page.url().split('/').at(-1)!);
    expect([made.position.rule, made.position.size]).toEqual(['ninuki42', 19]);
    expect([made.first.opponent, made.second.opponent]).toEqual([null, 'champion']);
    expect(await page.getByTestId('timer').isVisible()).toBe(true);
  });

  for (const [rule, size] of [
    ['freestyle', 15],
    ['renju', 15],
    ['ninuki42', 19],
  ] as const) {
    it(`is lost in ${rule} by playing along the edge, and the timer has measured it`, async () => {
      const { page } = me;
      const game = await begin(page, program, {
        rule,
        size,
        first: human,
        second: ai((await opponentsFor(rule, size)).at(-1)!),
      });
      const edge = size === 15 ? EDGE : EDGE.map((point) => point.replace(/^O/, 'S'));
      const end = await playUntilOver(game.id, edge);
      expect(end.outcome?.winner).toBe('white');
      expect(await outcome(page)).toMatch(/^You lost\..*White/s);
      expect((await page.locator('line.win').count()) + (end.outcome?.reason === 'capture' ? 1 : 0)).toBeGreaterThan(0);
      for (const which of ['timer-last', 'timer-average', 'timer-longest'])
        expect(await page.getByTestId(which).innerText()).toMatch(/\d s$/);
      expect(end.second.timer.average_ms).toBeLessThan(5000);
    });

    it(`is won in ${rule} from the first stone on by playing the hints`, async () => {
      const { page } = me;
      const [weakest] = await opponentsFor(rule, size);
      let now = await begin(page, program, { rule, size, first: human, second: ai(weakest!) });
      while (now.phase !== 'over' && now.moves.length < 120) {
        await click(page, await hint(page));
        now = await myTurn(page, program, now);
      }
      expect(now.outcome?.winner).toBe('black');
      expect(await outcome(page)).toMatch(/^You won!.*Black/s);
      // The list has followed the game to its end.
      const [list, last] = [page.getByTestId('moves'), page.getByTestId('moves').locator('[aria-current=step]')];
      expect(await last.innerText()).toContain(String(now.moves.length));
      const [around, inside] = [(await list.boundingBox())!, (await last.boundingBox())!];
      expect(inside.y).toBeGreaterThanOrEqual(around.y - 1);
      expect(inside.y + inside.height).toBeLessThanOrEqual(around.y + around.height + 1);
      // From the empty board, not from a position that was set up.
      expect(now.moves.length).toBeGreaterThanOrEqual(9);
    });
  }

  it('takes a move back with its reply and plays it again', async () => {
    const { page } = me;
    const game = await begin(page, program, { rule: 'freestyle', size: 15, first: human, second: ai('scorer') });
    await playUntilOver(game.id, ['H8']);
    const reply = (await snapshot(game.id)).moves[1]!.point!;
    await stoneAt(page, reply, 'white');
    await page.getByRole('button', { name: 'Undo' }).click();
    await emptyAt(page, 'H8');
    await emptyAt(page, reply);
    await page.getByRole('button', { name: 'Redo' }).click();
    await stoneAt(page, 'H8', 'black');
    await stoneAt(page, reply, 'white');
  });

  it('suggests a move with a reason in words', async () => {
    const { page } = me;
    await page.keyboard.press('h');
    const card = page.getByTestId('hint');
    await card.waitFor();
    expect((await card.innerText()).length).toBeGreaterThan(20);
    expect(await page.locator('.mark.hint').count()).toBe(1);
    await card.getByRole('button', { name: 'Play it' }).click();
    await expect.poll(() => page.getByTestId('moves').locator('li').count()).toBeGreaterThanOrEqual(3);
  });

  it('goes on after a reload', async () => {
    const { page } = me;
    const stones = await page.locator('circle.stone').count();
    await page.reload();
    await page.getByTestId('status').waitFor();
    await expect.poll(() => page.locator('circle.stone').count()).toBeGreaterThanOrEqual(stones);
  });

  it('is given up after a second look', async () => {
    const { page } = me;
    await expect.poll(() => page.getByRole('button', { name: 'Resign' }).isEnabled()).toBe(true);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Really resign?' }).click();
    expect(await outcome(page)).toContain('White');
  });

  it('fills the reasoning while the program thinks and keeps it for every move', async () => {
    const { page } = me;
    const game = await begin(page, program, {
      rule: 'freestyle',
      size: 15,
      first: human,
      second: { type: 'ai', opponent: 'champion', time_ms: 1800 },
    });
    await page.keyboard.press('d');
    await click(page, 'H8');
    await page.getByText('Thinking right now').waitFor();
    const running = () => page.getByTestId('timer-current').innerText();
    const early = await running();
    expect(early).toMatch(/^\d.* s$/);
    await expect.poll(running).not.toBe(early);
    expect(await page.getByTestId('timer-last').innerText()).toBe('–');
    await expect
      .poll(async () => Number.parseInt(await page.getByTestId('depth').innerText()), { timeout: 10_000 })
      .toBeGreaterThan(0);
    await expect.poll(() => page.locator('.heat').count()).toBeGreaterThan(0);
    expect(await page.getByTestId('lines').locator('li').count()).toBeGreaterThan(0);
    // The tree is there while it grows, before there is a move.
    await page.getByTestId('growing-tree').locator('li').first().waitFor();
    expect((await snapshot(game.id)).moves.length).toBe(1);
    await expect.poll(async () => (await snapshot(game.id)).moves.length, { timeout: 20_000 }).toBe(2);
    const tree = page.getByTestId('tree');
    await tree.waitFor();
    expect(await page.getByTestId('why').innerText()).not.toBe('');
    expect(await tree.innerText()).toMatch(/\d %/);
    const played = (await snapshot(game.id)).moves[1]!.point!;
    expect(await tree.locator('li b').first().innerText()).toBe(played);
    // It is the person's turn: the discs of the other side are gone until they are asked for.
    expect(await page.getByTestId('whose').innerText()).toMatch(/^Its choice: move 2, .*\(White\)/);
    await page.getByTestId('your-move').waitFor();
    expect(await page.locator('.heat').count()).toBe(0);
    await page.keyboard.press('2');
    await page.keyboard.press('1');
    expect((await snapshot(game.id)).moves.length).toBe(2);
    await page.getByRole('checkbox', { name: 'Show its thoughts on the board' }).check();
    await expect.poll(() => page.locator('.heat').count()).toBeGreaterThan(0);
    if (await page.locator('.heat.bound').count()) {
      expect(await page.locator('.heat.bound circle.best').count()).toBe(0);
      await page.getByTestId('legend').waitFor();
    }
    expect(await running()).toBe('–');
    const { timer } = (await snapshot(game.id)).second;
    expect(timer).toMatchObject({ last_ms: timer.longest_ms, average_ms: timer.longest_ms });
    expect(timer.longest_ms).toBeGreaterThan(1000);
    expect(await page.getByTestId('timer-longest').innerText()).toBe(await page.getByTestId('timer-last').innerText());
    const scrubber = page.getByTestId('scrubber');
    await scrubber.getByRole('slider').focus();
    await page.keyboard.press('Home');
    await scrubber.filter({ hasText: /Depth 1 / }).waitFor();
    await tree.locator('button[aria-expanded=false]').first().click();
    await expect.poll(() => tree.locator('ul li').count()).toBeGreaterThan(0);
    await page.keyboard.press('d');
  });

  it('shows the own numbers of a seed player on the cells', async () => {
    const { page } = me;
    await begin(page, program, { rule: 'freestyle', size: 15, first: human, second: ai('scorer') });
    await page.keyboard.press('d');
    await click(page, 'H8');
    await page.getByRole('checkbox', { name: 'Show its thoughts on the board' }).check();
    await expect.poll(() => page.locator('.heat').count(), { timeout: 20_000 }).toBeGreaterThan(3);
    await page.keyboard.press('d');
  });

  it('shows a forced win with its length and its proof, and no discs when the game is over', async () => {
    const { page } = me;
    const start = { type: 'moves' as const, rule: 'freestyle', size: 15, moves: ['A1', 'H8', 'A3', 'I8', 'A5', 'J8'] };
    const game = await begin(page, program, {
      rule: 'freestyle',
      size: 15,
      first: human,
      second: ai('champion'),
      start,
    });
    await page.keyboard.press('d');
    await playUntilOver(game.id, ['O15']);
    const proof = page.getByTestId('proof');
    await proof.waitFor();
    expect(await proof.innerText()).toMatch(/White wins by force in 3 plies/);
    expect(await proof.locator('li').count()).toBe(3);
    expect(await page.getByTestId('proven').innerText()).toBe('win in 3');
    // A bound proves nothing.
    expect(await page.locator('tr.bound', { hasText: 'Proven' }).count()).toBe(0);
    const played = (await snapshot(game.id)).moves.at(-1)!.point!;
    expect(await page.getByTestId('tree').locator('li b').first().innerText()).toBe(played);
    await page.getByRole('checkbox', { name: 'Show its thoughts on the board' }).check();
    await playUntilOver(game.id, ['O1', 'O3']);
    expect(await outcome(page)).toContain('White');
    expect(await page.locator('.heat').count()).toBe(0);
    await page.keyboard.press('d');
  });

  it('explains the limit of the champion and declines a draw that is offered early', async () => {
    const { page } = me;
    const game = await begin(page, program, { rule: 'freestyle', size: 15, first: human, second: ai('champion') });
    expect(await page.getByTestId('timer-explained').innerText()).toMatch(/0.50+ s .* 1.50+ s/);
    await playUntilOver(game.id, ['A1']);
    await page.keyboard.press('=');
    await page.getByTestId('draw-sure').waitFor();
    expect((await snapshot(game.id)).phase).toBe('play');
    await page.keyboard.press('=');
    await page.locator('.toasts').getByText('The offer of a draw was declined.').waitFor();
    expect((await snapshot(game.id)).phase).toBe('play');
  });

  it('says so when a game does not exist, with a way out', async () => {
    const { page } = me;
    await show(page, '#/game/nosuchgame');
    await page.getByRole('alert').getByRole('link', { name: 'New game' }).waitFor();
  });

  it('goes on by itself after the program was killed and started again', async () => {
    const { page } = me;
    const game = await begin(page, program, { rule: 'freestyle', size: 15, first: human, second: ai('scorer') });
    await playUntilOver(game.id, ['H8']);
    await program.kill();
    await page.getByTestId('offline').waitFor();
    await program.begin();
    await page.getByTestId('offline').waitFor({ state: 'detached' });
    await stoneAt(page, 'H8', 'black');
    const after = await playUntilOver(game.id, ['B2']);
    expect(after.moves.length).toBe(4);
    await cell(page, 'B2').and(page.locator('[aria-label*="Black"]')).waitFor();
  });

  it('takes up the thought that died with the program', async () => {
    const { page } = me;
    const game = await begin(page, program, {
      rule: 'freestyle',
      size: 15,
      first: human,
      second: { type: 'ai', opponent: 'champion', time_ms: 1500 },
    });
    await click(page, 'H8');
    await page.getByTestId('status').filter({ hasText: 'think' }).waitFor();
    await program.kill();
    await page.getByTestId('offline').waitFor();
    await program.begin();
    await page.getByTestId('offline').waitFor({ state: 'detached' });
    await expect.poll(async () => (await snapshot(game.id)).moves.length, { timeout: 20_000 }).toBe(2);
    await stoneAt(page, (await snapshot(game.id)).moves[1]!.point!, 'white');
  });

  it('is the same in two tabs, and only one of them answers a position', async () => {
    const { page } = me;
    const game = await begin(page, program, { rule: 'freestyle', size: 15, first: human, second: human });
    const other = await me.context.newPage();
    await other.goto(page.url());
    await other.getByTestId('status').waitFor();
    await click(page, 'H8');
    await stoneAt(other, 'H8', 'black');
    // Both click before they have heard of each other.
    await Promise.all([click(page, 'I9'), click(other, 'J10')]);
    await expect.poll(async () => (await snapshot(game.id)).moves.length).toBeGreaterThanOrEqual(2);
    const second = (await snapshot(game.id)).moves[1]!.point!;
    await stoneAt(page, second, 'white');
    await stoneAt(other, second, 'white');
    await other.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await snapshot(game.id)).moves.length).toBeLessThan(3);
    await other.close();
  });

  it('shows what the other side threatens', async () => {
    const { page } = me;
    const start = { type: 'moves' as const, rule: 'freestyle', size: 15, moves: ['A1', 'H8', 'A3', 'I8', 'A5', 'J8'] };
    await begin(page, program, { rule: 'freestyle', size: 15, first: human, second: human, start });
    await page.keyboard.press('x');
    const threats = page.getByTestId('threats');
    await threats.filter({ hasText: 'White threatens to win' }).waitFor();
    await expect.poll(() => page.locator('.ghost').count()).toBeGreaterThan(0);
    await page.keyboard.press('x');
    await threats.waitFor({ state: 'detached' });
  });
});

describe('the 42 game against the engine', () => {
  const engine = ai('adept');
  /** A board that Black is to move on, with four in a row of which one stone stands in a pair. */
  const fourInARow = (white: string[], taken: number) => ({
    type: 'setup' as const,
    rule: 'ninuki42',
    size: 19,
    stones: { black: ['D10', 'E10', 'F10', 'G10', 'F9', 'K10'], white: ['F8', ...white] },
    to_move: 'black' as const,
    captured: { black: 0, white: taken },
    moves: [],
  });
  const pips = (color: string) => me.page.getByTestId(`player-${color}`).locator('.pips i.full').count();

  it('is won by a five that the engine breaks once by a capture', async () => {
    const { page } = me;
    const start = fourInARow(['I10', 'J10', 'A1', 'S1', 'S19'], 0);
    const game = await begin(page, program, { rule: 'ninuki42', size: 19, first: human, second: engine, start });
    // H10 makes five and takes I10 and J10; the engine's one answer takes F10 and F9.
    const after = await playUntilOver(game.id, ['H10']);
    expect(after.phase).toBe('play');
    expect(after.moves.at(-1)!.point).toBe('F11');
    for (const point of ['I10', 'J10', 'F10', 'F9']) await emptyAt(page, point);
    await expect.poll(() => pips('black')).toBe(1);
    expect(await pips('white')).toBe(1);
    const end = await playUntilOver(game.id, ['F10']);
    expect(end.outcome).toMatchObject({ winner: 'black', reason: 'five' });
    expect(await outcome(page)).toContain('Black');
    expect(await page.locator('line.win').count()).toBe(1);
  });

  it('is lost to the tenth stone, which is taken instead of answering a pending five', async () => {
    const { page } = me;
    const start = fourInARow(['N4', 'A1', 'S1', 'S19', 'A19'], 8);
    start.stones.black.push('O4', 'P4');
    const game = await begin(page, program, { rule: 'ninuki42', size: 19, first: human, second: engine, start });
    const end = await playUntilOver(game.id, ['H10']);
    expect(end.outcome).toMatchObject({ winner: 'white', reason: 'capture' });
    expect(await outcome(page)).toContain('White');
    expect(await pips('white')).toBe(5);
  });

  it('says what both sides have on the board', async () => {
    const { page } = me;
    const moves = ['J10', 'K10', 'J11', 'L10', 'J12'];
    const start = { type: 'moves' as const, rule: 'ninuki42', size: 19, moves };
    const game = await begin(page, program, { rule: 'ninuki42', size: 19, first: human, second: engine, start });
    await page.keyboard.press('d');
    await expect.poll(async () => (await snapshot(game.id)).moves.length, { timeout: 20_000 }).toBe(6);
    const side = (color: string) => page.getByTestId('survey').locator(`[data-side=${color}]`).innerText();
    await page.getByTestId('survey').waitFor();
    expect(await side('black')).toMatch(/J12 J11 J10 on the column, open three\s+room 19, free ends 7 and 9/);
    expect(await side('black')).toContain('K10 L10 from M10');
    expect(await side('white')).toMatch(/K10 L10 on the row/);
    await page.keyboard.press('d');
  });

  it('adapts to what the player overlooked, shows it, and can be told not to', async () => {
    const { page } = me;
    const moves = ['A1', 'G7', 'A3', 'H8', 'A5', 'I9', 'A7', 'B2'];
    const start = { type: 'moves' as const, rule: 'ninuki42', size: 19, moves };
    const game = await begin(page, program, { rule: 'ninuki42', size: 19, first: human, second: engine, start });
    await page.keyboard.press('d');
    await playUntilOver(game.id, ['S1']);
    const noticed = page.getByTestId('adapting');
    await noticed.waitFor();
    expect(await noticed.innerText()).toMatch(/Three on the rising diagonal\s+\d+ of \d+ overlooked/);
    await page.keyboard.press('d');
    await show(page, '#/settings');
    const box = page.getByRole('checkbox', { name: 'Adapt to how I play' });
    await box.uncheck();
    await page.getByText('Saved.').first().waitFor();
    await show(page, `#/game/${game.id}`);
    await page.getByTestId('status').waitFor();
    await page.keyboard.press('d');
    await playUntilOver(game.id, ['S19']);
    await page.getByTestId('why').waitFor();
    await noticed.waitFor({ state: 'detached' });
    await page.keyboard.press('d');
  });
});

it('made no fault in the page', () => expectNoFaults(me));

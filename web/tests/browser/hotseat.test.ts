import { describe, expect, it } from 'vitest';
import type { Catalogue, GameSnapshot } from '../../src/lib/api/types';
import { me, program } from './stage';
import { ai, begin, cell, click, emptyAt, expectNoFaults, human, outcome, playAll, stoneAt } from './table';

const two = { first: human, second: human };
const snapshot = (id: string) => program.ask<GameSnapshot>('GET', `games/${id}`);

describe('two people', () => {
  it('play a game to the end and ask for suggestions', async () => {
    const { page } = me;
    await begin(page, program, { rule: 'freestyle', size: 15, ...two });
    await playAll(page, 'H8 A1 I8 A2 J8');
    await page.getByRole('button', { name: 'Hint' }).click();
    const hint = page.getByTestId('hint');
    await hint.waitFor();
    expect(await hint.innerText()).toMatch(/White: (G8|K8|F8|L8)/);
    expect(await hint.innerText()).toMatch(/three|four/i);
    // The timer is there without an opponent too: of both people and of the suggestion.
    for (const row of ['times-first', 'times-second', 'times-suggestion'])
      expect(await page.getByTestId('timer').getByTestId(row).innerText()).toMatch(/\d s/);
    expect(await page.getByTestId('hint-time').innerText()).toMatch(/\d s/);
    await click(page, 'A3');
    await stoneAt(page, 'A3', 'white');
    await playAll(page, 'K8').catch(() => undefined);
    await click(page, 'O15');
    await stoneAt(page, 'O15', 'white');
    await click(page, 'L8');
    expect(await outcome(page)).toContain('Black');
  });

  it('capture a pair, which leaves the board and fills a pip', async () => {
    const { page } = me;
    await begin(page, program, { rule: 'ninuki42', size: 19, ...two });
    await playAll(page, 'J10 K10 A1 L10');
    await cell(page, 'M10').hover({ force: true });
    await expect.poll(() => page.locator('.stone.doomed').count()).toBe(2);
    await click(page, 'M10');
    await emptyAt(page, 'K10');
    await emptyAt(page, 'L10');
    expect(await page.getByTestId('player-black').innerText()).toContain('2/10');
    expect(await page.getByTestId('player-black').locator('.pips i.full').count()).toBe(1);
  });

  const pending = {
    rule: 'ninuki42',
    size: 9,
    ...two,
    start: {
      type: 'setup' as const,
      rule: 'ninuki42',
      size: 9,
      stones: { black: ['B5', 'C5', 'D5', 'E5', 'D4'], white: ['D3', 'H1', 'H9', 'A9', 'A1'] },
      to_move: 'black' as const,
      captured: { black: 0, white: 0 },
      moves: [],
    },
  };

  it('see a five that is pending with its answers, and break it', async () => {
    const { page } = me;
    await begin(page, program, pending);
    await click(page, 'F5');
    const banner = page.getByTestId('pending');
    await banner.waitFor();
    expect(await banner.innerText()).toContain('D6');
    expect(await page.locator('.mark.answer').count()).toBe(1);
    expect(await page.locator('line.pending').count()).toBe(1);
    // The stones that would break it are marked too.
    expect(await page.locator('.mark.taken').count()).toBe(2);
    expect(await page.getByTestId('pending-wins').count()).toBe(0);
    await click(page, 'D6');
    await emptyAt(page, 'D5');
    await banner.waitFor({ state: 'detached' });
    expect(await page.getByTestId('outcome').count()).toBe(0);
  });

  it('are told when the answer to a five is to win by captures', async () => {
    const { page } = me;
    const start = {
      type: 'setup' as const,
      rule: 'ninuki42',
      size: 19,
      stones: {
        black: ['D10', 'E10', 'F10', 'G10', 'F9', 'O4', 'P4'],
        white: ['F8', 'N4', 'A1', 'S1', 'S19', 'A19', 'C3'],
      },
      to_move: 'black' as const,
      captured: { black: 0, white: 8 },
      moves: [],
    };
    await begin(page, program, { rule: 'ninuki42', size: 19, ...two, start });
    await click(page, 'H10');
    const wins = page.getByTestId('pending-wins');
    await wins.waitFor();
    expect(await wins.innerText()).toMatch(/win at once by captures/i);
    expect(await page.locator('.mark.winning').count()).toBeGreaterThan(0);
    // The solver does not know captures: its button is not offered.
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    expect(await page.getByRole('button', { name: 'Threats' }).count()).toBe(0);
    await page.getByRole('button', { name: 'More' }).click();
  });

  it('lose to a pending five that nobody breaks', async () => {
    const { page } = me;
    await begin(page, program, pending);
    await click(page, 'F5');
    await page.getByTestId('pending').waitFor();
    await click(page, 'I5');
    expect(await outcome(page)).toContain('Black');
  });

  it('cannot play a forbidden point and are told why', async () => {
    const { page } = me;
    await begin(page, program, {
      rule: 'renju',
      size: 15,
      ...two,
      start: {
        type: 'setup',
        rule: 'renju',
        size: 15,
        stones: { black: ['G8', 'I8', 'H7', 'H9'], white: ['A1', 'A15', 'O1', 'O15'] },
        to_move: 'black',
        captured: { black: 0, white: 0 },
        moves: [],
      },
    });
    await cell(page, 'H8').hover({ force: true });
    expect(await page.locator('.tip').innerText()).toContain('double-three');
    await click(page, 'H8');
    await page.getByRole('alert').filter({ hasText: 'double-three' }).first().waitFor();
    await page.locator('[role=gridcell][aria-label^="H8, empty"]').waitFor();
  });

  it('have a clock that runs and decides', async () => {
    const { page } = me;
    await begin(page, program, {
      rule: 'freestyle',
      size: 15,
      ...two,
      clock: { main_ms: 900, increment_ms: 0, byoyomi_ms: 0, byoyomi_periods: 0 },
    });
    await click(page, 'H8');
    expect(await page.getByTestId('clock-white').isVisible()).toBe(true);
    expect(await outcome(page)).toContain('Black');
    // On a slow machine it may be Black who is too late.
    const loser = (await outcome(page)).startsWith('Black wins') ? 'white' : 'black';
    expect(await page.getByTestId(`clock-${loser}`).innerText()).toBe('0:00.0');
  });
});

describe('an opening procedure', () => {
  /** Does whatever the panel asks until the opening is over; returns what was asked. */
  async function walk(id: string, prefer: string[]): Promise<string[]> {
    const { page } = me;
    const asked: string[] = [];
    for (let guard = 0; guard < 40; guard++) {
      const game = await snapshot(id);
      const step = game.opening?.step;
      if (!step) return asked;
      if (game[step.seat].opponent) {
        await expect.poll(async () => (await snapshot(id)).seq, { timeout: 20_000 }).toBeGreaterThan(game.seq);
        continue;
      }
      const kinds = step.options.map((option) => option.kind);
      asked.push(kinds.join('+'));
      const choice = prefer.find((kind) => kinds.some((one) => one === kind));
      const panel = page.getByTestId('opening');
      await page.locator(`[data-seq="${game.seq}"]`).waitFor();
      await panel.waitFor();
      const stones = [...game.position.stones.black, ...game.position.stones.white];
      const free = (game.position.allowed ?? everyPoint(game.position.size)).filter((point) => !stones.includes(point));
      if (choice) await panel.locator(`[data-option=${choice}]`).click();
      else if (kinds.includes('declare')) await panel.getByRole('button', { name: '2', exact: true }).click();
      else if (kinds.includes('offer')) {
        for (const point of lopsided(free, game.position.size).slice(0, step.count!)) await click(page, point);
        await panel.getByRole('button', { name: 'Offer these points' }).click();
      } else if (kinds.includes('pick')) await click(page, step.offers[0]!);
      else if (kinds.includes('place')) await click(page, free[Math.floor(free.length / 3)]!);
      else await panel.locator('[data-option]').first().click();
      await expect.poll(async () => (await snapshot(id)).seq, { timeout: 20_000 }).toBeGreaterThan(game.seq);
    }
    throw new Error('the opening does not end');
  }

  const everyPoint = (size: number) =>
    Array.from({ length: size * size }, (_, i) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[i % size]! + (Math.floor(i / size) + 1));
  /** Points of one corner, of which no two are symmetric to each other. */
  const lopsided = (points: string[], _size: number) => points.filter((point) => /^[A-C](1|2|3|4)$/.test(point));

  it('is walked by two people in all its procedures', async () => {
    const { openings } = await program.ask<Catalogue>('GET', 'catalogue');
    for (const { name } of openings.filter((one) => one.name !== 'free')) {
      const game = await begin(me.page, program, { rule: 'renju', size: 15, opening: name, ...two });
      const asked = await walk(
        game.id,
        name === 'taraguchi10' ? ['stay', 'offer_ten'] : ['swap', 'put_two', 'take_white'],
      );
      expect(asked.length, name).toBeGreaterThan(1);
      expect((await snapshot(game.id)).phase, name).toBe('play');
    }
  }, 90_000);

  it('swap2 is opened by a person and answered by the program', async () => {
    const { page } = me;
    const game = await begin(page, program, {
      rule: 'freestyle',
      size: 15,
      opening: 'swap2',
      first: human,
      second: ai('adept'),
    });
    const asked = await walk(game.id, ['take_black']);
    expect(asked.slice(0, 3)).toEqual(['place', 'place', 'place']);
    const log = (await snapshot(game.id)).opening!.log;
    expect(log.some((entry) => entry.seat === 'second' && entry.reason !== null)).toBe(true);
    // What the program chose is still seen when the opening is over, with the reason.
    const choice = page.getByTestId('opening-choice');
    await choice.waitFor();
    expect(await choice.locator('.muted').innerText()).not.toBe('');
  });

  it('swap2 is opened by the program and answered by a person who puts two more', async () => {
    const game = await begin(me.page, program, {
      rule: 'freestyle',
      size: 15,
      opening: 'swap2',
      first: ai('adept'),
      second: human,
    });
    const asked = await walk(game.id, ['put_two']);
    expect(asked[0]).toContain('put_two');
    expect(asked.slice(1)).toEqual(['place', 'place']);
    expect((await snapshot(game.id)).phase).toBe('play');
  });

  it('made no fault in the page', () => expectNoFaults(me));
});

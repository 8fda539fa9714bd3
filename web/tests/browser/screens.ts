import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, it } from 'vitest';
import type { Page } from 'playwright-core';
import type { GameSnapshot } from '../../src/lib/api/types';
import { browser, me, program } from './stage';
import { ai, begin, DESKTOP, human, PHONE, show, sit } from './table';

/** Pictures of every screen, for people to look at: `npm run screens`, into SCREENS or test-results. */
const FOLDER = resolve(process.env.SCREENS || join(import.meta.dirname, '../../test-results'));

beforeAll(() => {
  mkdirSync(FOLDER, { recursive: true });
});

const snapshot = (id: string) => program.ask<GameSnapshot>('GET', `games/${id}`);
const act = (id: string, action: unknown) => program.ask('POST', `games/${id}/actions`, { request: 1, action });

async function until(id: string, done: (game: GameSnapshot) => boolean): Promise<GameSnapshot> {
  for (let i = 0; i < 600; i++) {
    const game = await snapshot(id);
    if (done(game)) return game;
    await new Promise((next) => setTimeout(next, 50));
  }
  throw new Error('the game does not get there');
}

/** A game in which the person plays what is suggested, as far as the middle game. */
async function middleGame(
  page: Page,
  rule: string,
  size: number,
  nMoves: number,
  opponent: string,
): Promise<GameSnapshot> {
  const game = await begin(page, program, { rule, size, first: human, second: ai(opponent) });
  for (let i = 0; i < nMoves; i++) {
    const now = await until(game.id, (one) => one.phase === 'over' || one.turn === 'first');
    if (now.phase === 'over') break;
    const hint = (await act(game.id, { type: 'hint' })) as { point: string };
    await act(game.id, { type: 'play', point: hint.point });
  }
  return until(game.id, (one) => one.phase === 'over' || one.turn === 'first');
}

it('takes the pictures', async () => {
  const game = await middleGame(me.page, 'ninuki42', 19, 7, 'expert');
  const lost = await middleGame(me.page, 'freestyle', 15, 60, 'expert');
  const over = await begin(me.page, program, { rule: 'freestyle', size: 15, first: human, second: human });
  for (const point of 'H8 A1 I8 A3 J8 A5 O15 G8 O13 K8 H9 B1 H10 B3 H11 B5 H12'.split(' '))
    await act(over.id, { type: 'play', point });
  await me.context.close();

  for (const [device, viewport] of [
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      const touch = device === 'phone';
      const { page, context } = await sit(browser, program, {
        viewport,
        colorScheme,
        hasTouch: touch,
        isMobile: touch,
      });
      const take = async (name: string, fullPage = false) => {
        await page.evaluate(() => document.fonts.ready);
        // The grain of the wood is painted after the first picture.
        await page.waitForTimeout(200);
        await page.screenshot({ path: join(FOLDER, `${name}-${device}-${colorScheme}.png`), fullPage });
      };
      await take('new', touch);
      await page.getByTestId('own-game').click();
      await take('choices', true);
      await show(page, `#/game/${game.id}`);
      await page.getByTestId('status').waitFor();
      if (await page.getByRole('button', { name: 'Got it' }).count())
        await page.getByRole('button', { name: 'Got it' }).click();
      await take('game');
      await page.getByTestId('tab-reasoning').click();
      await take('reasoning', touch);
      await page.locator('[role=tab]').first().click();
      await show(page, `#/game/${lost.id}`);
      await page.getByTestId('outcome').waitFor();
      await take('over');
      const opening = await begin(page, program, {
        rule: 'renju',
        size: 15,
        opening: 'swap2',
        first: ai('adept'),
        second: human,
      });
      await until(opening.id, (one) => one.turn === 'second');
      await take('opening');
      const pending = await begin(page, program, {
        rule: 'ninuki42',
        size: 9,
        first: human,
        second: human,
        start: {
          type: 'setup',
          rule: 'ninuki42',
          size: 9,
          stones: { black: ['B5', 'C5', 'D5', 'E5', 'D4'], white: ['D3', 'H1', 'H9', 'A9', 'A1'] },
          to_move: 'black',
          captured: { black: 0, white: 0 },
          moves: [],
        },
      });
      await act(pending.id, { type: 'play', point: 'F5' });
      await take('pending');
      const hotseat = await begin(page, program, { rule: 'renju', size: 15, first: human, second: human });
      for (const point of ['H8', 'I9', 'I7', 'G9', 'G7', 'H7', 'J6', 'K5', 'H6'])
        await act(hotseat.id, { type: 'play', point });
      await page.keyboard.press('h');
      await page.getByTestId('hint').waitFor();
      await take('hotseat');
      await show(page, '#/analysis?rule=freestyle&size=15&moves=h8i9i7g9g7h7j6k5');
      await page.getByTestId('toggle-engine').click();
      await page.waitForTimeout(1500);
      await take('analysis');
      await page.getByTestId('toggle-engine').click();
      await page.locator('[data-tab=files]').click();
      await take('files');
      await show(page, '#/library');
      await show(page, '#/analysis?rule=freestyle&size=15&moves=h8a1i8a3j8a5o15g8o13k8h10b1h9b3');
      await page.locator('[data-tab=solve]').click();
      await page.getByRole('button', { name: 'Win by fours' }).click();
      await page.getByTestId('proof').waitFor();
      await take('solve');
      await show(page, `#/review/${over.id}`);
      await page.locator('.moments button').first().waitFor({ timeout: 60_000 });
      await page.locator('.moments button.now').first().waitFor();
      await take('review');
      await show(page, '#/library');
      await take('library');
      await show(page, '#/settings');
      await take('settings', touch);
      await show(page, '#/learn');
      await page.locator('.live').first().locator('.heat').first().waitFor();
      await page.getByTestId('lines').locator('li').nth(2).waitFor();
      await take('learn', true);
      await context.close();
    }
}, 400_000);

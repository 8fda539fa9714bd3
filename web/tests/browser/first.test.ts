import { describe, expect, it } from 'vitest';
import type { Created } from '../../src/lib/api/types';
import { browser, me, program } from './stage';
import {
  DESKTOP,
  click,
  expectNoFaults,
  human,
  PHONE,
  PHONE_LANDSCAPE,
  show,
  sit,
  snapshot,
  stoneAt,
  TABLET_LANDSCAPE,
} from './table';

const gameOf = (url: string) => snapshot(program, url.split('/').at(-1)!);

describe('the first screen', () => {
  it('has two large buttons, and everything else is folded away', async () => {
    const { page } = me;
    await page.getByTestId('play-champion').waitFor();
    await page.getByTestId('play-gentle').waitFor();
    expect(await page.locator('input[name=opponent]').count()).toBe(0);
    expect(await page.getByTestId('again').count()).toBe(0);
    expect(await page.locator('#main button').count()).toBe(3);
  });

  it('gives a gentle game to somebody who knows nothing yet', async () => {
    const { page } = me;
    await page.getByTestId('play-gentle').click();
    await page.getByTestId('status').waitFor();
    const { second, position } = await gameOf(page.url());
    const { opponents } = await program.ask<{ opponents: { name: string; rung: number }[] }>('GET', 'catalogue');
    const gentlest = opponents.reduce((best, one) => (one.rung < best.rung ? one : best));
    expect([second.opponent, position.rule, position.size]).toEqual([gentlest.name, 'freestyle', 15]);
  });

  it('remembers what was chosen, and offers it as last time', async () => {
    const { page } = me;
    await show(page, '#/new');
    await page.getByTestId('own-game').click();
    await page.locator('input[name=rule][value=renju]').check({ force: true });
    await page.locator('input[name=opponent][value=adept]').check({ force: true });
    await page.locator('[data-limit=depth]').selectOption('3');
    await page.getByRole('button', { name: 'Play', exact: true }).first().click();
    await page.getByTestId('status').waitFor();
    await show(page, '#/new');
    const again = page.getByTestId('again');
    await again.waitFor();
    expect(await again.innerText()).toMatch(/Renju[\s\S]*Adept/);
    await again.getByRole('button', { name: 'Play' }).click();
    await page.getByTestId('status').waitFor();
    const { second, position } = await gameOf(page.url());
    expect([second.opponent, position.rule]).toEqual(['adept', 'renju']);
    expect(second.limits).toMatchObject({ depth: 3, time_ms: null });
  });
});

describe('how it thinks', () => {
  it('shows captures, a five that can be broken and a double-three on 19 × 19, by the judge of the rules', async () => {
    const { page } = me;
    await show(page, '#/learn');
    const board = (name: string) => page.locator(`svg[aria-label^="${name}"]`);
    const cell = (name: string, point: string) => board(name).locator(`[role=gridcell][aria-label^="${point},"]`);
    const capture = 'Captures: stones that leave the board';
    await cell(capture, 'M10').click({ force: true });
    await board(capture).locator('[role=gridcell][aria-label^="M10, Black"]').waitFor();
    await board(capture).locator('[role=gridcell][aria-label^="K10, empty"]').waitFor();
    expect(await board(capture).getAttribute('aria-rowcount')).toBe('19');
    const five = 'A five that can be broken';
    await cell(five, 'L10').click({ force: true });
    await cell(five, 'J11').and(page.locator('[aria-label*="breaks the five"]')).waitFor();
    await cell(five, 'J11').click({ force: true });
    await board(five).locator('[role=gridcell][aria-label^="J10, empty"]').waitFor();
    const threes = 'Two free threes at once are forbidden';
    await cell(threes, 'J10').and(page.locator('[aria-label*="double-three"]')).waitFor();
  });
});

describe('the library', () => {
  it('keeps what can be read of a file, and says what cannot', async () => {
    const { page } = me;
    await show(page, '#/library');
    await page.getByTestId('import').click();
    const damaged = '(;GM[4]SZ[15];B[hh];W[ii])\n(;GM[4]SZ[15];B[hh];W[hh];B[aa])\n(;GM[4]SZ[15];B[aa];W[bb];B[cc])\n';
    await page.getByTestId('import-text').fill(damaged);
    await page.getByRole('button', { name: 'Read and keep' }).click();
    const report = page.getByTestId('import-report');
    await report.waitFor();
    const text = await report.innerText();
    expect(text).toMatch(/3 games kept/);
    expect(text).toMatch(/Parts that could not be read: 1/);
    expect(text).toMatch(/Game 2/);
    await expect.poll(() => page.getByTestId('entries').locator('> li').count()).toBeGreaterThanOrEqual(3);
    await page.getByTestId('import-text').fill('this is no game at all');
    await page.getByRole('button', { name: 'Read and keep' }).click();
    await expect.poll(() => report.innerText()).not.toMatch(/kept/);
  });

  it('is not filled with games that nobody has begun', async () => {
    const { page } = me;
    const made = await program.ask<Created>('POST', 'games', { rule: 'caro', size: 15, first: human, second: human });
    await show(page, '#/settings');
    await show(page, '#/library');
    const entries = page.getByTestId('entries').locator('> li');
    await expect.poll(() => entries.count()).toBeGreaterThan(0);
    expect(await entries.filter({ hasText: 'Caro' }).count()).toBe(0);
    await page.getByLabel('State').selectOption('empty');
    await expect.poll(() => entries.filter({ hasText: 'Caro' }).count()).toBe(1);
    await program.ask('DELETE', `games/${made.id}`);
  });
});

describe('screens of other shapes', () => {
  const game = { rule: 'freestyle', size: 15, first: human, second: human };

  for (const [name, viewport] of [
    ['a phone', PHONE],
    ['a phone on its side', PHONE_LANDSCAPE],
    ['a tablet', TABLET_LANDSCAPE],
  ] as const)
    it.each(['fr-FR', 'zh-CN'])(`fit ${name}, in %s too, with the whole board in sight`, async (locale) => {
      const isPhone = name !== 'a tablet';
      const { page, context } = await sit(browser, program, { viewport, locale, hasTouch: isPhone });
      const { id } = await program.ask<Created>('POST', 'games', game);
      for (const point of ['H8', 'A1', 'I8', 'A3', 'J8', 'A5', 'K8', 'A7', 'L8'])
        await program.ask('POST', `games/${id}/actions`, { request: 1, action: { type: 'play', point } });
      for (const hash of ['#/new', '#/analysis', `#/review/${id}`, '#/library', '#/settings', '#/learn']) {
        await show(page, hash);
        await page.locator('#main h1').first().waitFor({ state: 'attached' });
        expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), hash).toBe(false);
        if (!hash.includes('analysis') && !hash.includes('review')) continue;
        if (hash === '#/analysis') {
          // The name of the rule can be read.
          const rule = (await page.locator('.head .grow select').boundingBox())!;
          expect(rule.width).toBeGreaterThanOrEqual(150);
        }
        const box = (await page.locator('.square').boundingBox())!;
        expect(box.y, hash).toBeGreaterThanOrEqual(40);
        expect(box.y + box.height, hash).toBeLessThanOrEqual(viewport.height);
        expect(box.height, hash).toBeGreaterThan(Math.min(viewport.width, viewport.height) * 0.7);
      }
      await context.close();
    });

  for (const [name, viewport] of [
    ['a phone', PHONE],
    ['a phone on its side', PHONE_LANDSCAPE],
    ['a tablet', TABLET_LANDSCAPE],
    ['a desk', DESKTOP],
  ] as const)
    it(`cover neither board nor panel with a message on ${name}`, async () => {
      const { page, context } = await sit(browser, program, { viewport, hasTouch: name.startsWith('a phone') });
      await show(page, '#/analysis');
      await page.locator('[data-tab=files]').click();
      await page.getByTestId('paste').fill(`(;GM[4]SZ[15]GN[${'long '.repeat(30)}];B[zz`);
      await page.getByRole('button', { name: 'Read the text' }).click();
      const message = page.locator('.toasts [role=alert]').first();
      await message.waitFor();
      const { y, height } = (await message.boundingBox())!;
      // The bar is always on top, wherever the page is scrolled to.
      const bar = (await page.locator('header').boundingBox())!;
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y + height).toBeLessThanOrEqual(bar.y + bar.height);
      await message.getByRole('button').click();
      await message.waitFor({ state: 'detached' });
      await context.close();
    });

  it('can play on all of them', async () => {
    const { page, context } = await sit(browser, program, { viewport: PHONE_LANDSCAPE });
    await show(page, '#/analysis?rule=freestyle&size=15&moves=h8');
    await stoneAt(page, 'H8', 'black');
    await click(page, 'A1');
    await stoneAt(page, 'A1', 'white');
    await click(page, 'O15');
    await stoneAt(page, 'O15', 'black');
    await context.close();
  });

  it('made no fault in the page', () => expectNoFaults(me));
});

import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { frServer } from '../../src/i18n/fr';
import { zhServer } from '../../src/i18n/zh';
import type { Catalogue, Created } from '../../src/lib/api/types';
import { browser, me, program } from './stage';
import {
  ai,
  begin,
  cell,
  emptyAt,
  expectNoFaults,
  expectNothingOverflows,
  firstLoad,
  hint,
  human,
  myTurn,
  PHONE,
  show,
  sit,
  snapshot,
  stoneAt,
} from './table';

const two = { rule: 'freestyle', size: 15, first: human, second: human };

describe('a person without a mouse', () => {
  it('starts and plays a game with the keyboard only', async () => {
    const { page } = me;
    await show(page, '#/new');
    const play = page.getByTestId('play-gentle');
    await play.waitFor();
    for (let i = 0; i < 30 && !(await play.evaluate((one) => one === document.activeElement)); i++)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByTestId('status').waitFor();
    await page.keyboard.press('b');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('circle.stone').count(), { timeout: 15_000 }).toBe(2);
    await page.keyboard.press('u');
    await expect.poll(() => page.locator('circle.stone').count()).toBe(0);
  });

  it('chooses an opponent and plays a whole game with the keyboard only', async () => {
    const { page } = me;
    await show(page, '#/new');
    const play = page.getByRole('button', { name: 'Play', exact: true }).first();
    const choices = page.getByTestId('own-game');
    await choices.waitFor();
    const focus = async (what: Locator) => {
      for (let i = 0; i < 60 && !(await what.evaluate((one) => one === document.activeElement)); i++)
        await page.keyboard.press('Tab');
      expect(await what.evaluate((one) => one === document.activeElement)).toBe(true);
    };
    await focus(choices);
    await page.keyboard.press('Enter');
    await focus(page.locator('input[name=opponent]:checked'));
    while ((await page.locator('input[name=opponent]:checked').inputValue()) !== 'patterns')
      await page.keyboard.press('ArrowUp');
    await focus(play);
    await page.keyboard.press('Enter');
    await page.getByTestId('status').waitFor();
    let now = await snapshot(program, page.url().split('/').at(-1)!);
    expect(now.second.opponent).toBe('patterns');
    const place = (point: string) => [point.charCodeAt(0), Number(point.slice(1))] as const;
    while (now.phase !== 'over' && now.moves.length < 120) {
      const to = await hint(page);
      await page.keyboard.press('b');
      const cursor = page.locator('[role=gridcell]:focus');
      const [x, y] = place((await cursor.getAttribute('aria-label'))!.split(',')[0]!);
      const [toX, toY] = place(to);
      for (let i = 0; i < Math.abs(toX - x); i++) await page.keyboard.press(toX > x ? 'ArrowRight' : 'ArrowLeft');
      for (let i = 0; i < Math.abs(toY - y); i++) await page.keyboard.press(toY > y ? 'ArrowUp' : 'ArrowDown');
      await page.keyboard.press('Enter');
      now = await myTurn(page, program, now);
    }
    expect(now.outcome?.winner).toBe('black');
    await expect.poll(() => page.getByTestId('assertive').innerText()).toContain('Black');
  });

  it('has one tab stop on the board, and hears every move', async () => {
    const { page } = me;
    await begin(page, program, two);
    expect(await page.locator('[role=gridcell][tabindex="0"]').count()).toBe(1);
    await page.getByLabel('Type a move or a command').fill('h8');
    await page.keyboard.press('Enter');
    await stoneAt(page, 'H8', 'black');
    await expect.poll(() => page.getByTestId('polite').innerText()).toContain('Black H8');
    expect(await cell(page, 'H8').getAttribute('aria-label')).toBe('H8, Black, move 1, last move');
    await page.getByLabel('Type a move or a command').fill('h8');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByTestId('assertive').innerText()).not.toBe('');
  });

  it('finds all keys under the question mark', async () => {
    const { page } = me;
    await page.getByTestId('status').click();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'hidden' });
  });
});

describe('a person with a phone', () => {
  it('aims first and places then, and nothing is wider than the screen', async () => {
    const phone = await sit(browser, program, { viewport: PHONE, hasTouch: true, isMobile: true });
    const { page } = phone;
    await begin(page, program, two);
    await cell(page, 'H8').tap({ force: true });
    await emptyAt(page, 'H8');
    await page.getByRole('button', { name: 'Place H8' }).tap();
    await stoneAt(page, 'H8', 'black');
    await expectNothingOverflows(page);
    expectNoFaults(phone);
    await phone.context.close();
  });

  it('sees the point under the finger enlarged, and plays where the finger is lifted', async () => {
    const phone = await sit(browser, program, { viewport: PHONE, hasTouch: true, isMobile: true });
    const { page } = phone;
    await begin(page, program, { ...two, rule: 'ninuki42', size: 19 });
    const session = await phone.context.newCDPSession(page);
    const middle = async (point: string) => {
      const { x, y, width, height } = (await cell(page, point).boundingBox())!;
      return { x: x + width / 2, y: y + height / 2 };
    };
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
    await touch('touchStart', await middle('J10'));
    await page.getByTestId('loupe').filter({ hasText: 'J10' }).waitFor();
    await touch('touchMove', await middle('K11'));
    await page.getByTestId('loupe').filter({ hasText: 'K11' }).waitFor();
    await touch('touchEnd');
    await stoneAt(page, 'K11', 'black');
    await page.getByTestId('loupe').waitFor({ state: 'detached' });
    // Away from the board it is taken back.
    await touch('touchStart', await middle('J10'));
    await page.getByTestId('loupe').waitFor();
    await touch('touchMove', { x: 5, y: 5 });
    await page.getByTestId('loupe').waitFor({ state: 'detached' });
    await touch('touchEnd');
    await emptyAt(page, 'J10');
    await phone.context.close();
  });

  for (const [how, viewport] of [
    ['a phone on its side', { width: 844, height: 390 }],
    ['a tablet on its side', { width: 1024, height: 768 }],
    ['a phone upright', PHONE],
  ] as const)
    it(`sees the whole board and every button on ${how}, in French too`, async () => {
      const small = await sit(browser, program, { viewport, hasTouch: true, isMobile: true });
      const { page } = small;
      for (const language of ['Français', 'English']) {
        await show(page, '#/settings');
        await page.getByRole('button', { name: language }).click();
        await begin(page, program, { rule: 'ninuki42', size: 19, first: human, second: ai('adept') });
        const board = (await page.locator('[role=grid]').boundingBox())!;
        expect(board.x).toBeGreaterThanOrEqual(0);
        expect(board.y + board.height).toBeLessThanOrEqual(viewport.height);
        expect(board.width).toBeGreaterThan(Math.min(viewport.width, viewport.height) * 0.75);
        const bar = (await page.getByRole('toolbar').boundingBox())!;
        expect(bar.y + bar.height).toBeLessThanOrEqual(viewport.height + 1);
        expect(bar.height).toBeLessThan(75);
        const covers = bar.x < board.x + board.width && bar.y < board.y + board.height;
        expect(covers, 'the buttons lie over the board').toBe(false);
        expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
      }
      await small.context.close();
    });
});

describe('a person who reads another language', () => {
  it('finds every rule, opening and opponent translated', async () => {
    const catalogue = await program.ask<Catalogue>('GET', 'catalogue');
    const keys = [
      ...catalogue.rules.flatMap((rule) => [
        `rule.${rule.name}.title`,
        `rule.${rule.name}.summary`,
        ...rule.points.map((_, i) => `rule.${rule.name}.point.${i}`),
      ]),
      ...catalogue.openings.flatMap((one) => [
        `opening.${one.name}.title`,
        `opening.${one.name}.summary`,
        ...one.steps.map((_, i) => `opening.${one.name}.step.${i}`),
      ]),
      ...catalogue.opponents.flatMap((one) => ['title', 'who', 'feel'].map((part) => `opponent.${one.name}.${part}`)),
    ];
    for (const texts of [frServer, zhServer]) expect(keys.filter((key) => texts[key] === undefined)).toEqual([]);
  });

  it('switches and finds it again after a reload', async () => {
    const { page } = me;
    await show(page, '#/settings');
    await page.getByRole('button', { name: 'Français' }).click();
    await page.getByRole('heading', { name: 'Réglages' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Réglages' }).waitFor();
    await page.getByRole('button', { name: '中文' }).click();
    await page.getByRole('heading', { name: '设置' }).waitFor();
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
  });
});

describe('everybody', () => {
  it('loads less than 250 KB before the first game', async () => {
    const bytes = await firstLoad(browser, program);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(250 * 1024);
  });

  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  interface Finding {
    id: string;
    impact: string | null;
    nodes: { target: unknown[]; failureSummary?: string }[];
  }
  async function findings(page: Page, only: string[] | null): Promise<string[]> {
    const found = await page.evaluate(async (rules) => {
      type Axe = { run(options: unknown): Promise<{ violations: unknown[] }> };
      const { axe } = window as unknown as { axe: Axe };
      return (await axe.run({ resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) })).violations;
    }, only);
    return (found as Finding[])
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`)
            .slice(0, 3)
            .join(' | ')}`,
      );
  }

  for (const theme of ['light', 'dark', 'contrast'] as const) {
    it(`can use every screen in the ${theme} theme`, async () => {
      const { page } = me;
      const created = await program.ask<Created>('POST', 'games', two);
      for (const point of ['H8', 'I9', 'H7', 'I8'])
        await program.ask('POST', `games/${created.id}/actions`, { request: 1, action: { type: 'play', point } });
      await page.evaluate((name) => {
        localStorage.setItem('tengen.settings', JSON.stringify({ theme: name }));
      }, theme);
      await program.ask('PUT', 'settings', {
        threads: 1,
        hash_mib: 64,
        language: 'en',
        page: { settings: JSON.stringify({ theme, language: 'en' }) },
      });
      await page.reload();
      // By the debugger: the page's own policy lets no foreign script in.
      await page.evaluate(axe);
      // Each with something that is there when all of it is there.
      const screens: [string, Locator][] = [
        ['#/new', page.getByTestId('play-champion')],
        [`#/game/${created.id}`, cell(page, 'I8').and(page.locator('[aria-label*=White]'))],
        ['#/analysis?rule=renju&size=15&moves=h8i9', cell(page, 'I9').and(page.locator('[aria-label*=White]'))],
        [`#/review/${created.id}`, page.getByTestId('review')],
        ['#/library', page.getByTestId('entries').locator('> li').first()],
        ['#/settings', page.getByRole('checkbox', { name: 'Adapt to how I play' })],
        ['#/learn', page.locator('.live circle.stone').first()],
      ];
      for (const [hash, ready] of screens) {
        await show(page, hash);
        await ready.waitFor();
        expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme);
        // The themes differ in nothing but colors.
        const rules = theme === 'light' ? null : ['color-contrast'];
        expect(await findings(page, rules), `${hash} in ${theme}`).toEqual([]);
        if (hash === '#/new') {
          await page.getByTestId('own-game').click();
          await page.locator('.rung').first().waitFor();
          expect(await findings(page, rules), `${hash}, unfolded, in ${theme}`).toEqual([]);
        }
        if (hash === '#/library') {
          await page.getByTestId('import').click();
          await page.getByTestId('import-text').waitFor();
          expect(await findings(page, rules), `${hash}, importing, in ${theme}`).toEqual([]);
        }
      }
    });
  }

  it('made no fault in the page', () => expectNoFaults(me));
});

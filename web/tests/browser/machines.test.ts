import { describe, expect, it } from 'vitest';
import type { Page, WebSocketRoute } from 'playwright-core';
import { browser, me, program } from './stage';
import {
  begin,
  cell,
  click,
  expectNoFaults,
  expectNothingOverflows,
  human,
  show,
  sit,
  snapshot,
  stoneAt,
  TABLET,
} from './table';

const two = { rule: 'freestyle', size: 15, first: human, second: human };
const act = (id: string, action: unknown) => program.ask('POST', `games/${id}/actions`, { request: 1, action });

describe('a large board', () => {
  /** How many things in the page change by one stone. */
  async function changesOf(page: Page, point: string, color: 'black' | 'white'): Promise<number> {
    await page.evaluate(() => {
      const found = window as unknown as { changes: number; look: MutationObserver };
      found.changes = 0;
      found.look = new MutationObserver((records) => {
        for (const record of records) found.changes += 1 + record.addedNodes.length + record.removedNodes.length;
      });
      found.look.observe(document.querySelector('[role=grid]')!, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      });
    });
    await click(page, point);
    await stoneAt(page, point, color);
    return page.evaluate(() => {
      const found = window as unknown as { changes: number; look: MutationObserver };
      found.look.disconnect();
      return found.changes;
    });
  }

  it('of 22 x 22 is not drawn anew for a stone', async () => {
    const { page } = me;
    await begin(page, program, { ...two, size: 22 });
    expect(await page.getByRole('gridcell').count()).toBe(484);
    for (const [point, color] of [
      ['K11', 'black'],
      ['L12', 'white'],
      ['A1', 'black'],
      ['V22', 'white'],
    ] as const)
      expect(await changesOf(page, point, color), point).toBeLessThan(100);
  });
});

describe('a tablet', () => {
  for (const [name, viewport] of [
    ['upright', TABLET],
    ['on its side', { width: TABLET.height, height: TABLET.width }],
  ] as const)
    it(`shows the whole board and what is needed, ${name}`, async () => {
      const tablet = await sit(browser, program, { viewport, hasTouch: true });
      const { page } = tablet;
      await begin(page, program, { ...two, rule: 'ninuki42', size: 19 });
      const board = (await page.getByRole('grid').boundingBox())!;
      expect(board.x).toBeGreaterThanOrEqual(0);
      expect(board.x + board.width).toBeLessThanOrEqual(viewport.width);
      expect(board.y + board.height).toBeLessThanOrEqual(viewport.height);
      expect(Math.abs(board.width - board.height)).toBeLessThan(2);
      // As large as fits.
      expect(board.width).toBeGreaterThan(0.75 * Math.min(viewport.width, viewport.height - 60));
      for (const button of ['Undo', 'Hint', 'Resign']) {
        const box = (await page.getByRole('button', { name: button }).boundingBox())!;
        expect(box.y + box.height, button).toBeLessThanOrEqual(viewport.height);
      }
      await cell(page, 'J10').tap({ force: true });
      await page.getByRole('button', { name: 'Place J10' }).tap();
      await stoneAt(page, 'J10', 'black');
      await expectNothingOverflows(page);
      expectNoFaults(tablet);
      await tablet.context.close();
    });
});

describe('a laptop that was closed', () => {
  it('finds its game again although nobody said that the connection was dead', async () => {
    const laptop = await sit(browser, program);
    const { page } = laptop;
    await page.clock.install();
    let isAsleep = false;
    let connections = 0;
    await page.routeWebSocket(/\/live/, (route: WebSocketRoute) => {
      const isFirst = connections++ === 0;
      const server = route.connectToServer();
      route.onMessage((message) => server.send(message));
      server.onMessage((message) => {
        if (!(isFirst && isAsleep)) route.send(message);
      });
    });
    const game = await begin(page, program, two);
    await click(page, 'H8');
    await stoneAt(page, 'H8', 'black');
    isAsleep = true;
    await act(game.id, { type: 'play', point: 'I9' });
    expect(connections).toBe(1);
    await page.clock.fastForward('10:00');
    await stoneAt(page, 'I9', 'white');
    expect(connections).toBe(2);
    await click(page, 'J10');
    await stoneAt(page, 'J10', 'black');
    expectNoFaults(laptop);
    await laptop.context.close();
  });
});

describe.runIf(process.platform === 'linux')('a program that dies', () => {
  it('is back in the open page without anybody doing anything', async () => {
    const { page } = me;
    const game = await begin(page, program, two);
    await click(page, 'H8');
    await stoneAt(page, 'H8', 'black');
    const { url } = program;
    program.crash();
    await page.getByTestId('offline').waitFor();
    await page.getByTestId('offline').waitFor({ state: 'detached' });
    expect(program.url).not.toBe(url);
    await click(page, 'I9');
    await stoneAt(page, 'I9', 'white');
    expect((await snapshot(program, game.id)).moves.length).toBe(2);
  });
});

describe('the page that explains how it thinks', () => {
  it('searches small trees step by step, and cuts some of the second', async () => {
    const { page } = me;
    await show(page, '#/learn');
    const [minimax, alphaBeta] = [page.locator('.demo').nth(0), page.locator('.demo').nth(1)];
    for (const demo of [minimax, alphaBeta]) {
      const before = await demo.locator('.caption').innerText();
      await demo.getByRole('button', { name: 'Forward' }).click();
      expect(await demo.locator('.caption').innerText()).not.toBe(before);
      await demo.getByRole('button', { name: 'To the end' }).click();
    }
    const told = async (demo: typeof minimax) =>
      /The value is (\d+); (\d+) of 12/
        .exec(await demo.locator('.caption').innerText())!
        .slice(1)
        .map(Number);
    const [[value, all], [same, some]] = [await told(minimax), await told(alphaBeta)];
    expect(all).toBe(12);
    expect(same).toBe(value);
    expect(some).toBeLessThan(12);
  });

  it('has boards on which the numbers follow the stones', async () => {
    const { page } = me;
    const [simple, engine] = [page.locator('article > .live').nth(0), page.locator('article > .live').nth(1)];
    await expect.poll(() => simple.locator('.heat').count(), { timeout: 20_000 }).toBeGreaterThan(3);
    const before = await simple.locator('.words').innerText();
    await simple.locator('[aria-label^="E7,"]').click({ force: true });
    await simple.locator('[role=gridcell][aria-label^="E7, White"]').waitFor();
    await expect.poll(() => simple.locator('.words').innerText(), { timeout: 20_000 }).not.toBe(before);
    await expect.poll(() => engine.getByTestId('lines').locator('li').count(), { timeout: 20_000 }).toBe(3);
    await engine.locator('[aria-label^="A1,"]').click({ force: true });
    await engine.locator('[role=gridcell][aria-label^="A1, White"]').waitFor();
    await expect.poll(() => engine.getByTestId('lines').locator('li').count(), { timeout: 20_000 }).toBe(3);
  });

  it('made no fault in the page', () => expectNoFaults(me));
});

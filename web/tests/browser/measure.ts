import { spawnSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { afterAll, it } from 'vitest';
import type { Page } from 'playwright-core';
import type { GameSnapshot, UserSettings } from '../../src/lib/api/types';
import { browser, program } from './stage';
import { begin, cell, firstLoad, human, sit, stoneAt } from './table';

/** How long things take, for people to read: `npm run measure`. Nothing fails by being slow. */
const said: string[] = [];

afterAll(() => {
  console.log(
    [
      `load ${loadavg()
        .map((one) => one.toFixed(1))
        .join(' ')}`,
      ...said,
    ].join('\n'),
  );
});

const snapshot = (id: string) => program.ask<GameSnapshot>('GET', `games/${id}`);
const ms = (value: number) => `${value.toFixed(0)} ms`;
function tell(what: string, values: number[]): void {
  const sorted = [...values].sort((a, b) => a - b);
  said.push(
    `${what}: median ${ms(sorted[sorted.length >> 1]!)}, least ${ms(sorted[0]!)}, most ${ms(sorted.at(-1)!)} of ${sorted.length}`,
  );
}

it('start to usable page', async () => {
  const ready: number[] = [];
  const usable: number[] = [];
  for (let i = 0; i < 7; i++) {
    await program.kill();
    const context = await browser.newContext();
    const page = await context.newPage();
    const start = performance.now();
    await program.begin();
    ready.push(performance.now() - start);
    await page.goto(program.url, { waitUntil: 'commit' });
    await page.getByTestId('new-game').waitFor();
    usable.push(performance.now() - start);
    await context.close();
  }
  tell('start of the program to printed address', ready);
  tell('start of the program to a page with a Play button', usable);
}, 120_000);

/** From the click to the stone in the page, by the page's own clock. */
async function clickToStone(page: Page, point: string): Promise<number> {
  const box = (await cell(page, point).boundingBox())!;
  await page.evaluate((name) => {
    const found = window as unknown as { stoneAfter: number | null };
    found.stoneAfter = null;
    let begun = 0;
    addEventListener('pointerdown', () => (begun = performance.now()), { capture: true, once: true });
    const look = new MutationObserver(() => {
      const label = document.querySelector(`[role=gridcell][aria-label^="${name},"]`)?.getAttribute('aria-label') ?? '';
      if (!begun || !/Black|White/.test(label)) return;
      look.disconnect();
      found.stoneAfter = performance.now() - begun;
    });
    look.observe(document.body, { subtree: true, childList: true, attributes: true });
  }, point);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForFunction(() => (window as unknown as { stoneAfter: number | null }).stoneAfter !== null);
  return page.evaluate(() => (window as unknown as { stoneAfter: number }).stoneAfter);
}

async function stonesOfAGame(page: Page): Promise<number[]> {
  await begin(page, program, { rule: 'freestyle', size: 19, first: human, second: human });
  const times: number[] = [];
  for (const point of 'J10 K11 J9 K10 J8 K9 C3 Q17 C17 Q3 E5 O15'.split(' '))
    times.push(await clickToStone(page, point));
  return times;
}

it('click to stone', async () => {
  const { page, context } = await sit(browser, program);
  tell('click to stone, engine idle', await stonesOfAGame(page));
  const settings = await program.ask<UserSettings>('GET', 'settings');
  const all = Number(spawnSync('nproc', { encoding: 'utf8' }).stdout) || 1;
  await program.ask('PUT', 'settings', { ...settings, threads: all });
  const busy = await sit(browser, program);
  await begin(busy.page, program, {
    rule: 'freestyle',
    size: 15,
    first: human,
    second: { type: 'ai', opponent: 'champion', time_ms: 120_000 },
  });
  await cell(busy.page, 'H8').click({ force: true });
  await stoneAt(busy.page, 'H8', 'black');
  tell(`click to stone while an engine thinks on ${all} threads`, await stonesOfAGame(page));
  await program.ask('PUT', 'settings', settings);
  await busy.context.close();
  await context.close();
}, 120_000);

it('time of the default opponent', async () => {
  const { page, context } = await sit(browser, program);
  await page.getByTestId('play-champion').click();
  await page.getByTestId('status').waitFor();
  const id = page.url().split('/').at(-1)!;
  for (let i = 0; i < 25; i++) {
    const game = await snapshot(id);
    if (game.phase === 'over') break;
    const hint = await program.ask<{ point: string }>('POST', `games/${id}/actions`, {
      request: 1,
      action: { type: 'hint' },
    });
    await program.ask('POST', `games/${id}/actions`, { request: 1, action: { type: 'play', point: hint.point } });
    for (let wait = 0; wait < 400 && (await snapshot(id)).turn === 'second'; wait++)
      await new Promise((next) => setTimeout(next, 25));
  }
  const { second, moves } = await snapshot(id);
  const { average_ms, longest_ms } = second.timer;
  said.push(
    `default opponent ${second.opponent}: ${moves.length} moves, average ${ms(average_ms ?? 0)}, longest ${ms(longest_ms ?? 0)}; the page says: ${(
      await page
        .getByTestId('timer')
        .innerText()
        .catch(() => '?')
    ).replace(/\s+/g, ' ')}`,
  );
  await context.close();
}, 200_000);

it('size of the first load', async () => {
  const bytes = await firstLoad(browser, program);
  said.push(`first load: ${(bytes / 1024).toFixed(0)} KiB over the wire`);
});

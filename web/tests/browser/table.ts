import { execFileSync } from 'node:child_process';
import { expect } from 'vitest';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import type { Created, GameSnapshot, NewGame } from '../../src/lib/api/types';
import type { Program } from './program';

function chromiumPath(): string {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const name of ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) {
    try {
      return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
    } catch {
      // Not this one.
    }
  }
  throw new Error('Chromium is missing: install it (Debian: apt-get install chromium) or set CHROMIUM.');
}

export function openBrowser(): Promise<Browser> {
  // As root, as in most containers, Chromium starts only without its sandbox.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({
    executablePath: chromiumPath(),
    args: [...sandbox, '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'],
  });
}

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };
export const TABLET = { width: 820, height: 1180 };
export const TABLET_LANDSCAPE = { width: 1024, height: 768 };
export const PHONE_LANDSCAPE = { width: 844, height: 390 };

export interface Sitting {
  page: Page;
  context: BrowserContext;
  /** What the page complained about. */
  faults: string[];
}

/** A person at the program: a fresh browser profile, let in by the printed address. */
export async function sit(browser: Browser, program: Program, options: BrowserContextOptions = {}): Promise<Sitting> {
  const context = await browser.newContext({ viewport: DESKTOP, locale: 'en-US', reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(await program.address());
  await page.getByTestId('new-game').waitFor();
  return { page, context, faults };
}

export async function show(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => (location.hash = to), hash);
}

/** A point, by what a screen reader calls it. Not by its role: that names all points of the board every time. */
export const cell = (page: Page, point: string): Locator => page.locator(`[role=gridcell][aria-label^="${point},"]`);

/** Clicks a point as a person with a mouse does. */
export async function click(page: Page, point: string): Promise<void> {
  await cell(page, point).click({ force: true });
}

export async function stoneAt(page: Page, point: string, color: 'black' | 'white'): Promise<void> {
  await page.locator(`[role=gridcell][aria-label^="${point}, ${color === 'black' ? 'Black' : 'White'}"]`).waitFor();
}

export async function emptyAt(page: Page, point: string): Promise<void> {
  await page.locator(`[role=gridcell][aria-label^="${point}, empty"]`).waitFor();
}

/** Begins a game and goes to it. */
export async function begin(page: Page, program: Program, game: Partial<NewGame>): Promise<GameSnapshot> {
  const created = await program.ask<Created>('POST', 'games', game);
  await show(page, `#/game/${created.id}`);
  await page.getByTestId('status').waitFor();
  return created.game;
}

export const human = { type: 'human' as const, name: null };
export const ai = (opponent: string) => ({ type: 'ai' as const, opponent, time_ms: null });

/** Plays alternating moves for both people of a hotseat game. */
export async function playAll(page: Page, moves: string): Promise<void> {
  let color: 'black' | 'white' = 'black';
  for (const point of moves.split(' ')) {
    await click(page, point);
    await stoneAt(page, point, color);
    color = color === 'black' ? 'white' : 'black';
  }
}

/** The game as the program has it. */
export const snapshot = (program: Program, id: string) => program.ask<GameSnapshot>('GET', `games/${id}`);

/** Waits until the game is over, or it is the turn of the person again after `before`, in the page too. */
export async function myTurn(page: Page, program: Program, before: GameSnapshot): Promise<GameSnapshot> {
  let now = before;
  await expect
    .poll(
      async () => {
        now = await snapshot(program, before.id);
        return now.phase === 'over' || (now.moves.length > before.moves.length && now.turn === before.turn);
      },
      { timeout: 20_000, interval: 20 },
    )
    .toBe(true);
  await page.locator(`[data-seq="${now.seq}"]`).waitFor();
  return now;
}

/** What the page suggests. */
export async function hint(page: Page): Promise<string> {
  await page.keyboard.press('h');
  const card = page.getByTestId('hint');
  await card.waitFor();
  return /: ([A-Z]\d+)/.exec(await card.innerText())![1]!;
}

/** On no screen is anything wider than the screen. */
export async function expectNothingOverflows(page: Page): Promise<void> {
  for (const hash of ['#/new', '#/analysis', '#/library', '#/settings', '#/learn']) {
    await show(page, hash);
    await page.locator('#main h1, #main [role=grid]').first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), hash).toBe(false);
  }
}

/** How many bytes a new visitor loads before the first game. */
export async function firstLoad(browser: Browser, program: Program): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  session.on('Network.loadingFinished', (event) => (bytes += event.encodedDataLength));
  await page.goto(await program.address());
  await page.getByTestId('new-game').waitFor();
  await page.waitForLoadState('networkidle');
  await context.close();
  return bytes;
}

export async function outcome(page: Page): Promise<string> {
  return (await page.getByTestId('outcome').innerText()).trim();
}

export function expectNoFaults(sitting: Sitting): void {
  expect(sitting.faults).toEqual([]);
}

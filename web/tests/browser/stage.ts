/** What every file of browser tests begins with: the program, a browser, and somebody at a board. */
import { afterAll, beforeAll } from 'vitest';
import type { Browser } from 'playwright-core';
import { Program } from './program';
import { openBrowser, sit, type Sitting } from './table';

export let program: Program;
export let browser: Browser;
export let me: Sitting;

beforeAll(async () => {
  [program, browser] = await Promise.all([Program.start(), openBrowser()]);
  me = await sit(browser, program);
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

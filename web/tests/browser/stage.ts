/** What every file of browser tests begins with: the program, a browser, and somebody at a board. */
import { afterAll, beforeAll } from 'vitest';
import type { Browser } from 'playwright-core';
import { Program } from './program';
import { openBrowser, sit, type Sitting } from './table';

export let program: Program;
export let browser: Browser;
export let me: Sitting;

/** What was opened is closed again, also when something after it failed. */
const opened: (() => Promise<void>)[] = [];

beforeAll(async () => {
  program = await Program.start();
  opened.push(() => program.end());
  browser = await openBrowser();
  opened.push(() => browser.close());
  me = await sit(browser, program);
});
afterAll(async () => {
  for (const close of opened.reverse()) await close();
});

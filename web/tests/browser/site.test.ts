import { writeFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Rows } from '../../src/host/rows';
import { playAGame } from '../../site/try.js';
import { buildSite, FileServer, folder, HAS_ENGINE, script } from './site';
import { click, DESKTOP, openBrowser, show, stoneAt } from './table';

/** A module that is sound and does nothing: the page must say so, and everything around it must work. */
const EMPTY_ENGINE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

let browser: Browser;
const made: (() => void)[] = [];

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  for (const remove of made) remove();
});

function newFolder(): string {
  const { path, remove } = folder();
  made.push(remove);
  return path;
}

const visitor = () => browser.newContext({ viewport: DESKTOP, locale: 'en-US', reducedMotion: 'reduce' });

/** Waits until the site keeps itself, and the page has been loaded anew by it. */
async function kept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null && crossOriginIsolated);
}

describe('the static site around an engine', () => {
  let server: FileServer;
  let context: BrowserContext;
  let page: Page;
  let site: string;
  let emptyEngine: string;

  beforeAll(async () => {
    site = newFolder();
    emptyEngine = join(newFolder(), 'empty.wasm');
    writeFileSync(emptyEngine, EMPTY_ENGINE);
    buildSite(site, emptyEngine);
    server = new FileServer(site);
    await server.begin();
    context = await visitor();
    page = await context.newPage();
  });
  afterAll(async () => {
    await context.close();
    await server.cut();
  });

  it('says so when the engine does not work, and asks for no program', async () => {
    await page.goto(server.url);
    await page.getByTestId('broken').waitFor();
    expect(await page.getByTestId('broken').innerText()).toContain('could not be started');
    expect(server.asked.filter((path) => path.includes('api/v1'))).toEqual([]);
  });

  it('is kept by the first visit, and lets workers share memory from then on', async () => {
    await kept(page);
  });

  it('saves what is stored as a file even then', async () => {
    await page.getByTestId('broken').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save all as one file' }).click(),
    ]);
    expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toEqual({
      format: 'tengen-library',
      version: 1,
      rows: {},
    });
  });

  it('can be installed', async () => {
    const session = await context.newCDPSession(page);
    const { url, errors } = await session.send('Page.getAppManifest');
    expect([url, errors]).toEqual([`${server.url}manifest.webmanifest`, []]);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // A browser without a window of its own installs nothing; everything else must be right.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((one) => one !== 'in-incognito')).toEqual([]);
  });

  it('tells of a new version, which comes when somebody wants it and not before', async () => {
    const before = await page.evaluate(() =>
      document.querySelector('meta[name=tengen-engine]')!.getAttribute('content'),
    );
    const other = join(newFolder(), 'other.wasm');
    // The same with a section that means nothing.
    writeFileSync(other, Uint8Array.of(...EMPTY_ENGINE, 0, 2, 1, 0x61));
    buildSite(site, other);
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())!.update());
    await page.getByTestId('update').waitFor();
    const now = () => page.evaluate(() => document.querySelector('meta[name=tengen-engine]')!.getAttribute('content'));
    await page.reload();
    expect(await now()).toBe(before);
    await page.getByTestId('update').getByRole('button', { name: 'Use it now' }).click();
    await expect.poll(() => now().catch(() => before)).not.toBe(before);
    expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(1);
  });

  it('does not keep a version of which a file is another one', async () => {
    buildSite(site, emptyEngine);
    const name = join(site, 'index.html');
    writeFileSync(name, readFileSync(name, 'utf8') + '<!-- changed -->');
    const state = await page.evaluate(async () => {
      const registration = (await navigator.serviceWorker.getRegistration())!;
      await registration.update().catch(() => undefined);
      const { installing } = registration;
      if (!installing) return 'none';
      await new Promise((done) => installing.addEventListener('statechange', done, { once: true }));
      return installing.state;
    });
    expect(state).toBe('redundant');
    expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(1);
  });

  it('is there without a network', async () => {
    await server.cut();
    await page.reload();
    await page.getByTestId('broken').waitFor();
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    const fresh = await context.newPage();
    await fresh.goto(`${server.url}#/settings`);
    await fresh.getByTestId('broken').waitFor();
    await fresh.close();
  });
});

it('is not published with an engine that cannot play', async () => {
  await expect(playAGame(EMPTY_ENGINE)).rejects.toThrow('cannot play a game');
});

describe('the rows in a real browser', () => {
  type Opening = { openRows: (name: string) => Promise<Rows> };
  let server: FileServer;
  let page: Page;

  beforeAll(async () => {
    const out = newFolder();
    await script(join(import.meta.dirname, '../../src/host/rows.ts'), out, 'rows.js');
    writeFileSync(join(out, 'index.html'), '<!doctype html><title>rows</title>');
    server = new FileServer(out);
    await server.begin();
    page = await (await visitor()).newPage();
    await open();
  });
  const open = async () => {
    await page.goto(server.url);
    await page.addScriptTag({
      type: 'module',
      content: "import { openRows } from './rows.js'; Object.assign(globalThis, { openRows });",
    });
    await page.waitForFunction(() => 'openRows' in globalThis);
  };
  afterAll(async () => {
    await page.context().close();
    await server.cut();
  });

  it('are stored, all of them or none, and are there after a reload', async () => {
    await page.evaluate(async () => {
      const { openRows } = globalThis as unknown as Opening;
      const rows = await openRows('first');
      await rows.take();
      await rows.store(
        [
          { key: 'game/1', value: 'one' },
          { key: 'game/2', value: 'two' },
        ],
        [],
      );
      await rows.store([{ key: 'game/2', value: 'zwei' }], ['game/1']);
      // A value that cannot be stored takes nothing else with it.
      const bad = { key: 'game/4', value: (() => 0) as unknown as string };
      await rows.store([{ key: 'game/3', value: 'three' }, bad], []).catch(() => undefined);
    });
    await open();
    const found = await page.evaluate(async () => {
      const { openRows } = globalThis as unknown as Opening;
      return (await openRows('first')).all();
    });
    expect(found).toEqual([{ key: 'game/2', value: 'zwei' }]);
  });

  it('are written by the last one that took them, and by nobody else', async () => {
    const [error, found] = await page.evaluate(async () => {
      const { openRows } = globalThis as unknown as Opening;
      const [old, young] = [await openRows('second'), await openRows('second')];
      await old.take();
      await old.store([{ key: 'a', value: 'old' }], []);
      const seen = await young.take();
      await young.store([{ key: 'a', value: 'young' }], []);
      const refused = await old.store([{ key: 'a', value: 'old again' }], []).then(
        () => 'stored',
        (reason: unknown) => (reason as Error).message,
      );
      return [refused, [...seen, ...(await young.all())]] as const;
    });
    expect(error).toBe('taken over');
    expect(found).toEqual([
      { key: 'a', value: 'old' },
      { key: 'a', value: 'young' },
    ]);
  });

  it('are added where they are missing', async () => {
    const [n, found] = await page.evaluate(async () => {
      const { openRows } = globalThis as unknown as Opening;
      const rows = await openRows('third');
      await rows.take();
      await rows.store([{ key: 'a', value: 'mine' }], []);
      const added = await rows.add([
        { key: 'a', value: 'other' },
        { key: 'b', value: 'new' },
      ]);
      return [added, await rows.all()] as const;
    });
    expect(n).toBe(1);
    expect(found.map(({ value }) => value)).toEqual(['mine', 'new']);
  });
});

describe.skipIf(!HAS_ENGINE)('the static site with the network cut after the first load', () => {
  let server: FileServer;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    const site = newFolder();
    buildSite(site);
    server = new FileServer(site);
    await server.begin();
    context = await visitor();
    page = await context.newPage();
    await page.goto(server.url);
    await page.getByTestId('new-game').waitFor();
    await kept(page);
    await server.cut();
    await page.reload();
    await page.getByTestId('new-game').waitFor();
  });
  afterAll(async () => {
    await context.close();
    await server.cut();
  });

  it('plays a game against an opponent, and a reload resumes it', async () => {
    await page.getByTestId('play-gentle').click();
    await page.getByTestId('status').waitFor();
    await click(page, 'H8');
    await stoneAt(page, 'H8', 'black');
    await page.locator('[role=gridcell][aria-label*=", White"]').first().waitFor();
    const seq = await page.locator('[data-seq]').first().getAttribute('data-seq');
    await page.reload();
    await page.locator(`[data-seq="${seq}"]`).waitFor();
    await stoneAt(page, 'H8', 'black');
  });

  it('goes on in the tab that is used', async () => {
    const second = await context.newPage();
    await second.goto(page.url());
    await stoneAt(second, 'H8', 'black');
    await page.getByTestId('elsewhere').waitFor();
    await page.getByRole('button', { name: 'Go on here' }).click();
    await page.getByTestId('elsewhere').waitFor({ state: 'detached' });
    await second.close();
    await stoneAt(page, 'H8', 'black');
  });

  it('gives the whole library to another browser as a file', async () => {
    await show(page, '#/settings');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('library-export').click()]);
    const file = await download.path();
    await server.begin();
    const other = await visitor();
    const there = await other.newPage();
    await there.goto(`${server.url}#/settings`);
    await there.getByTestId('library-import').setInputFiles(file);
    await there.getByText('Entries added').waitFor();
    await show(there, '#/library');
    await there.getByTestId('entries').locator('li, tr').first().waitFor();
    await other.close();
  });
});

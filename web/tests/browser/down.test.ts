import { expect, it } from 'vitest';
import type { Created } from '../../src/lib/api/types';
import { browser, me, program } from './stage';
import { expectNoFaults, human, show, sit, stoneAt } from './table';

/** A program that is killed while the page is open. */
it('is told on every screen that the program is down, and that it is back', async () => {
  const two = { rule: 'freestyle', size: 15, first: human, second: human };
  const { id } = await program.ask<Created>('POST', 'games', two);
  for (const point of ['H8', 'A1', 'I8', 'A3', 'J8', 'A5', 'K8', 'A7', 'L8'])
    await program.ask('POST', `games/${id}/actions`, { request: 1, action: { type: 'play', point } });
  const screens = ['#/new', '#/analysis?moves=h8', `#/review/${id}`, '#/library', '#/settings', '#/learn'];
  const sittings = await Promise.all(screens.map(() => sit(browser, program)));
  const pages = [me, ...sittings].map(({ page }) => page);
  await Promise.all(pages.map((page, i) => show(page, [`#/game/${id}`, ...screens][i]!)));
  await Promise.all(
    pages.map((page) => page.locator('#main h1, #main [role=grid]').first().waitFor({ state: 'attached' })),
  );
  const told = () => pages.map((page, i) => page.getByTestId(i === 0 ? 'offline' : 'down'));

  await program.kill();
  // Nobody does anything: the page notices by itself.
  for (const banner of told()) {
    await banner.waitFor({ timeout: 20_000 });
    expect(await banner.innerText()).toMatch(/program/i);
  }
  // Nor does it stay behind when somebody goes elsewhere meanwhile.
  await show(pages[1]!, '#/settings');
  await pages[1]!.getByTestId('down').waitFor();

  await program.begin();
  for (const banner of told()) await banner.waitFor({ state: 'detached', timeout: 20_000 });
  await show(pages[1]!, `#/game/${id}`);
  await stoneAt(pages[1]!, 'L8', 'black');
  await show(pages[4]!, '#/library');
  await pages[4]!.getByTestId('entries').waitFor();
  for (const sitting of [me, ...sittings]) expectNoFaults(sitting);
  for (const { context } of sittings) await context.close();
});

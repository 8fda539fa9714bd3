import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Created } from '../../src/lib/api/types';
import { me, program } from './stage';
import { click, expectNoFaults, human, playAll, begin, show, stoneAt } from './table';

const tab = (name: string) => me.page.locator(`[data-tab=${name}]`).click();
/** Black has an open three and the move: a win by fours is there. */
const FOURS = '#/analysis?rule=freestyle&size=15&moves=h8a1i8a3j8a5o15g8o13k8h10b1h9b3';

describe('the analysis', () => {
  it('shows three lines for as long as one likes, and stops', async () => {
    const { page } = me;
    await show(page, '#/analysis?rule=freestyle&size=15&moves=h8i9i7g9');
    await stoneAt(page, 'G9', 'white');
    await page.getByTestId('toggle-engine').click();
    await expect.poll(() => page.getByTestId('lines').locator('li').count(), { timeout: 20_000 }).toBe(3);
    await expect.poll(() => page.locator('.heat').count()).toBeGreaterThan(1);
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Analyse' }).waitFor();
  });

  it('keeps the stones in another rule that has them, and says so where it has not', async () => {
    const { page } = me;
    const rule = page.getByLabel('Rule');
    await rule.selectOption('renju');
    await expect.poll(() => rule.inputValue()).toBe('renju');
    await stoneAt(page, 'G9', 'white');
    // L8 joins seven stones: a win in freestyle, forbidden to Black in renju.
    await show(page, '#/library');
    await show(page, '#/analysis?rule=renju&size=15&moves=h8a1i8a2j8a3k8a5m8a6n8a7');
    await stoneAt(page, 'N8', 'black');
    await page.locator('[role=gridcell][aria-label^="L8, empty, "]').waitFor();
    await page.getByLabel('Rule').selectOption('freestyle');
    // The stones are the same in both rules; that the point is open says which one is shown.
    await page.locator('[role=gridcell][aria-label="L8, empty"]').waitFor();
    await stoneAt(page, 'N8', 'black');
    await click(page, 'L8');
    await stoneAt(page, 'L8', 'black');
    await page.getByLabel('Rule').selectOption('renju');
    await page.getByText('the board was cleared').waitFor();
    await expect.poll(() => page.locator('circle.stone').count()).toBe(0);
    await show(page, '#/library');
    await show(page, '#/analysis?rule=freestyle&size=15&moves=h8i9i7g9');
    await stoneAt(page, 'G9', 'white');
  });

  it('says who is to move and whose the percentages are', async () => {
    const { page } = me;
    await tab('engine');
    await expect.poll(() => page.getByTestId('to-move').innerText()).toContain('Black to move');
    await page.getByTestId('toggle-engine').click();
    await expect
      .poll(() => page.getByTestId('share').innerText(), { timeout: 20_000 })
      .toMatch(/Black \d+ % · White \d+ %/);
    await page.getByText('Best lines, percent for Black').waitFor();
    await page.getByTestId('breakdown').locator('summary').click();
    await expect.poll(() => page.getByTestId('static-share').innerText()).toMatch(/= \d+ % for Black/);
    await page.keyboard.press('Escape');
    await page.getByTestId('toggle-engine').click();
    await page.getByRole('button', { name: 'Analyse' }).waitFor();
  });

  it('goes on after a win is found, and says so; a lost position is done', async () => {
    const { page } = me;
    await show(page, '#/library');
    await show(page, '#/analysis?rule=freestyle&size=15&moves=h8a1i8a3j8a5');
    await stoneAt(page, 'J8', 'black');
    await page.getByTestId('toggle-engine').click();
    const status = page.getByTestId('engine-status');
    await expect.poll(() => status.innerText(), { timeout: 20_000 }).toContain('Black wins in at most 3 plies');
    // The work goes on, or it says that there is nothing left to look at; it never stands still.
    const nodes = await page.getByTestId('nodes').innerText();
    const goesOn = async () =>
      (await status.innerText()).includes('done') || (await page.getByTestId('nodes').innerText()) !== nodes;
    await expect.poll(goesOn, { timeout: 20_000 }).toBe(true);
    // An open four on the board: White is lost, and there is nothing left to look at.
    await click(page, 'K8');
    await stoneAt(page, 'K8', 'black');
    const again = page.getByRole('button', { name: 'Analyse' });
    if (await again.isVisible()) await again.click();
    await expect.poll(() => status.innerText(), { timeout: 20_000 }).toMatch(/White loses in \d+ plies.*done/);
    await page.getByRole('button', { name: 'Analyse' }).waitFor();
    await show(page, '#/library');
    await show(page, '#/analysis?rule=freestyle&size=15&moves=h8i9i7g9');
    await stoneAt(page, 'G9', 'white');
  });

  it('takes back what was removed and what was set up', async () => {
    const { page } = me;
    await tab('engine');
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('button', { name: 'Remove from here' }).click();
    await expect.poll(() => page.locator('circle.stone').count()).toBe(2);
    await page.keyboard.press('End');
    await expect.poll(() => page.locator('circle.stone').count()).toBe(2);
    await page.getByRole('button', { name: 'Undo the change' }).click();
    await page.keyboard.press('End');
    await stoneAt(page, 'G9', 'white');
    await tab('setup');
    await click(page, 'A1');
    await stoneAt(page, 'A1', 'black');
    await page.getByRole('button', { name: 'Empty board' }).click();
    await expect.poll(() => page.locator('circle.stone').count()).toBe(0);
    await page.getByRole('button', { name: 'Undo the change' }).click();
    await stoneAt(page, 'A1', 'black');
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.locator('circle.stone').count()).toBe(4);
    await tab('engine');
    await page.getByText('Moves and variations').waitFor();
    await page.keyboard.press('End');
    await stoneAt(page, 'G9', 'white');
  });

  it('offers no solver where stones are captured', async () => {
    const { page } = me;
    await page.locator('[data-tab=solve]').waitFor();
    await page.getByLabel('Rule').selectOption('ninuki42');
    await expect.poll(() => page.locator('[data-tab=solve]').count()).toBe(0);
    await page.getByLabel('Rule').selectOption('freestyle');
    await page.locator('[data-tab=solve]').waitFor();
  });

  it('walks a proof: every reply has its answer, and a forced win its certificate', async () => {
    const { page } = me;
    await show(page, '#/analysis?rule=freestyle&size=15&moves=h8a15&tab=book');
    const book = page.getByTestId('book');
    await page.getByTestId('proven').getByText('Proven: Black wins.').waitFor();
    const answer = book.getByRole('button', { name: /^Play [A-O]\d+$/ });
    await answer.click();
    // White's replies by idea; those that hold out longest come first.
    await book.getByText('White has 222 replies.').waitFor();
    await book.getByRole('listitem').first().getByRole('button').first().click();
    await book.getByText('The book says so.').waitFor();
    await answer.click();
    await book.getByText('White has 220 replies.').waitFor();
    const forced = book.getByRole('listitem').filter({ hasText: 'by force' }).first();
    await forced.getByRole('button').first().click();
    await book.getByText(': a forced win.').waitFor();
    await book.getByRole('button', { name: 'Show the forced win' }).click();
    await page.getByTestId('walk').waitFor();
    // What Black spoils is not called proven.
    await show(page, '#/library');
    await show(page, '#/analysis?rule=freestyle&size=15&moves=h8a15a1&tab=book');
    await book.getByText('This position is not proven').waitFor();
    expect(await page.getByTestId('proven').count()).toBe(0);
  });

  it('keeps variations and comments', async () => {
    const { page } = me;
    await show(page, '#/library');
    await show(page, '#/analysis?rule=freestyle&size=15&moves=h8i9i7g9');
    await stoneAt(page, 'G9', 'white');
    await click(page, 'C3');
    await stoneAt(page, 'C3', 'black');
    await page.keyboard.press('ArrowLeft');
    await click(page, 'C4');
    await stoneAt(page, 'C4', 'black');
    await page.getByLabel('Comment').fill('A quiet move.');
    await page.locator('.branch', { hasText: 'C4' }).waitFor();
    expect(await page.locator('.branch').innerText()).toContain('A quiet move.');
  });

  it('writes every format and reads it back', async () => {
    const { page } = me;
    await tab('files');
    const formats = page.getByLabel('Format');
    await formats.selectOption('sgf');
    await page.getByRole('button', { name: 'Show' }).click();
    const text = page.getByTestId('paste');
    await expect.poll(() => text.inputValue()).toContain('(;');
    const sgf = await text.inputValue();
    expect(sgf).toContain('A quiet move.');
    await tab('setup');
    await page.getByRole('button', { name: 'Empty board' }).click();
    await expect.poll(() => page.locator('circle.stone').count()).toBe(0);
    await tab('files');
    await text.fill(sgf);
    await page.getByRole('button', { name: 'Read the text' }).click();
    await stoneAt(page, 'H8', 'black');
    await page.locator('.branch', { hasText: 'C4' }).waitFor();
    await tab('files');
    for (const format of await formats
      .locator('option')
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))) {
      await formats.selectOption(format);
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const file = await saved;
      expect(file.suggestedFilename()).toContain('.');
      await tab('setup');
      await page.getByRole('button', { name: 'Empty board' }).click();
      await expect.poll(() => page.locator('circle.stone').count()).toBe(0);
      await tab('files');
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: file.suggestedFilename(), mimeType: '', buffer: readFileSync(await file.path()) });
      await stoneAt(page, 'H8', 'black');
      expect(await page.locator('circle.stone').count(), format).toBeGreaterThanOrEqual(4);
      await tab('files');
    }
  });

  it('says what is wrong with a text that is no game', async () => {
    const { page } = me;
    await page.getByTestId('paste').fill('(;GM[4]SZ[15];B[zz');
    await page.getByRole('button', { name: 'Read the text' }).click();
    await page.locator('.toasts [role=alert]').first().waitFor();
  });

  it('has a link that holds the position', async () => {
    const { page } = me;
    await tab('engine');
    await page.getByRole('button', { name: 'Copy a link' }).click();
    await expect.poll(() => page.url()).toMatch(/moves=|code=/);
    await page.reload();
    await stoneAt(page, 'H8', 'black');
  });

  it('sets up a position stone by stone', async () => {
    const { page } = me;
    await tab('setup');
    await page.getByRole('button', { name: 'Empty board' }).click();
    await expect.poll(() => page.locator('circle.stone').count()).toBe(0);
    await click(page, 'H8');
    await stoneAt(page, 'H8', 'black');
    await page.getByRole('group', { name: 'Stone to put' }).getByRole('button', { name: 'White' }).click();
    await click(page, 'I9');
    await stoneAt(page, 'I9', 'white');
    await page.getByRole('button', { name: 'Turn' }).click();
    await stoneAt(page, 'I7', 'white');
  });

  it('finds a forced win and lets one walk the proof', async () => {
    const { page } = me;
    await show(page, '#/library');
    await show(page, FOURS);
    await stoneAt(page, 'H9', 'black');
    await tab('solve');
    await page.getByRole('button', { name: 'Win by fours' }).click();
    await page.getByTestId('proof').waitFor();
    expect(await page.getByTestId('proof').innerText()).toMatch(/Black/);
    for (let i = 0; i < 20; i++) {
      const walk = page.getByTestId('walk');
      if ((await walk.innerText()).includes('has won')) return;
      const before = await walk.innerText();
      await walk.locator('.row').first().getByRole('button').first().click();
      await expect.poll(() => walk.innerText()).not.toBe(before);
    }
    throw new Error('the walk does not end');
  });
});

describe('after a game', () => {
  it('the review tells what mattered', async () => {
    const { page } = me;
    const game = await begin(page, program, { rule: 'freestyle', size: 15, first: human, second: human });
    await playAll(page, 'H8 A1 I8 A3 J8 A5 O15 G8 O13 K8 H9 B1 H10 B3 H11 B5');
    await click(page, 'H12');
    await page.getByTestId('outcome').waitFor();
    await page.getByRole('link', { name: 'Review' }).click();
    const review = page.getByTestId('review');
    await expect.poll(() => review.locator('.moments button').count(), { timeout: 40_000 }).toBeGreaterThan(0);
    expect(await review.innerText()).toMatch(/Missed win|Avoidable loss/);
    expect(await review.innerText()).toContain('proven');
    expect(await review.innerText()).toContain('leaves the open three on the row H8-J8');
    // It opens at the first moment, with what should have been played.
    await expect.poll(() => page.locator('.moments button.now').count()).toBe(1);
    expect(await page.locator('.moments button').first().getAttribute('class')).toContain('now');
    await expect.poll(() => page.locator('.ghost').count()).toBeGreaterThan(0);
    expect(game.id).not.toBe('');
  });

  it('the move that was missed can be looked for again', async () => {
    const { page } = me;
    await page.locator('.moments button', { hasText: 'Missed win' }).first().click();
    await page.getByTestId('try').click();
    const attempt = page.getByTestId('attempt');
    expect(await attempt.innerText()).toContain('Black can win by force here.');
    await expect.poll(() => page.locator('.ghost').count()).toBe(0);
    await click(page, 'C3');
    await expect.poll(() => attempt.innerText(), { timeout: 20_000 }).toContain('C3 is not it.');
    await attempt.getByRole('button', { name: 'Try again' }).click();
    await click(page, 'K8');
    await expect.poll(() => attempt.innerText(), { timeout: 20_000 }).toContain('K8 is it!');
    await attempt.getByRole('button', { name: 'Back to the review' }).click();
    await expect.poll(() => attempt.count()).toBe(0);
  });

  it('the library finds it, opens it and forgets it', async () => {
    const { page } = me;
    const other = await program.ask<Created>('POST', 'games', { rule: 'pente', size: 19, first: human, second: human });
    await show(page, '#/library');
    const entries = page.getByTestId('entries').locator('> li');
    await expect.poll(() => entries.count()).toBeGreaterThan(0);
    await page.getByLabel('Rule').selectOption('freestyle');
    await expect
      .poll(async () => (await entries.allInnerTexts()).every((text) => text.includes('Freestyle')))
      .toBe(true);
    await page.getByLabel('Rule').selectOption('');
    await page.getByLabel('State').selectOption('over');
    await expect.poll(() => entries.count()).toBe(1);
    await entries.first().getByRole('button', { name: 'Delete' }).click();
    await entries.first().getByRole('button', { name: 'Delete for good?' }).click();
    await page.getByText('Nothing here fits the search.').waitFor();
    await program.ask('DELETE', `games/${other.id}`);
  });

  it('made no fault in the page', () => expectNoFaults(me));
});

/** Paints the icons of the installed page from our mark, in the browser of the tests: `npm run icons`. */
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const here = new URL('./icons/', import.meta.url);
const mark = readFileSync(new URL('../public/icon.svg', import.meta.url), 'utf8');
const maskable = readFileSync(new URL('maskable.svg', here), 'utf8');

const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args });
const page = await browser.newPage();
for (const [name, svg, size] of [
  ['icon-192', mark, 192],
  ['icon-512', mark, 512],
  ['maskable-512', maskable, 512],
  // Systems that cut no shape of their own want it full as well.
  ['touch-180', maskable, 180],
]) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  await page.screenshot({ path: new URL(`${name}.png`, here).pathname, omitBackground: true });
}
await browser.close();

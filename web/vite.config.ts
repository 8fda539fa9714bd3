import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

/** What is shipped inside the page and is not ours. */
const SHIPPED = {
  Inter: '@fontsource-variable/inter/LICENSE',
  'JetBrains Mono': '@fontsource-variable/jetbrains-mono/LICENSE',
  'Atkinson Hyperlegible Next': '@fontsource-variable/atkinson-hyperlegible-next/LICENSE',
  Svelte: 'svelte/LICENSE.md',
  clsx: 'clsx/license',
};

/** Their licenses want to be shipped with them. */
function licenses(): Plugin {
  return {
    name: 'licenses',
    generateBundle() {
      const parts = Object.entries(SHIPPED).map(([name, path]) => {
        const text = readFileSync(new URL(`./node_modules/${path}`, import.meta.url), 'utf8');
        return `${name}\n${'='.repeat(name.length)}\n\n${text.trim()}\n`;
      });
      this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: parts.join('\n\n') });
    },
  };
}

// `TENGEN_SERVER` is the address of a running `Gomoku --no-open` for `npm run dev`.
const server = process.env.TENGEN_SERVER ?? 'http://127.0.0.1:4242';

export default defineConfig({
  plugins: [svelte(), licenses()],
  base: './',
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What every screen needs comes in one file: the first picture waits for the slowest of them.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'common', test: /src\/(board|lib|i18n\/(en|index)|parts\/Icon)|node_modules\/svelte/ }],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
});

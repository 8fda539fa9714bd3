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

/**
 * For `npm run dev`: what the page asks goes to a running program, whose printed address is in
 * GOMOKU_URL. It answers nobody but its own page, so requests get its token and its origin on the way.
 */
function runningProgram(): Plugin {
  const address = process.env.GOMOKU_URL ? new URL(process.env.GOMOKU_URL) : null;
  const token = address?.searchParams.get('token');
  return {
    name: 'running-program',
    apply: 'serve',
    config() {
      if (!address || !token) return;
      const headers = { origin: address.origin, authorization: `Bearer ${token}` };
      return { server: { proxy: { '/api': { target: address.origin, changeOrigin: true, ws: true, headers } } } };
    },
    configureServer() {
      if (!token)
        throw new Error(
          "Start the program with --no-open and say which address it printed: GOMOKU_URL='http://127.0.0.1:…/?token=…' npm run dev",
        );
    },
  };
}

export default defineConfig({
  plugins: [svelte(), licenses(), runningProgram()],
  base: './',
  worker: { format: 'es' },
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
});

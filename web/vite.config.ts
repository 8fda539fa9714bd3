import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// `TENGEN_SERVER` is the address of a running `Gomoku --no-open` for `npm run dev`.
const server = process.env.TENGEN_SERVER ?? 'http://127.0.0.1:4242';

export default defineConfig({
  plugins: [svelte()],
  base: './',
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
});

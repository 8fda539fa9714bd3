import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  // The Svelte of the page, not the one of a server that renders it.
  resolve: { conditions: ['browser'] },
  test: {
    include: ['tests/unit/**/*.test.ts'],
    environment: './tests/unit/page.ts',
    setupFiles: ['tests/unit/setup.ts'],
  },
});

import { defineConfig } from 'vitest/config';

// One browser and one program for each file; the files share the machine's few cores.
export default defineConfig({
  test: {
    include: process.env.SCREENS === undefined ? ['tests/browser/*.test.ts'] : ['tests/browser/screens.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: true,
    maxWorkers: 2,
  },
});

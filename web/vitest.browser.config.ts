import { defineConfig } from 'vitest/config';

// One browser and one program for each file; the files share the machine's few cores.
function files(): string[] {
  if (process.env.SCREENS !== undefined) return ['tests/browser/screens.ts'];
  return process.env.MEASURE ? ['tests/browser/measure.ts'] : ['tests/browser/*.test.ts'];
}

export default defineConfig({
  test: {
    include: files(),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A busy machine needs more than the usual second for what a click brings about.
    expect: { poll: { timeout: 15_000 } },
    fileParallelism: true,
    maxWorkers: 2,
  },
});

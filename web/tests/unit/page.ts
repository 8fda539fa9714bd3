/** Where the units run: a page without a browser. Code is compiled as for the page, not as for a server that renders it. */
import type { Environment } from 'vitest/runtime';

export default {
  name: 'page',
  viteEnvironment: 'client',
  setup: () => ({ teardown: () => undefined }),
} satisfies Environment;

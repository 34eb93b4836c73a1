// SPDX-License-Identifier: MIT
import { defineConfig } from 'vitest/config';

// One browser serves all files of an engine, one after the other: it keeps two cores busy alone.
const browser = (engine: 'chromium' | 'firefox' | 'webkit') => ({
  test: {
    name: engine,
    include: ['tests/browser/**/*.test.ts'],
    provide: { engine },
    pool: 'forks' as const,
    isolate: false,
    fileParallelism: false,
    maxWorkers: 1,
    sequence: { groupOrder: 1 },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      // A test that reads all sources takes seconds where the machine has other work.
      {
        test: {
          name: 'web',
          include: ['tests/{web,tools}/**/*.test.{ts,mjs}'],
          testTimeout: 60_000,
        },
      },
      { test: { name: 'engine', include: ['tests/engine/**/*.test.ts'], testTimeout: 60_000 } },
      browser('chromium'),
      browser('firefox'),
      browser('webkit'),
    ],
  },
});

// SPDX-License-Identifier: MIT
import { defineConfig } from 'vitest/config';

// A test that reads all sources, or finds every verdict again, takes a minute where the machine has other work.
const PATIENT = { testTimeout: 300_000, hookTimeout: 300_000 };

// One browser serves all files of an engine, one after the other; Chromium, which is asked for the most,
// has two.
const browser = (engine: 'chromium' | 'firefox' | 'webkit', workers = 1) => ({
  test: {
    name: engine,
    include: ['tests/browser/**/*.test.ts'],
    provide: { engine },
    pool: 'forks' as const,
    isolate: false,
    fileParallelism: workers > 1,
    maxWorkers: workers,
    sequence: { groupOrder: 1 },
    // Three browsers share the cores: a test of ten seconds has been seen to take more than a hundred.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'web',
          include: ['tests/{web,tools}/**/*.test.{ts,mjs}'],
          ...PATIENT,
        },
      },
      {
        test: {
          name: 'engine',
          include: ['tests/engine/**/*.test.ts'],
          setupFiles: ['tests/engine/relaxed-simd.ts'],
          ...PATIENT,
        },
      },
      browser('chromium', 2),
      browser('firefox'),
      browser('webkit'),
    ],
  },
});

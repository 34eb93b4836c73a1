// SPDX-License-Identifier: MIT
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { CRASH } from './browser/support/engine.ts';

// Time limits in milliseconds. On a busy machine, tests that read every file of the repository, or recompute every
// claim of the five documents (web/src/ledger), take a minute.
const PATIENT = { testTimeout: 300_000, hookTimeout: 300_000 };

const TIDY = 'tests/web/support/tidy.ts';

const LONGEST =
  /\/tests\/(?:browser\/(?:journeys|pages|scenes)|engine\/(?:claims|faults))\.test\.ts$/;

/** Starts with the longest files, so that none of them runs alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

// The two test projects of a folder. In the first project, all files of a worker share loaded modules. The files of the
// second (`alone`) replace modules or change their state, so each file loads its own.
const folder = (name: string, include: string, alone: string, setupFiles: string[]) => [
  { test: { name, include: [include], exclude: [alone], isolate: false, setupFiles, ...PATIENT } },
  { test: { name: `${name}-alone`, include: [alone], setupFiles, ...PATIENT } },
];

// The test project of one browser engine. Each worker opens one browser and runs test files in it, one after the other.
// Chromium runs most of the tests, so it gets two workers.
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
    // Time limits in milliseconds. The browsers share the CPU cores, so a test that takes 10 s alone can take more than
    // 100 s.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // WebKitGTK 2.50 sometimes crashes in its WebAssembly interpreter or its window. A test is repeated after a crash,
    // once.
    retry: { count: 1, condition: new RegExp(CRASH) },
  },
});

export default defineConfig({
  test: {
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    projects: [
      ...folder(
        'web',
        'tests/web/**/*.test.ts',
        'tests/web/{embed,embed-engines,hostile,number-scale,platform-session}.test.ts',
        [TIDY],
      ),
      ...folder(
        'engine',
        'tests/engine/**/*.test.ts',
        'tests/engine/{figures,learning-run,load,scenes,tales-model,tales-training}.test.ts',
        ['tests/engine/node.ts', TIDY],
      ),
      {
        test: {
          name: 'tools',
          include: ['tests/tools/**/*.test.mjs'],
          isolate: false,
          ...PATIENT,
        },
      },
      {
        test: {
          name: 'hosts',
          include: ['tests/hosts/**/*.test.ts'],
          provide: { engine: 'chromium' as const },
          ...PATIENT,
        },
      },
      browser('chromium', 2),
      browser('firefox'),
      browser('webkit'),
    ],
  },
});

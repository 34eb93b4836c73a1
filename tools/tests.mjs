// SPDX-License-Identifier: MIT
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { cmakeBuild } from './build.mjs';
import { Failure, ROOT, run, runNode } from './process.mjs';
import { ensureModulesOf } from './setup/node-modules.mjs';
import { atOnce, NONE, TestFailure } from './steps.mjs';

/**
 * @typedef {import('./steps.mjs').Counts} Counts
 * @typedef {import('./steps.mjs').Step} Step
 */

/** The browsers to test. WebKit is tested as WebKitGTK, which exists only on Linux. */
const BROWSERS =
  process.platform === 'linux' ? ['webkit', 'firefox', 'chromium'] : ['firefox', 'chromium'];

/**
 * Builds each native preset and runs its tests.
 * @param {string[]} [args]  arguments of ctest, such as `-R softmax`
 * @returns {Step[]}
 */
export const nativeTests = (args = []) =>
  ['native-debug', 'native-release', 'native-threads'].map((preset) => ({
    name: `test:native (${preset})`,
    run: async () => {
      await cmakeBuild(preset);
      const jobs = ['-j', `${availableParallelism()}`];
      return counted(`${preset}.xml`, countJunit, (report) =>
        run('ctest', ['--preset', preset, ...jobs, '--output-junit', report, ...args]),
      );
    },
  }));

/**
 * Tests the npm package and the site with third-party servers, bundlers and authoring tools (tests/hosts).
 * @param {string[]} args  arguments of vitest
 * @returns {Step}
 */
export const hostTests = (args) => ({
  name: 'test:hosts',
  run: async () => {
    await ensureModulesOf('tests/hosts');
    return vitest('hosts', ['hosts'], args).run();
  },
});

/**
 * Runs all browsers in parallel: a browser and its test process wait for each other, so one alone leaves cores idle.
 * @param {string[]} [args]  arguments of vitest
 */
export const browserTests = (args = []) =>
  namesProject(args)
    ? vitest('browser', [], args)
    : atOnce(...BROWSERS.map((engine) => [vitest(`browser-${engine}`, [engine], args)]));

/** @param {string[]} args  arguments of vitest */
const namesProject = (args) => args.some((arg) => arg.startsWith('--project'));

/**
 * Runs projects of tests/vitest.config.ts, unless the arguments name others.
 * @param {string} name
 * @param {string[]} projects
 * @param {string[]} [args]  arguments of vitest
 * @returns {Step}
 */
export const vitest = (name, projects, args = []) => ({
  name: `test:${name}`,
  run: () =>
    counted(`${name}.json`, countVitest, (report) =>
      runNode('vitest', [
        'run',
        '--config',
        'tests/vitest.config.ts',
        ...(namesProject(args) ? [] : projects.map((project) => `--project=${project}`)),
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...args,
      ]),
    ),
});

/**
 * Runs a command that writes a report, and reads the counts from it, even if the command fails.
 * @param {string} name  the file name of the report in build/reports
 * @param {(text: string) => Counts} count
 * @param {(report: string) => Promise<void>} command
 */
async function counted(name, count, command) {
  const report = join(ROOT, 'build/reports', name);
  const counts = () => {
    try {
      return count(readFileSync(report, 'utf8'));
    } catch {
      return NONE;
    }
  };
  mkdirSync(dirname(report), { recursive: true });
  rmSync(report, { force: true });
  try {
    await command(report);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new TestFailure(error.message, counts());
  }
  return counts();
}

/**
 * Counts the tests in ctest's JUnit file. The status `notrun` has two meanings: a test that could not start counts as
 * failed; one that CTest skipped because of a SKIP_ property, such as SKIP_RETURN_CODE, is not counted.
 * @param {string} xml
 * @returns {Counts}
 */
export function countJunit(xml) {
  const tests = [
    ...xml.matchAll(/<testcase\b[^>]*\bstatus="(\w+)"[^>]*>\s*(<skipped message="SKIP_)?/g),
  ].filter(([, , isSkipped]) => !isSkipped);
  const having = (/** @type {string[]} */ ...states) =>
    tests.filter(([, status = '']) => states.includes(status)).length;
  return { passed: having('run'), failed: having('fail', 'notrun') };
}

/** @param {string} json  Vitest's report @returns {Counts} */
export function countVitest(json) {
  const { numPassedTests = 0, numFailedTests = 0 } = JSON.parse(json);
  return { passed: numPassedTests, failed: numFailedTests };
}

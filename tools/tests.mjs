// SPDX-License-Identifier: MIT
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { cmakeBuild } from './build.mjs';
import { Failure, ROOT, run, runNode } from './process.mjs';
import { TestFailure } from './steps.mjs';
import { add, countJunit, countVitest, NONE } from './summary.mjs';

/** @typedef {import('./summary.mjs').Counts} Counts */

export const NATIVE_PRESETS = ['native-debug', 'native-release', 'native-threads'];

/** WebKitGTK exists on Linux only. */
const BROWSERS =
  process.platform === 'linux' ? ['webkit', 'firefox', 'chromium'] : ['firefox', 'chromium'];

/**
 * Builds one native preset and runs its tests.
 * @param {string} preset
 * @param {string[]} [args]  for ctest, such as `-R softmax`
 */
export async function testNative(preset, args = []) {
  await cmakeBuild(preset);
  return counted(`${preset}.xml`, countJunit, (report) =>
    run('ctest', [
      '--preset',
      preset,
      '-j',
      `${availableParallelism()}`,
      '--output-junit',
      report,
      ...args,
    ]),
  );
}

/** @param {string[]} [args]  for vitest */
export const testEngine = (args) => vitest('engine', ['web', 'engine'], args);

/** @param {string[]} [args]  for vitest */
export async function testBrowser(args = []) {
  if (!BROWSERS.includes('webkit'))
    console.log('WebKit is left out: WebKitGTK exists on Linux only.');
  if (namesProject(args)) return vitest('browser', [], args);
  /** @type {Counts} */
  let counts = NONE;
  /** @type {string[]} */
  const failures = [];
  // A browser waits for its test as often as the test for it: side by side they keep two cores busy.
  await Promise.all(
    BROWSERS.map(async (engine) => {
      try {
        const passed = await vitest(`browser-${engine}`, [engine], args);
        counts = add(counts, passed);
      } catch (error) {
        if (!(error instanceof TestFailure)) throw error;
        counts = add(counts, error.counts);
        failures.push(`${engine}: ${error.message}`);
      }
    }),
  );
  if (failures.length > 0) throw new TestFailure(failures.join('\n'), counts);
  return counts;
}

/** @param {string[]} args  for vitest */
const namesProject = (args) => args.some((arg) => arg.startsWith('--project'));

/**
 * @param {string} name  of the report
 * @param {string[]} projects  unless the arguments name their own
 * @param {string[]} [args]
 */
function vitest(name, projects, args = []) {
  const chosen = namesProject(args) ? [] : projects.flatMap((project) => ['--project', project]);
  return counted(`${name}.json`, countVitest, (report) =>
    runNode('vitest', [
      'run',
      ...chosen,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...args,
    ]),
  );
}

/**
 * Runs a command that writes a report, and reads the counts from it, also when the command fails.
 * @param {string} name
 * @param {(text: string) => Counts} count
 * @param {(report: string) => Promise<void>} command
 * @returns {Promise<Counts>}
 */
async function counted(name, count, command) {
  const report = join(ROOT, 'build/reports', name);
  mkdirSync(dirname(report), { recursive: true });
  rmSync(report, { force: true });
  try {
    await command(report);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new TestFailure(error.message, readCounts(report, count));
  }
  return readCounts(report, count);
}

/** @param {string} report @param {(text: string) => Counts} count */
function readCounts(report, count) {
  try {
    return count(readFileSync(report, 'utf8'));
  } catch {
    return NONE;
  }
}

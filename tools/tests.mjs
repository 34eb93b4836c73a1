// SPDX-License-Identifier: MIT
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { cmakeBuild } from './build.mjs';
import { Failure, ROOT, run, runNode } from './process.mjs';
import { ensureNodeModules } from './setup/node-modules.mjs';
import { TestFailure } from './steps.mjs';
import { add, countJunit, countVitest, NONE } from './summary.mjs';

/** @typedef {import('./summary.mjs').Counts} Counts */

export const NATIVE_PRESETS = ['native-debug', 'native-release', 'native-threads'];

/** The browsers to test. WebKit is tested as WebKitGTK, which exists only on Linux. */
const BROWSERS =
  process.platform === 'linux' ? ['webkit', 'firefox', 'chromium'] : ['firefox', 'chromium'];

/**
 * Builds one native preset and runs its tests.
 * @param {string} preset
 * @param {string[]} [args]  arguments of ctest, such as `-R softmax`
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

/**
 * Tests the site's modules without a browser and without a build.
 * @param {string[]} [args]  arguments of vitest
 */
export const testWeb = (args) => vitest('web', ['web'], args);

/**
 * Tests the tools, and the code in the documentation. These tests need no build.
 * @param {string[]} [args]  arguments of vitest
 */
export const testTools = (args) => vitest('tools', ['tools'], args);

/**
 * @param {string[]} [args]  arguments of vitest
 * @param {string[]} [projects]  the vitest projects to run
 */
export const testEngine = (args, projects = ['web', 'tools', 'engine']) =>
  vitest('engine', projects, args);

/** Tests the built site on nginx, Apache and other servers. */
export const testServers = () => vitest('servers', ['hosts'], ['tests/hosts/servers.test.ts']);

/**
 * Tests the npm package and the site with other people's servers, bundlers and authoring tools (tests/hosts).
 * @param {string[]} [args]  arguments of vitest
 */
export async function testHosts(args) {
  // A lock file of these tools would be longer than all tests together.
  await ensureNodeModules(join(ROOT, 'tests/hosts'), ['install', '--no-package-lock']);
  return vitest('hosts', ['hosts'], args);
}

/** @param {string[]} [args]  arguments of vitest */
export async function testBrowser(args = []) {
  if (!BROWSERS.includes('webkit'))
    console.log('WebKit is skipped: WebKitGTK exists only on Linux.');
  if (namesProject(args)) return vitest('browser', [], args);
  /** @type {Counts} */
  let counts = NONE;
  /** @type {string[]} */
  const failures = [];
  // All browsers run in parallel, because each browser and its test process wait for each other and leave cores idle.
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

/** @param {string[]} args  arguments of vitest */
const namesProject = (args) => args.some((arg) => arg.startsWith('--project'));

/**
 * @param {string} name  the report's file name without .json
 * @param {string[]} projects  vitest projects to run, unless `args` contain --project
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
 * Runs a command that writes a report, and reads the counts from it, even if the command fails.
 * @param {string} name  the file name of the report in build/reports
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

// SPDX-License-Identifier: MIT
// The npm scripts that end by themselves: `node tools/run.mjs <task> [arguments for its test runner]`.
import { buildEngine, buildSingle, buildSite, buildWasm, cmakeBuild } from './build.mjs';
import { checkCppLayers, checkCppLayout, checkTypes, format, lint } from './check.mjs';
import { checkComments } from './docs/comments.mjs';
import { buildReference } from './docs.mjs';
import { run } from './process.mjs';
import { setUp } from './setup.mjs';
import { checkSizes } from './size.mjs';
import { runSteps } from './steps.mjs';
import { summaryLine } from './summary.mjs';
import { NATIVE_PRESETS, testBrowser, testEngine, testNative } from './tests.mjs';

/**
 * @typedef {import('./steps.mjs').Step} Step
 * @typedef {import('./setup/requirements.mjs').Role} Role
 */

/** @param {Role} role @returns {Step} */
const setup = (role) => ({ name: 'set-up', run: () => setUp(role) });

/** @type {Step} */
const COMMENTS = { name: 'check: C++ comments', run: async () => checkComments() };
/** @type {Step[]} */
const CHECK = [
  { name: 'check: layout and lint', run: lint },
  { name: 'check: types', run: checkTypes },
  { name: 'check: C++ layout', run: checkCppLayout },
  { name: 'check: C++ layers', run: checkCppLayers },
  COMMENTS,
];
/** @type {Step} */
const WASM = { name: 'wasm build', run: buildWasm };
/** @type {Step} */
const NATIVE_ENGINE = {
  name: 'native engine build',
  run: () => cmakeBuild('native-release', 'attention_engine'),
};
/** @type {Step} */
const FAULTS = {
  name: 'wasm build with faults',
  run: () => cmakeBuild('wasm-simd', 'attention_faults'),
};
/** @type {Step} */
const SITE = { name: 'site build', run: () => buildSite() };
/** @type {Step} */
const SINGLE = { name: 'single files', run: buildSingle };
/** @type {Step} */
const ENGINE = { name: 'engine for the package', run: buildEngine };
/** @type {Step} */
const PACK = { name: 'package', run: () => run('npm', ['pack']) };
/** @type {Step} */
const SIZE = { name: 'size', run: async () => checkSizes() };
/** @param {string[]} [args] @returns {Step[]} */
const native = (args) =>
  NATIVE_PRESETS.map((preset) => ({
    name: `test:native (${preset})`,
    run: () => testNative(preset, args),
  }));
/** @param {string[]} [args] @returns {Step} */
const engine = (args) => ({ name: 'test:engine', run: () => testEngine(args) });
/** @param {string[]} [args] @returns {Step} */
const browser = (args) => ({ name: 'test:browser', run: () => testBrowser(args) });

/** @type {Record<string, (args: string[]) => Step[]>} */
const TASKS = {
  build: () => [setup('site'), WASM, SITE],
  'build:single': () => [setup('site'), WASM, SINGLE],
  package: () => [setup('site'), WASM, SITE, ENGINE, PACK],
  check: () => [setup('check'), ...CHECK],
  format: () => [setup('check'), { name: 'format', run: format }],
  docs: () => [setup('docs'), COMMENTS, { name: 'API reference', run: buildReference }],
  test: () => [
    setup('test'),
    ...CHECK,
    ...native(),
    WASM,
    FAULTS,
    engine(),
    SITE,
    ENGINE,
    SIZE,
    browser(),
  ],
  size: () => [setup('site'), WASM, SITE, SIZE],
  'test:native': (args) => [setup('native'), ...native(args)],
  'test:engine': (args) => [setup('engine'), WASM, FAULTS, NATIVE_ENGINE, engine(args)],
  'test:browser': (args) => [setup('browser'), WASM, SITE, ENGINE, browser(args)],
};

const [task = '', ...args] = process.argv.slice(2);
const steps = TASKS[task]?.(args);
if (!steps) {
  console.error(`usage: node tools/run.mjs <${Object.keys(TASKS).join('|')}>`);
  process.exitCode = 2;
} else {
  const { ok, counts } = await runSteps(steps);
  if (task.startsWith('test')) console.log(`\n${summaryLine(counts)}`);
  process.exitCode = ok ? 0 : 1;
}

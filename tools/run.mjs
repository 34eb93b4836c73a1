// SPDX-License-Identifier: MIT
// Runs the steps of an npm script, such as `test`: `node tools/run.mjs <task> [arguments for its test runner]`.
import {
  buildPackage,
  buildSingle,
  buildSite,
  buildWasm,
  cmakeBuild,
  PACKAGE as PACKAGE_FOLDER,
  TALES_PACKAGE,
} from './build.mjs';
import {
  checkCppLayers,
  checkCppLayout,
  checkLayers,
  checkTypes,
  checkWorkflows,
  format,
  lint,
} from './check.mjs';
import { checkComments } from './docs/comments.mjs';
import { buildReference } from './docs.mjs';
import { run } from './process.mjs';
import { buildRelease, listObjections, tagRelease } from './release.mjs';
import { ensureNodeModules } from './setup/node-modules.mjs';
import { requireNode, setUp } from './setup.mjs';
import { checkSizes } from './size.mjs';
import { atOnce, runSteps } from './steps.mjs';
import { summaryLine } from './summary.mjs';
import {
  NATIVE_PRESETS,
  testBrowser,
  testEngine,
  testHosts,
  testNative,
  testServers,
  testTools,
  testWeb,
} from './tests.mjs';
import { checkTranslations } from './translations.mjs';

/**
 * @typedef {import('./steps.mjs').Step} Step
 * @typedef {import('./setup/requirements.mjs').Role} Role
 */

/** @param {Role} role @returns {Step} */
const setup = (role) => ({ name: 'set-up', run: () => setUp(role) });

/** @type {Step} */
const NODE_MODULES = {
  name: 'npm packages',
  run: async () => {
    requireNode(process.versions.node);
    await ensureNodeModules();
  },
};

/** @type {Step} */
const COMMENTS = { name: 'check: C++ comments', run: async () => checkComments() };
/** @type {Step[]} */
const CHECK = [
  { name: 'check: layout and lint', run: lint },
  { name: 'check: layers', run: checkLayers },
  { name: 'check: workflows', run: checkWorkflows },
  { name: 'check: translations', run: async () => checkTranslations() },
  { name: 'check: types', run: checkTypes },
];
/** @type {Step[]} */
const CHECK_CPP = [
  { name: 'check: C++ layout', run: checkCppLayout },
  { name: 'check: C++ layers', run: checkCppLayers },
  COMMENTS,
];
/** @type {Step} */
const WASM = { name: 'wasm build', run: () => buildWasm() };
/** @type {Step} */
const NATIVE_ENGINE = {
  name: 'native engine build',
  run: () => cmakeBuild('native-release', 'attention_engine', 'attention_train_tales'),
};
/** @type {Step} */
const WASM_AND_FAULTS = { name: 'wasm build', run: () => buildWasm({ faults: true }) };
/** @type {Step} */
const SITE = { name: 'site build', run: () => buildSite() };
/** @type {Step[]} */
const PREVIEWS = [
  setup('previews'),
  {
    name: 'pictures for link previews',
    run: async () => (await import('./previews.mjs')).takePreviews(),
  },
];
/** @type {Step} */
const SINGLE = { name: 'single files', run: buildSingle };
/** @type {Step} */
const PLATFORMS = {
  name: 'packages for learning platforms',
  run: async () => (await import('./platforms.mjs')).buildPlatforms(),
};
/** @type {Step} */
const PACKAGE = { name: 'package build', run: buildPackage };
/** @type {Step} */
const SITE_AND_PACKAGE = {
  name: 'site and package build',
  // The builds run in parallel, because each uses only one core most of the time.
  run: async () => void (await Promise.all([buildSite(), buildPackage()])),
};
/** @type {Step} */
const PACK = { name: 'package', run: () => run('npm', ['pack', PACKAGE_FOLDER, TALES_PACKAGE]) };
/** @type {Step} */
const SIZE = { name: 'size', run: checkSizes };
/** @param {string[]} [args] @returns {Step[]} */
const native = (args) =>
  NATIVE_PRESETS.map((preset) => ({
    name: `test:native (${preset})`,
    run: () => testNative(preset, args),
  }));
/** @param {string[]} [args] @returns {Step} */
const engine = (args) => ({ name: 'test:engine', run: () => testEngine(args) });
/** @type {Step} */
const WEB = { name: 'test:web', run: () => testWeb() };
/** @type {Step} */
const TOOLS = { name: 'test:tools', run: () => testTools() };
/** @type {Step} */
const ENGINE = { name: 'test:engine', run: () => testEngine([], ['engine']) };
/** @param {string[]} [args] @returns {Step} */
const browser = (args) => ({ name: 'test:browser', run: () => testBrowser(args) });

/** @type {Step} */
const SERVERS = { name: 'test:hosts (servers)', run: testServers };
/** @param {string[]} [args] @returns {Step} */
const hosts = (args) => ({ name: 'test:hosts', run: () => testHosts(args) });

/** @type {Step} */
const PACKAGE_CHECKS = {
  name: 'package checks',
  run: () => testHosts(['tests/hosts/types.test.ts']),
};
/** @type {Step} */
const ARCHIVES = { name: 'release', run: buildRelease };
/** @type {Step} */
const OBJECTIONS = { name: 'objections to a release', run: async () => listObjections() };
/** @type {Step} */
const TAG = { name: 'tag', run: () => tagRelease() };

/** @type {Record<string, (args: string[]) => Step[]>} */
const TASKS = {
  build: () => [setup('site'), WASM, SITE, PLATFORMS, ...(process.env.SITE_URL ? PREVIEWS : [])],
  'build:single': () => [setup('site'), WASM, SINGLE],
  package: () => [setup('site'), WASM, PACKAGE, PACK],
  release: (args) =>
    args.includes('--dry-run')
      ? [OBJECTIONS, setup('hosts'), WASM, SITE_AND_PACKAGE, PACKAGE_CHECKS, ARCHIVES, OBJECTIONS]
      : [TAG],
  check: () => [setup('check'), ...CHECK, ...CHECK_CPP],
  format: () => [setup('check'), { name: 'format', run: format }],
  docs: () => [setup('docs'), COMMENTS, { name: 'API reference', run: buildReference }],
  test: () => [
    NODE_MODULES,
    // These checks and tests need only npm packages, so they run while the set-up installs other software.
    atOnce([setup('test')], [...CHECK, WEB]),
    ...CHECK_CPP,
    TOOLS,
    ...native(),
    WASM_AND_FAULTS,
    ENGINE,
    SITE_AND_PACKAGE,
    // These two run at the same time, because each uses only one core.
    atOnce([SIZE], [SERVERS]),
    browser(),
  ],
  size: () => [setup('site'), WASM, SITE_AND_PACKAGE, SIZE],
  'test:web': (args) => [NODE_MODULES, { name: 'test:web', run: () => testWeb(args) }],
  'test:tools': (args) => [NODE_MODULES, { name: 'test:tools', run: () => testTools(args) }],
  'test:native': (args) => [setup('native'), ...native(args)],
  'test:engine': (args) => [setup('engine'), WASM_AND_FAULTS, NATIVE_ENGINE, engine(args)],
  'test:hosts': (args) => [setup('hosts'), WASM, SITE_AND_PACKAGE, hosts(args)],
  'test:browser': (args) => [setup('browser'), WASM, SITE_AND_PACKAGE, browser(args)],
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

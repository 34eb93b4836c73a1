// SPDX-License-Identifier: MIT
// Runs the steps of an npm script, such as `test`: `node tools/run.mjs <script> [arguments of the script or of its test
// runner]`. Exit code 1: a step failed; 2: an argument is invalid.
import {
  buildPackage,
  buildSingle,
  buildSite,
  buildWasm,
  cmakeBuild,
  PACKAGE,
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
import { server } from './serve.mjs';
import { ensureNodeModules } from './setup/node-modules.mjs';
import { requireNode, setUp } from './setup.mjs';
import { atOnce, eachOf, runAndExit } from './steps.mjs';
import { browserTests, hostTests, nativeTests, vitest } from './tests.mjs';
import { checkTranslations } from './translations.mjs';

/** @typedef {import('./steps.mjs').Step} Step */

/** @type {(name: string, run: Step['run']) => Step} */
const step = (name, run) => ({ name, run });
/** @param {import('./setup/requirements.mjs').Role} role */
const setup = (role) => step('set-up', () => setUp(role));

const NODE_MODULES = step('npm packages', async () => {
  requireNode(process.versions.node);
  await ensureNodeModules();
});
const COMMENTS = step('check: C++ comments', async () => checkComments());
const CHECK = [
  step('check: layout and lint', lint),
  step('check: layers', checkLayers),
  step('check: workflows', checkWorkflows),
  step('check: translations', async () => checkTranslations()),
  step('check: types', checkTypes),
];
const CHECK_CPP = [
  step('check: C++ layout', checkCppLayout),
  step('check: C++ layers', checkCppLayers),
  COMMENTS,
];
const WASM = step('wasm build', () => buildWasm());
const WASM_AND_FAULTS = step('wasm build', () => buildWasm({ faults: true }));
const NATIVE_ENGINE = step('native engine build', () =>
  cmakeBuild('native-release', 'attention_engine', 'attention_train_tales'),
);
const SITE_AND_PACKAGE = step('site and package build', async () => {
  // The builds run in parallel, because each uses only one core most of the time.
  await Promise.all([buildSite(), buildPackage()]);
});
const PLATFORMS = step('packages for learning platforms', async () =>
  (await import('./platforms.mjs')).buildPlatforms(),
);
const PREVIEWS = [
  setup('previews'),
  step('pictures for link previews', async () => (await import('./previews.mjs')).takePreviews()),
];
const OBJECTIONS = step('objections to a release', async () => listObjections());
const SIZE = step('size', async () => (await import('./size.mjs')).checkSizes());
const SERVERS = vitest('servers', ['hosts'], ['tests/hosts/servers.test.ts']);

/** @type {Record<string, (args: string[]) => Step[]>} */
const TASKS = {
  start: (args) => [
    setup('site'),
    WASM,
    step('site build', () => buildSite({ ifStale: true })),
    step('server start', server('preview', args)),
  ],
  dev: (args) => [setup('site'), WASM, step('server start', server('dev', args))],
  build: () => [
    setup('site'),
    WASM,
    step('site build', () => buildSite()),
    PLATFORMS,
    ...(process.env.SITE_URL ? PREVIEWS : []),
  ],
  'build:single': () => [setup('site'), WASM, step('single files', buildSingle)],
  package: () => [
    setup('site'),
    WASM,
    step('package build', buildPackage),
    step('package', () => run('npm', ['pack', PACKAGE, TALES_PACKAGE])),
  ],
  release: (args) =>
    args.includes('--dry-run')
      ? [
          OBJECTIONS,
          setup('hosts'),
          WASM,
          SITE_AND_PACKAGE,
          hostTests(['tests/hosts/types.test.ts']),
          step('release', buildRelease),
          OBJECTIONS,
        ]
      : [step('tag', () => tagRelease())],
  check: () => [setup('check'), eachOf('all checks', [...CHECK, ...CHECK_CPP])],
  format: () => [setup('check'), step('format', format)],
  docs: () => [setup('docs'), COMMENTS, step('API reference', buildReference)],
  test: () => [
    NODE_MODULES,
    // These checks and tests need only npm packages, so they run while the set-up installs other software.
    atOnce([setup('test')], CHECK, [vitest('web', ['web', 'web-*'])]),
    ...CHECK_CPP,
    vitest('tools', ['tools']),
    ...nativeTests(),
    WASM_AND_FAULTS,
    vitest('engine', ['engine', 'engine-*']),
    SITE_AND_PACKAGE,
    // Run at the same time, because each uses only one core.
    atOnce([SIZE], [SERVERS]),
    browserTests(),
  ],
  size: () => [setup('site'), WASM, SITE_AND_PACKAGE, SIZE],
  'test:web': (args) => [NODE_MODULES, vitest('web', ['web', 'web-*'], args)],
  'test:tools': (args) => [NODE_MODULES, vitest('tools', ['tools'], args)],
  'test:native': (args) => [setup('native'), ...nativeTests(args)],
  'test:engine': (args) => [
    setup('engine'),
    WASM_AND_FAULTS,
    NATIVE_ENGINE,
    vitest('engine', ['web', 'web-*', 'tools', 'engine', 'engine-*'], args),
  ],
  'test:hosts': (args) => [setup('hosts'), WASM, SITE_AND_PACKAGE, hostTests(args)],
  'test:browser': (args) => [setup('browser'), WASM, SITE_AND_PACKAGE, browserTests(args)],
};

/** Scripts with their own module in this folder. The module exports `steps(args)` and optionally `usage`. */
const MODULES = [
  'bench',
  'bench:native',
  'bench:page',
  'bench:start',
  'fuzz',
  'icons',
  'lessons',
  'lighthouse',
  'screenshots',
  'train:sentences',
  'train:tales',
];

const refuse = () => {
  throw new TypeError(
    `usage: node tools/run.mjs <${[...Object.keys(TASKS), ...MODULES].join('|')}>`,
  );
};

const [script = '', ...args] = process.argv.slice(2);
// The modules import npm packages, so these must be installed first.
if (MODULES.includes(script)) await NODE_MODULES.run();
const module = MODULES.includes(script)
  ? await import(`./${script.replace(':', '-')}.mjs`)
  : { steps: TASKS[script] ?? refuse };
let steps;
try {
  steps = module.steps(args);
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
  console.error([error.message, module.usage].filter(Boolean).join('\n'));
  process.exitCode = 2;
}
if (steps) await runAndExit(steps);

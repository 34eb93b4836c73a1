// SPDX-License-Identifier: MIT
// Runs golden files (calls with inputs and expected outputs, see tests/golden) and compares the outputs:
// `node tools/golden.mjs <wasm|native> <folder-or-file>...`. The last line is `N passed, N failed`.
// Exit code 0: all pass; 1: some fail; 2: a file is invalid or names an unknown function (other files still run).
import { resolve } from 'node:path';
import { buildWasm, cmakeBuild } from './build.mjs';
import { setUp } from './setup.mjs';
import { runSteps } from './steps.mjs';
import { withTypeScript } from './type-script.mjs';

const SOME_FAILED = 1;
const UNUSABLE = 2;

/** @typedef {{role: import('./setup/requirements.mjs').Role, build: () => Promise<void>}} Target */

/** @type {Record<string, Target>} */
const TARGETS = {
  wasm: { role: 'engine', build: buildWasm },
  native: { role: 'native', build: () => cmakeBuild('native-release', 'attention_engine') },
};

/**
 * Runs golden files under Node with every WebAssembly build, or with the native library.
 * @param {string} target  a key of TARGETS
 * @param {string[]} places  folders and files of golden cases
 * @returns {Promise<number>} the exit code
 */
function runGolden(target, places) {
  return withTypeScript(async (load) => {
    const { openDoors, runGolden } = await load('/tests/engine/golden/run.ts');
    const { engines, close } = await openDoors(target);
    const { failed, unusable } = await runGolden(engines, places, console.log, console.error);
    close();
    if (unusable) return UNUSABLE;
    return failed ? SOME_FAILED : 0;
  });
}

const [target = '', ...places] = process.argv.slice(2);
const chosen = TARGETS[target];
if (!chosen || places.length === 0) {
  console.error(
    'usage: npm run golden -- <folder-or-file>...\n       npm run golden:native -- <folder-or-file>...',
  );
  process.exitCode = UNUSABLE;
} else {
  // npm runs scripts in the root folder. INIT_CWD is the folder in which the user called npm.
  const here = process.env.INIT_CWD ?? process.cwd();
  const { ok } = await runSteps([
    { name: 'set-up', run: () => setUp(chosen.role) },
    { name: `${target} build`, run: chosen.build },
  ]);
  const files = places.map((place) => resolve(here, place));
  process.exitCode = ok ? await runGolden(target, files) : UNUSABLE;
}

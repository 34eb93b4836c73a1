// SPDX-License-Identifier: MIT
import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT, run, runNode } from './process.mjs';

/**
 * Builds a CMake preset. Configures it before the first build and after a change of CMakePresets.json; Ninja detects
 * changes of other CMake files. If the repository was moved or copied, configures from scratch (--fresh), because the
 * build folder contains absolute paths.
 * @param {string} preset  a name in CMakePresets.json
 * @param {string[]} targets  all targets if empty
 */
export async function cmakeBuild(preset, ...targets) {
  const folder = join(ROOT, 'build', preset);
  const generated = newest([join(folder, 'build.ninja')]);
  const isMoved = wasMoved(folder, ROOT);
  if (isMoved || generated <= newest([join(ROOT, 'CMakePresets.json')]))
    await run('cmake', ['--preset', preset, ...(isMoved ? ['--fresh'] : [])]);
  const named = targets.length ? ['--target', ...targets] : [];
  await run('cmake', ['--build', '--preset', preset, ...named]);
}

/**
 * @param {string} folder  the folder of a CMake build
 * @param {string} root  the folder of the repository
 * @returns whether the build was configured for another path of the repository; false if it was never configured
 */
export function wasMoved(folder, root) {
  const cache = join(folder, 'CMakeCache.txt');
  if (!existsSync(cache)) return false;
  const [, home = ''] =
    /^CMAKE_HOME_DIRECTORY:INTERNAL=(.*)$/m.exec(readFileSync(cache, 'utf8')) ?? [];
  return relative(home, root) !== '';
}

/**
 * Builds the WebAssembly modules, with SIMD and with relaxed SIMD.
 * @param {{faults?: boolean}} [options]  faults: also the module `attention_faults` of the engine tests
 */
export const buildWasm = ({ faults = false } = {}) =>
  cmakeBuild('wasm-simd', ...(faults ? ['all', 'attention_faults'] : []));

const SITE_INPUTS = ['web', 'cpp/licenses', 'package.json', 'package-lock.json', 'build/wasm'];

/**
 * Builds the static site in dist/.
 * @param {{ifStale?: boolean}} [options]  ifStale: do nothing unless an input is newer than dist/
 */
export async function buildSite({ ifStale = false } = {}) {
  const page = join(ROOT, 'dist/index.html');
  const changed = newest(SITE_INPUTS.map((name) => join(ROOT, name)));
  if (ifStale && existsSync(page) && changed <= statSync(page).mtimeMs) {
    console.log('dist/ is up to date');
    return;
  }
  const begun = new Date();
  await vite();
  // The first build empties dist/, so it must run before the builds that write to subfolders of dist/.
  await vite('--mode', 'embed');
  await vite('--mode', 'anywidget');
  await buildSingle();
  // Sets the modification time to the start of the build, so that a source saved during the build counts as newer.
  utimesSync(page, begun, begun);
}

/** Builds one self-contained page for each lesson, and one with all lessons, in dist/single. */
export const buildSingle = () => vite('--mode', 'single');

/** @param {string[]} options */
const vite = (...options) => runNode('vite', ['build', 'web', ...options]);

const ENGINE = 'web/src/engine';
export const PACKAGE = join(ROOT, 'build/package');
/** The folder of the npm package with the tales model, the language model of the lesson `writing`. */
export const TALES_PACKAGE = join(ROOT, 'build/package-tales');

/**
 * Builds two npm packages: one with the `<attention-lab>` element, the engine and its type declarations; and one with
 * the tales model, which is larger than the first.
 */
export async function buildPackage() {
  await vite('--mode', 'package');
  const types = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly'];
  const folders = ['--rootDir', ENGINE, '--outDir', join(PACKAGE, 'dist/engine/types')];
  await runNode('typescript', ['--project', ENGINE, ...types, ...folders], 'tsc');
  const all = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const { name, version, description, license, type, exports, customElements, engines } = all;
  const shared = { version, license, type };
  copyFileSync(join(ROOT, 'web/src/embed/package.md'), join(PACKAGE, 'README.md'));
  writeManifest(PACKAGE, {
    ...{ name, description, ...shared, exports, customElements, engines },
    files: ['dist'],
  });
  const tales = join(ROOT, 'web/src/engine/tales');
  rmSync(TALES_PACKAGE, { recursive: true, force: true });
  cpSync(join(tales, 'package'), TALES_PACKAGE, { recursive: true });
  for (const file of ['model.safetensors', 'SOURCES.md'])
    copyFileSync(join(tales, file), join(TALES_PACKAGE, file));
  writeManifest(TALES_PACKAGE, {
    name: 'attention-lab-tales',
    description: 'The language model of tales, for the package attention-lab.',
    ...shared,
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      './package.json': './package.json',
    },
  });
}

/** @param {string} folder @param {object} manifest */
function writeManifest(folder, manifest) {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
}

/**
 * The latest modification time (mtime, in milliseconds) of files, folders and all files in them. Ignores missing paths.
 * Includes the mtimes of folders, which change when a file is removed.
 * @param {string[]} paths
 * @returns {number}
 */
export function newest(paths) {
  const times = paths.filter(existsSync).map((path) => {
    const stat = statSync(path);
    if (!stat.isDirectory()) return stat.mtimeMs;
    return Math.max(stat.mtimeMs, newest(readdirSync(path).map((name) => join(path, name))));
  });
  return Math.max(0, ...times);
}

// SPDX-License-Identifier: MIT
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ROOT, run, runNode } from './process.mjs';

export const WASM_PRESETS = ['wasm-relaxed', 'wasm-simd', 'wasm-scalar'];

/**
 * Ninja itself configures again when a CMake file changed; only the presets are unknown to it.
 * @param {string} preset  of CMakePresets.json
 * @param {string[]} targets  all of them when none is named
 */
export async function cmakeBuild(preset, ...targets) {
  const generated = newest([join(ROOT, 'build', preset, 'build.ninja')]);
  if (generated <= newest([join(ROOT, 'CMakePresets.json')]))
    await run('cmake', ['--preset', preset]);
  const named = targets.length ? ['--target', ...targets] : [];
  await run('cmake', ['--build', '--preset', preset, ...named]);
}

/** All twins of the WebAssembly module. */
export async function buildWasm() {
  // Side by side: each ends with a link that keeps one core busy.
  await Promise.all(WASM_PRESETS.map((preset) => cmakeBuild(preset)));
}

/**
 * The static site in dist/.
 * @param {{ifStale?: boolean}} [options]  ifStale: nothing to do when no input is newer than dist/
 */
export async function buildSite({ ifStale = false } = {}) {
  const page = join(ROOT, 'dist/index.html');
  if (ifStale && existsSync(page) && newest(siteInputs()) <= statSync(page).mtimeMs) {
    console.log('dist/ is up to date');
    return;
  }
  const begun = new Date();
  await runNode('vite', ['build']);
  // Into folders of dist/, which the first build has emptied.
  await runNode('vite', ['build', '--config', 'vite.embed.config.ts']);
  await buildSingle();
  // Dated by its start: what was saved during the build counts as newer than it.
  utimesSync(page, begun, begun);
}

/** A lesson a file, and all in one, in dist/single. */
export const buildSingle = () => runNode('vite', ['build', '--config', 'vite.single.config.ts']);

/** The engine alone, with its types, in dist/engine, after the site too. */
export async function buildEngine() {
  await runNode('vite', ['build', '--config', 'vite.engine.config.ts']);
  await runNode('typescript', ['--project', 'tsconfig.package.json'], 'tsc');
  // What the compiler reads as it is, it does not write.
  const types = join(ROOT, 'dist/engine/types');
  cpSync(join(ROOT, 'web/src/engine/glue.d.ts'), join(types, 'glue.d.ts'));
  const index = join(types, 'index.d.ts');
  writeFileSync(index, `/// <reference path="./glue.d.ts" />\n${readFileSync(index, 'utf8')}`);
}

/** Everything that dist/ is made from. */
function siteInputs() {
  const modules = WASM_PRESETS.flatMap((preset) => {
    const folder = join(ROOT, 'build', preset, 'cpp/bindings');
    const files = ['attention', 'attention-core'].flatMap((name) => [`${name}.js`, `${name}.wasm`]);
    return files.map((name) => join(folder, name));
  });
  const top = [
    'web',
    'cpp/licenses',
    'index.html',
    'package.json',
    'package-lock.json',
    'vite.config.ts',
    'vite.embed.config.ts',
    'vite.single.config.ts',
    'tsconfig.base.json',
  ];
  return [...top.map((name) => join(ROOT, name)), ...modules];
}

/**
 * The latest modification in some files and folders, in milliseconds; what is absent does not count.
 * A folder's own time counts too: it tells of a file removed.
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

// SPDX-License-Identifier: MIT
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

/**
 * The first of several commands that exists on the PATH.
 * @param {string[]} names
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined} the full path
 */
export function findCommand(names, env = process.env) {
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter).filter(Boolean);
  const endings =
    process.platform === 'win32' ? (env.PATHEXT ?? '.EXE;.CMD;.BAT').split(';') : [''];
  for (const name of names)
    for (const folder of folders)
      for (const ending of endings) {
        const path = join(folder, name + ending);
        if (isExecutable(path)) return path;
      }
  return undefined;
}

/** @param {string} path */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * The folders where a C++ header may be: first those in the environment variables of the compiler
 * and CMake, then the default ones of Linux, Homebrew and MacPorts.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} [cmakePackage]  the package's CMake name, for `<name>_ROOT` and `<name>_DIR`
 * @returns {string[]}
 */
export function includeFolders(env, cmakePackage = '') {
  const list = (/** @type {string | undefined} */ value) =>
    (value ?? '').split(delimiter).filter(Boolean);
  const packageFolder = env[`${cmakePackage}_DIR`];
  const prefixes = [
    ...list(env[`${cmakePackage}_ROOT`]),
    ...list(env.CMAKE_PREFIX_PATH?.replaceAll(';', delimiter)),
    // <name>_DIR contains the package's CMake files. The folders <prefix>/lib/cmake/X and <prefix>/share/X/cmake are
    // three levels below the prefix, and <prefix>/lib/<triplet>/cmake/X is four levels below it.
    ...(packageFolder
      ? [resolve(packageFolder, '../../..'), resolve(packageFolder, '../../../..')]
      : []),
    ...list(env.CONDA_PREFIX),
    ...list(env.HOMEBREW_PREFIX),
    '/usr',
    '/usr/local',
    '/opt/homebrew',
    '/opt/local',
  ];
  return [
    ...list(env.CPATH),
    ...list(env.CPLUS_INCLUDE_PATH),
    ...prefixes.map((p) => join(p, 'include')),
  ];
}

/**
 * Searches folders, and their subfolders eigen3, for the first of several headers.
 * @param {string[]} headers  alternatives, such as `Eigen/Core`
 * @param {string[]} folders
 * @returns {string | undefined} the header's full path
 */
export function findHeader(headers, folders) {
  for (const folder of folders)
    for (const sub of ['', 'eigen3'])
      for (const header of headers) {
        const path = join(folder, sub, header);
        if (existsSync(path)) return path;
      }
  return undefined;
}

/**
 * Whether a version such as `3.1.6` is at least `minimum`. A missing part counts as 0.
 * @param {string} version
 * @param {string} minimum
 */
export function atLeast(version, minimum) {
  const parts = (/** @type {string} */ text) =>
    text.split('.').map((part) => Number.parseInt(part, 10));
  const [have, want] = [parts(version), parts(minimum)];
  for (let i = 0; i < want.length; i++) {
    const difference = (have[i] || 0) - (want[i] || 0);
    if (difference) return difference > 0;
  }
  return true;
}

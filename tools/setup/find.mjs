// SPDX-License-Identifier: MIT
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The first of several commands that exists on the PATH.
 * @param {string[]} names
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined} the full path
 */
export const findCommand = (names, env = process.env) =>
  names
    .flatMap((name) => (env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)))
    .find(isExecutable);

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
 * Whether a C++ header, such as `Eigen/Core`, is where a compiler or CMake looks for it.
 * @param {string} header
 * @param {NodeJS.ProcessEnv} [env]
 */
export function hasHeader(header, env = process.env) {
  const list = (/** @type {string | undefined} */ value) => (value ?? '').split(/[:;]/);
  const prefixes = [...list(env.CMAKE_PREFIX_PATH), '/usr', '/usr/local', '/opt/homebrew'];
  return [...list(env.CPATH), ...prefixes.map((prefix) => join(prefix, 'include'))].some(
    (folder) => existsSync(join(folder, header)) || existsSync(join(folder, 'eigen3', header)),
  );
}

/**
 * Finds clang-format, preferably version 14 (Debian 12), because each version formats code slightly differently.
 */
export const findClangFormat = () => findCommand(['clang-format-14', 'clang-format']);

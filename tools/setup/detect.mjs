// SPDX-License-Identifier: MIT
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { findBrowsers } from '../browsers.mjs';
import { atLeast, findCommand, findHeader, includeFolders } from './find.mjs';
import { findPython } from './python.mjs';

/**
 * @typedef {import('./requirements.mjs').Requirement} Requirement
 * @typedef {{path?: string | undefined, version?: string | undefined}} Finding  path is undefined if nothing was found
 * @typedef {{requirement: Requirement, found?: string}} Missing  `found`: the version that is too old
 */

/**
 * Finds clang-format, preferably version 14 (Debian 12), because each version formats code slightly differently.
 * @param {NodeJS.ProcessEnv} [env]
 */
export const findClangFormat = (env = process.env) =>
  findCommand(['clang-format-14', 'clang-format'], env);

/** @type {Record<string, (env: NodeJS.ProcessEnv) => Finding>} */
const PROBES = {
  emscripten: findEmscripten,
  cxx: (env) => ({
    path: findCommand([...(env.CXX ? [env.CXX] : []), 'g++', 'clang++', 'c++', 'cl'], env),
  }),
  clang: (env) => ({ path: findClangRuntimes(env) }),
  'clang-format': (env) => ({ path: findClangFormat(env) }),
  chromium: (env) => ({ path: findBrowsers(env).chromium }),
  firefox: (env) => ({ path: findBrowsers(env).firefox }),
  webkit: (env) => {
    const { webkitDriver, miniBrowser } = findBrowsers(env);
    return { path: webkitDriver && miniBrowser };
  },
  cjk: () => ({ path: findCjkFont() }),
};

/**
 * The requirements that are not installed, or only in a version that is too old.
 * @param {Requirement[]} requirements
 * @param {NodeJS.ProcessEnv} [env]
 * @param {(r: Requirement, env: NodeJS.ProcessEnv) => Finding} [look]
 * @returns {Missing[]}
 */
export function findMissing(requirements, env = process.env, look = lookFor) {
  return requirements.flatMap((requirement) => {
    const { path, version } = look(requirement, env);
    const { minimum } = requirement.find;
    if (!path) return [{ requirement }];
    if (minimum && version && !atLeast(version, minimum)) return [{ requirement, found: version }];
    return [];
  });
}

/**
 * @param {Requirement} requirement
 * @param {NodeJS.ProcessEnv} env
 * @returns {Finding}
 */
export function lookFor({ find }, env) {
  const probe = PROBES[find.probe ?? ''];
  if (probe) return probe(env);
  if (find.header) {
    const path = findHeader(find.header, includeFolders(env, find.cmakePackage));
    return { path: path ?? findHeader(find.header, pkgConfigFolders(find.pkgConfig, env)) };
  }
  if (find.folder) return { path: existsSync(find.folder) ? find.folder : undefined };
  if (find.python) return { path: findPython(find.python, env) };
  const path = findCommand(find.command ?? [], env) ?? findServer(find.server ?? [], env);
  return { path, version: path && find.minimum ? versionOf(path) : undefined };
}

/**
 * Finds emcc. The environment variable EMSDK takes precedence over the PATH, as in cpp/cmake/emscripten.cmake. Reads
 * the version from a file beside the compiler if there is one, because `emcc --version` takes a quarter of a second.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Finding}
 */
function findEmscripten(env) {
  const ofSdk = env.EMSDK && join(env.EMSDK, 'upstream/emscripten/emcc');
  const path = ofSdk && existsSync(ofSdk) ? ofSdk : findCommand(['emcc'], env);
  if (!path) return {};
  const folder = dirname(realpathSync(path));
  const file = [folder, join(folder, '../libexec')]
    .map((f) => join(f, 'emscripten-version.txt'))
    .find(existsSync);
  return {
    path,
    version: file ? readFileSync(file, 'utf8').match(/[\d.]+/)?.[0] : versionOf(path),
  };
}

/** @param {string[]} names @param {NodeJS.ProcessEnv} env */
const findServer = (names, env) =>
  findCommand(names, { ...env, PATH: `${env.PATH ?? ''}${delimiter}/usr/sbin` });

/** @param {string} path */
const versionOf = (path) =>
  spawnSync(path, ['--version'], { encoding: 'utf8', shell: path.endsWith('.bat') }).stdout?.match(
    /\d+(\.\d+)+/,
  )?.[0];

/** @param {string | undefined} name @param {NodeJS.ProcessEnv} env */
function pkgConfigFolders(name, env) {
  const command = name && findCommand(['pkg-config', 'pkgconf'], env);
  if (!command) return [];
  const { stdout } = spawnSync(command, ['--cflags-only-I', name], { env, encoding: 'utf8' });
  return (stdout ?? '')
    .split(/\s+/)
    .map((flag) => flag.replace(/^-I/, ''))
    .filter(Boolean);
}

/**
 * Finds Clang's libFuzzer library. On most systems, Clang's runtime libraries are in a separate package.
 * @param {NodeJS.ProcessEnv} env
 */
function findClangRuntimes(env) {
  const clang = findCommand(['clang++'], env);
  if (!clang) return undefined;
  const { stdout } = spawnSync(clang, ['-print-resource-dir'], { env, encoding: 'utf8' });
  const folder = join(stdout.trim(), 'lib');
  const name = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((n) =>
        /libclang_rt\.fuzzer[-_.]/.test(n),
      )
    : undefined;
  return name && join(folder, name);
}

function findCjkFont() {
  const folders = [
    '/usr/share/fonts',
    '/usr/local/share/fonts',
    join(homedir(), '.local/share/fonts'),
    join(homedir(), '.fonts'),
  ];
  const wanted = /(cjk|sourcehan|wqy|droidsansfallback|uming|ukai).*\.(ttc|ttf|otf|otc)$/i;
  for (const folder of folders.filter(existsSync)) {
    const file = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) =>
      wanted.test(name),
    );
    if (file) return join(folder, file);
  }
  return undefined;
}

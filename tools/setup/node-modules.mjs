// SPDX-License-Identifier: MIT
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from '../process.mjs';

/** Installs the npm packages of the repository, unless node_modules already matches package-lock.json. */
export async function ensureNodeModules() {
  const installed = join(ROOT, 'node_modules/.package-lock.json');
  const read = (/** @type {string} */ path) => JSON.parse(readFileSync(path, 'utf8'));
  if (existsSync(installed) && holds(read(installed), read(join(ROOT, 'package-lock.json'))))
    return;
  console.log('$ npm ci   (node_modules does not match package-lock.json)');
  await run('npm', ['ci', '--include=dev']);
}

/**
 * Installs the npm packages of a folder unless node_modules is newer than package.json. There is no lock file, which
 * would be very long; package.json contains exact versions.
 * @param {string} folder
 * @param {string[]} options  of `npm install`
 */
export async function ensureModulesOf(folder, ...options) {
  const time = (/** @type {string} */ name) =>
    statSync(join(ROOT, folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (time('node_modules/.package-lock.json') < time('package.json'))
    await run('npm', ['install', '--no-package-lock', ...options], { cwd: join(ROOT, folder) });
}

/**
 * Whether node_modules contains exactly the packages of the lock file.
 * @typedef {Record<string, {version?: string, integrity?: string, optional?: boolean}>} Packages
 * @param {{packages?: Packages}} installed  npm's list in node_modules/.package-lock.json
 * @param {{packages?: Packages}} lock  package-lock.json
 */
export function holds({ packages: installed = {} }, { packages: wanted = {} }) {
  const folders = Object.keys(wanted).filter((folder) => folder !== '');
  const isMet = (/** @type {string} */ folder) => {
    const [here, there] = [installed[folder], wanted[folder]];
    // The lock file also lists packages for other platforms, which are optional and not installed.
    if (!here) return Boolean(there?.optional);
    return here.version === there?.version && here.integrity === there?.integrity;
  };
  return folders.every(isMet) && Object.keys(installed).every((folder) => folder in wanted);
}

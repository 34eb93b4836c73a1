// SPDX-License-Identifier: MIT
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT, run } from '../process.mjs';

const LOCK = join(ROOT, 'package-lock.json');
const STAMP = join(ROOT, 'node_modules/.attention-lab-lock');

/** Runs `npm ci` unless node_modules holds what package-lock.json asks for. */
export async function ensureNodeModules() {
  const lock = readFileSync(LOCK, 'utf8');
  const digest = createHash('sha256').update(lock).digest('hex');
  if (read(STAMP) === digest) return;
  const installed = read(join(ROOT, 'node_modules/.package-lock.json'));
  if (!installed || !holds(JSON.parse(installed), JSON.parse(lock))) {
    console.log('$ npm ci   (node_modules is not what package-lock.json asks for)');
    await npm(['ci', '--include=dev', '--no-audit', '--no-fund']);
  }
  writeFileSync(STAMP, digest);
}

/**
 * Whether npm's own record of node_modules agrees with the lock file, as it does after `npm install`.
 * @typedef {Record<string, {version?: string, integrity?: string, optional?: boolean}>} Packages
 * @param {{packages?: Packages}} installed
 * @param {{packages?: Packages}} lock
 */
export function holds({ packages: installed = {} }, { packages: wanted = {} }) {
  const folders = Object.keys(wanted).filter((folder) => folder !== '');
  const isMet = (/** @type {string} */ folder) => {
    const [here, there] = [installed[folder], wanted[folder]];
    // A package for another platform is in the lock file and rightly not in node_modules.
    if (!here) return Boolean(there?.optional);
    return here.version === there?.version && here.integrity === there?.integrity;
  };
  return folders.every(isMet) && Object.keys(installed).every((folder) => folder in wanted);
}

/** @param {string[]} args */
function npm(args) {
  const cli = process.env.npm_execpath ?? '';
  return basename(cli).startsWith('npm-cli')
    ? run(process.execPath, [cli, ...args])
    : run('npm', args);
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

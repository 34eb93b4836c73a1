// SPDX-License-Identifier: MIT
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT, run } from '../process.mjs';

/**
 * Installs the npm packages of a folder, unless its node_modules already matches its package-lock.json. In a folder
 * without one, npm chooses the versions that package.json does not name.
 * @param {string} [folder]
 * @param {string[]} [command]  the arguments of npm
 */
export async function ensureNodeModules(folder = ROOT, command = ['ci', '--include=dev']) {
  const lock = read(join(folder, 'package-lock.json'));
  const list = lock ?? readFileSync(join(folder, 'package.json'), 'utf8');
  const stamp = join(folder, 'node_modules/.attention-lab-lock');
  const digest = createHash('sha256').update(list).digest('hex');
  if (read(stamp) === digest) return;
  const installed = read(join(folder, 'node_modules/.package-lock.json'));
  if (!installed || !lock || !holds(JSON.parse(installed), JSON.parse(lock))) {
    console.log(`$ npm ${command[0]}   (node_modules does not match its list of packages)`);
    await npm([...command, '--no-audit', '--no-fund'], folder);
  }
  writeFileSync(stamp, digest);
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
    // The lock file also lists packages for other platforms. They are marked as optional, and they are not installed.
    if (!here) return Boolean(there?.optional);
    return here.version === there?.version && here.integrity === there?.integrity;
  };
  return folders.every(isMet) && Object.keys(installed).every((folder) => folder in wanted);
}

/** @param {string[]} args @param {string} cwd */
function npm(args, cwd) {
  const cli = process.env.npm_execpath ?? '';
  return basename(cli).startsWith('npm-cli')
    ? run(process.execPath, [cli, ...args], { cwd })
    : run('npm', args, { cwd });
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

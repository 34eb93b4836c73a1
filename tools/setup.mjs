// SPDX-License-Identifier: MIT
// Installs the software that a role needs: `node tools/setup.mjs <role>`. A role is a group of npm scripts with the
// same requirements, such as `native`. With `--dry-run`, only prints what is missing.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Failure } from './process.mjs';
import { aptInstall, aptPrefix } from './setup/apt.mjs';
import { findMissing } from './setup/detect.mjs';
import { atLeast } from './setup/find.mjs';
import { ensureNodeModules } from './setup/node-modules.mjs';
import {
  describePlatform,
  instructions,
  packagesFor,
  reasons,
  withoutPackage,
} from './setup/platform.mjs';
import { requirementsOf } from './setup/requirements.mjs';

/** @typedef {import('./setup/requirements.mjs').Role} Role */

/** @type {Record<Role, string>} */
const COMMANDS = {
  site: 'npm start',
  check: 'npm run check',
  native: 'npm run test:native',
  engine: 'npm run test:engine',
  browser: 'npm run test:browser',
  docs: 'npm run docs',
  fuzz: 'npm run fuzz',
  'bench-native': 'npm run bench:native',
  hosts: 'npm run test:hosts',
  previews: 'SITE_URL=… npm run build',
  test: 'npm test',
};

/** @type {Role[]} */
const WITHOUT_NODE_MODULES = ['native', 'docs', 'fuzz', 'bench-native'];

/**
 * Installs the missing software and npm packages of a role. Throws a Failure with instructions if it cannot install
 * some of the software.
 * @param {Role} role
 * @param {{dryRun?: boolean}} [options]
 */
export async function setUp(role, { dryRun = false } = {}) {
  requireNode(process.versions.node);
  const requirements = requirementsOf(role, process.platform);
  const missing = findMissing(requirements);
  if (missing.length) await install(missing, COMMANDS[role], dryRun);
  if (!dryRun)
    refuse(findMissing(requirements.filter((r) => missing.some((m) => m.requirement === r))));
  if (!WITHOUT_NODE_MODULES.includes(role) && !dryRun) await ensureNodeModules();
}

/**
 * @param {import('./setup/detect.mjs').Missing[]} missing
 * @param {string} command
 * @param {boolean} dryRun
 */
async function install(missing, command, dryRun) {
  const platform = describePlatform(process.platform, osRelease());
  const packages = packagesFor(missing, platform.family);
  const isApt = platform.family === 'debian' || platform.family === 'ubuntu';
  const prefix =
    isApt && !withoutPackage(missing, platform.family).length ? aptPrefix() : undefined;
  if (!prefix) throw new Failure(instructions(missing, platform, command));
  console.log(
    `\`${command}\` needs ${packages.length} more packages of ${platform.name} and installs them with apt-get:`,
  );
  console.log(reasons(missing, (m) => packagesFor([m], platform.family).join(' ')));
  if (!dryRun) await aptInstall(packages, prefix);
}

/**
 * Throws a Failure that lists the requirements that are still missing after the installation, if there are any.
 * @param {import('./setup/detect.mjs').Missing[]} missing
 */
function refuse(missing) {
  if (!missing.length) return;
  const old = missing.some((m) => m.requirement.id === 'emscripten');
  throw new Failure(
    `Still missing after the installation:\n${reasons(missing)}` +
      (old
        ? '\nA newer Emscripten: github.com/emscripten-core/emsdk, then set EMSDK to its folder.'
        : ''),
  );
}

/**
 * @param {string} version  the version of Node
 * @throws {Failure} if Vite does not support it
 */
export function requireNode(version) {
  const is22 = version.startsWith('21.') || version.startsWith('22.');
  if (atLeast(version, is22 ? '22.12' : '20.19')) return;
  throw new Failure(
    `Node ${version} is too old: Attention Lab needs Node 20.19, 22.12 or newer (required by Vite).\n` +
      'See nodejs.org/download, or your version manager, such as `nvm install 22`.',
  );
}

function osRelease() {
  try {
    return readFileSync('/etc/os-release', 'utf8');
  } catch {
    return '';
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const role = /** @type {Role} */ (process.argv[2]);
  const roles = Object.keys(COMMANDS);
  try {
    if (!roles.includes(role))
      throw new Failure(`usage: node tools/setup.mjs <${roles.join('|')}> [--dry-run]`);
    await setUp(role, { dryRun: process.argv.includes('--dry-run') });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

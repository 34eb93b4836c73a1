// SPDX-License-Identifier: MIT
// Installs the software that a role needs: `node tools/setup.mjs <role>`. With `--dry-run`, only prints what is missing.
import { pathToFileURL } from 'node:url';
import { Failure } from './process.mjs';
import { aptInstall, aptPrefix } from './setup/apt.mjs';
import { ensureNodeModules } from './setup/node-modules.mjs';
import { packagesOf, REQUIREMENTS, requirementsOf } from './setup/requirements.mjs';

/** @typedef {import('./setup/requirements.mjs').Role} Role */

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
  const missing = requirementsOf(role).filter(({ find }) => !find());
  if (missing.length) await install(missing, dryRun);
  if (!WITHOUT_NODE_MODULES.includes(role) && !dryRun) await ensureNodeModules();
}

/** @param {import('./setup/requirements.mjs').Requirement[]} missing @param {boolean} dryRun */
async function install(missing, dryRun) {
  const list = missing.map(({ packages, why }) => `  ${packages}: ${why}`).join('\n');
  const packages = packagesOf(missing);
  const prefix = aptPrefix();
  if (!prefix)
    throw new Failure(
      `Missing, by the names of the packages of Debian:\n${list}\n\nInstall them, on Debian with\n` +
        `  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages.join(' ')}\n` +
        'and on other systems under the names that these have there. Then run the command again.',
    );
  console.log(`Missing, and installed with apt-get:\n${list}`);
  if (dryRun) return;
  await aptInstall(packages, prefix);
  const left = missing.filter(({ find }) => !find());
  if (left.length)
    throw new Failure(`Missing after the installation: ${packagesOf(left).join(' ')}`);
}

/**
 * @param {string} version  the version of Node
 * @throws {Failure} if Vite does not support it
 */
export function requireNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return;
  throw new Failure(
    `Node ${version} is too old: Attention Lab needs Node 20.19, 22.12 or newer (required by Vite).`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const role = /** @type {Role} */ (process.argv[2]);
  const roles = [...new Set(REQUIREMENTS.flatMap((requirement) => requirement.roles))];
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

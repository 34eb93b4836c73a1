// SPDX-License-Identifier: MIT
import { Failure } from './process.mjs';
import { aptInstall, aptPrefix } from './setup/apt.mjs';
import { ensureNodeModules } from './setup/node-modules.mjs';
import { packagesOf, requirementsOf } from './setup/requirements.mjs';

/** @typedef {import('./setup/requirements.mjs').Role} Role */

/** @type {Role[]} */
const WITHOUT_NODE_MODULES = ['native', 'docs'];

/**
 * Installs the missing software and npm packages of a role.
 * @param {Role} role
 * @throws {Failure} with instructions if it cannot install some of the software
 */
export async function setUp(role) {
  requireNode(process.versions.node);
  const missing = requirementsOf(role).filter(({ find }) => !find());
  if (missing.length) await install(missing);
  if (!WITHOUT_NODE_MODULES.includes(role)) await ensureNodeModules();
}

/** @param {import('./setup/requirements.mjs').Requirement[]} missing */
async function install(missing) {
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

// SPDX-License-Identifier: MIT
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capture, run } from '../process.mjs';

/**
 * Whether Debian's Emscripten could not be installed beside the present nodejs package.
 *
 * Emscripten depends on node-acorn, and that on `nodejs:any`. Debian's own nodejs provides this name by
 * `Multi-Arch: allowed`; the package of NodeSource, where most people have Node >= 20 from, does not
 * (github.com/nodesource/distributions/issues/1346), so apt calls the wish impossible.
 * @param {string[]} packages  about to be installed
 */
export function needsOwnAcorn(packages) {
  return (
    packages.includes('emscripten') &&
    fieldOf('nodejs', 'db:Status-Status') === 'installed' &&
    fieldOf('nodejs', 'Multi-Arch') !== 'allowed' &&
    fieldOf('node-acorn', 'db:Status-Status') !== 'installed'
  );
}

/** @param {string} name @param {string} field */
const fieldOf = (name, field) =>
  capture('dpkg-query', ['--show', `--showformat=\${${field}}`, name]);

/**
 * Makes a copy of Debian's node-acorn that is content with any nodejs package.
 * @param {string} folder  an empty one
 * @returns {Promise<string>} path of the new package
 */
export async function repackAcorn(folder) {
  console.log(
    'The nodejs package here is not one that Debian’s node-acorn, a part of Emscripten, accepts:\n' +
      'installing a copy of node-acorn that differs in this one dependency.',
  );
  await run('apt-get', ['download', '-o', 'APT::Sandbox::User=root', 'node-acorn'], {
    cwd: folder,
  });
  const original = readdirSync(folder).find((name) => name.endsWith('.deb')) ?? '';
  const tree = join(folder, 'tree');
  await run('dpkg-deb', ['--raw-extract', join(folder, original), tree]);
  const control = join(tree, 'DEBIAN/control');
  writeFileSync(control, relaxed(readFileSync(control, 'utf8')));
  const result = join(folder, 'node-acorn-any-nodejs.deb');
  await run('dpkg-deb', ['--root-owner-group', '--build', tree, result]);
  return result;
}

/**
 * A control file with `nodejs:any | …` replaced by `nodejs`, under a version of its own.
 * @param {string} control
 */
export const relaxed = (control) =>
  control
    .replace(/^(Depends:.*)\bnodejs:any\b[^,\n]*/m, '$1nodejs')
    .replace(/^Version: .*$/m, '$&+anynodejs1');

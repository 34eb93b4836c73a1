// SPDX-License-Identifier: MIT
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capture, run } from '../process.mjs';

/**
 * Whether Debian's Emscripten cannot be installed because of the nodejs package that is installed.
 *
 * Emscripten depends on node-acorn, which depends on `nodejs:any`. Debian's nodejs provides this
 * name by `Multi-Arch: allowed`. NodeSource's package, the most common source of Node >= 20, does
 * not (github.com/nodesource/distributions/issues/1346), so apt reports an unsatisfiable
 * dependency.
 * @param {string[]} packages  the packages to install
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
 * Repacks Debian's node-acorn so that any nodejs package satisfies its dependency.
 * @param {string} folder  an empty folder for the files
 * @returns {Promise<string>} the path of the new package
 */
export async function repackAcorn(folder) {
  console.log(
    'Emscripten needs Debian’s node-acorn, which does not accept the installed nodejs package:\n' +
      'installing a copy of node-acorn that differs only in this dependency.',
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
 * Replaces the dependency `nodejs:any | …` by `nodejs` in a package's control file, and adds a suffix to its version.
 * @param {string} control  the contents of the control file
 */
export const relaxed = (control) =>
  control
    .replace(/^(Depends:.*)\bnodejs:any\b[^,\n]*/m, '$1nodejs')
    .replace(/^Version: .*$/m, '$&+anynodejs1');

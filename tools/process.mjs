// SPDX-License-Identifier: MIT
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The top folder of the repository. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A command or a step that failed in a way its output has already told. */
export class Failure extends Error {}

/**
 * Runs a command on this terminal.
 * @param {string} command
 * @param {string[]} args
 * @param {{cwd?: string, name?: string}} [options]  name: what a failure calls it
 * @returns {Promise<void>} rejected with a Failure when it does not end with 0
 */
export function run(command, args, { cwd = ROOT, name = command } = {}) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd, stdio: 'inherit' });
    child.on('error', (error) => fail(new Failure(`${name}: ${error.message}`)));
    child.on('exit', (code, signal) => {
      if (code === 0) done();
      else fail(new Failure(`${name} ended with ${signal ?? code}`));
    });
  });
}

/**
 * What a command prints; empty when it fails.
 * @param {string} command
 * @param {string[]} args
 */
export function capture(command, args) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

/**
 * Runs a command-line tool of node_modules, without npx and without a shell.
 * @param {string} name  of the package
 * @param {string[]} args
 * @param {string} [command]  of the package, when it is not called like it
 */
export function runNode(name, args, command = name.replace(/^@.*\//, '')) {
  const manifest = join(ROOT, 'node_modules', name, 'package.json');
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  const script = join(dirname(manifest), typeof bin === 'string' ? bin : bin[command]);
  return run(process.execPath, [script, ...args], { name: command });
}

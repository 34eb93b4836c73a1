// SPDX-License-Identifier: MIT
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

export const WEB = join(ROOT, 'web');

/** An expected failure, such as a command that fails. Its message is printed without a stack trace. */
export class Failure extends Error {}

/**
 * Runs a command with its input and output in this terminal.
 * @param {string} command
 * @param {string[]} args
 * @param {{cwd?: string, name?: string}} [options]  name: the name in error messages
 * @returns {Promise<void>} rejects with a Failure unless the exit code is 0
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
 * Runs a command and returns its standard output without surrounding whitespace, or '' if it fails.
 * @param {string} command
 * @param {string[]} args
 */
export function capture(command, args) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

/**
 * Runs a command-line tool of node_modules, without npx and without a shell.
 * @param {string} name  the package's name
 * @param {string[]} args
 * @param {string} [command]  the name of its executable; by default the package's name without the scope
 */
export function runNode(name, args, command = name.replace(/^@.*\//, '')) {
  const manifest = join(ROOT, 'node_modules', name, 'package.json');
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  const script = join(dirname(manifest), typeof bin === 'string' ? bin : bin[command]);
  return run(process.execPath, [script, ...args], { name: command });
}

/** Returns a port of 127.0.0.1 on which no program listens. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await once(server.close(), 'close');
  return port;
}

// SPDX-License-Identifier: MIT
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../process.mjs';
import { needsOwnAcorn, repackAcorn } from './acorn.mjs';
import { findCommand } from './find.mjs';

// Without a pseudo-terminal, dpkg prints plain lines instead of a progress bar, which would clutter a log.
const INSTALL = ['install', '-y', '--no-install-recommends', '-o', 'Dpkg::Use-Pty=0'];
const POLICY = '/usr/sbin/policy-rc.d';

/**
 * Determines how to run apt-get as root: directly or with sudo.
 * @returns {string[] | undefined} the words in front of `apt-get`; undefined if it cannot run as root
 */
export function aptPrefix() {
  if (!findCommand(['apt-get'])) return undefined;
  if (process.getuid?.() === 0) return [];
  const sudo = findCommand(['sudo']);
  if (!sudo) return undefined;
  const mayAsk = process.stdin.isTTY || spawnSync(sudo, ['-n', 'true']).status === 0;
  return mayAsk ? [sudo] : undefined;
}

/**
 * Installs packages and their dependencies, with apt's progress in the terminal.
 * @param {string[]} packages
 * @param {string[]} prefix  the result of aptPrefix
 */
export async function aptInstall(packages, prefix) {
  await apt(prefix, 'apt-get', ['update']);
  const folder = mkdtempSync(join(tmpdir(), 'attention-lab-apt-'));
  try {
    const repacked = needsOwnAcorn(packages) ? [await repackAcorn(folder)] : [];
    await withoutServices(prefix, () =>
      apt(prefix, 'apt-get', [...INSTALL, ...repacked, ...packages]),
    );
    // The repacked package is marked as automatically installed, so that apt can remove it together with Emscripten.
    if (repacked.length) await apt(prefix, 'apt-mark', ['auto', 'node-acorn']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string[]} prefix
 * @param {'apt-get' | 'apt-mark'} program
 * @param {string[]} args
 */
function apt(prefix, program, args) {
  console.log(`$ ${[program, ...args].join(' ')}`);
  const [command = '', ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', program];
  return run(command, [...rest, ...args], { name: program });
}

/**
 * Runs `install`, but prevents the installed servers from starting, because only tests start them. Debian's packages
 * run policy-rc.d before they start a service, and its exit code 101 forbids the start.
 * @param {string[]} prefix
 * @param {() => Promise<unknown>} install
 */
async function withoutServices(prefix, install) {
  if (existsSync(POLICY)) return install();
  const [command = '', ...rest] = [...prefix, 'sh', '-c'];
  const sh = (/** @type {string} */ script) => run(command, [...rest, script], { name: 'sh' });
  await sh(`printf '#!/bin/sh\nexit 101\n' > ${POLICY} && chmod 755 ${POLICY}`);
  try {
    await install();
  } finally {
    await sh(`rm ${POLICY}`);
  }
}

// SPDX-License-Identifier: MIT
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { capture, run } from '../process.mjs';
import { needsOwnAcorn, repackAcorn } from './acorn.mjs';
import { findCommand } from './find.mjs';

// Without a pseudo-terminal dpkg writes plain lines: progress that also reads well in a log.
const INSTALL = ['install', '-y', '--no-install-recommends', '-o', 'Dpkg::Use-Pty=0'];
const LISTS = '/var/lib/apt/lists';
const SOURCES = ['/etc/apt/sources.list', '/etc/apt/sources.list.d'];
const A_DAY = 24 * 60 * 60 * 1000;

/**
 * How apt-get can be run with the rights to install.
 * @returns {string[] | undefined} what goes before the command; undefined: it cannot
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
 * Installs exactly these packages and what they depend on, with apt's own progress on the terminal.
 * @param {string[]} packages
 * @param {string[]} prefix  from aptPrefix
 */
export async function aptInstall(packages, prefix) {
  if (!listsAreFresh() || !allKnown(packages)) await apt(prefix, 'apt-get', ['update']);
  const folder = mkdtempSync(join(tmpdir(), 'attention-lab-apt-'));
  try {
    const repacked = needsOwnAcorn(packages) ? [await repackAcorn(folder)] : [];
    await apt(prefix, 'apt-get', [...INSTALL, ...repacked, ...packages]);
    // A dependency, not a wish: it goes when Emscripten goes.
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

/** Lists there are, younger than a day and than the sources that they come from. */
function listsAreFresh() {
  // apt-get update touches a folder even when every list is as it was.
  const updated = newest([LISTS, `${LISTS}/partial`]);
  return (
    existsSync(LISTS) &&
    readdirSync(LISTS).some((name) => name.includes('_Packages')) &&
    updated > Math.max(newest(SOURCES), Date.now() - A_DAY)
  );
}

/** @param {string[]} paths */
const newest = (paths) => Math.max(0, ...paths.filter(existsSync).map((f) => statSync(f).mtimeMs));

/** @param {string[]} packages */
const allKnown = (packages) =>
  capture('apt-cache', ['policy', ...packages]).match(/Candidate: \d/g)?.length === packages.length;

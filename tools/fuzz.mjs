// SPDX-License-Identifier: MIT
// `npm run fuzz`: runs libFuzzer on the targets in tests/fuzz; usage lists the options. libFuzzer stores inputs that
// reach new code in build/fuzz/corpus for the next run, and inputs that fail in build/fuzz/findings. To reproduce a
// failure, pass its file to the target's program as an argument.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cmakeBuild } from './build.mjs';
import { ROOT, run } from './process.mjs';
import { setUp } from './setup.mjs';

const TARGETS = ['masks', 'attention', 'multi_head', 'language_model', 'parts'];
export const usage = `usage: npm run fuzz -- [--seconds N] [--keep] [target...]
  --seconds N  for each target (60)
  --keep       then add inputs that reach new code to tests/fuzz/corpus
  target       ${TARGETS.join(', ')} (all of them)`;

/**
 * Raises libFuzzer's limit for a single allocation to 1,000,000 MB. The library rejects only calls that need more than
 * the machine's total memory (cpp/attention/detail/memory.cpp), so a large allocation is not a bug.
 */
const ANY_BLOCK = '-malloc_limit_mb=1000000';

/** @typedef {{seconds: number, keep: boolean, targets: string[]}} Request  see usage */

/**
 * @param {string[]} args
 * @returns {Request}
 * @throws {TypeError} if an argument is invalid
 */
export function parseRequest(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '60' },
      keep: { type: 'boolean', default: false },
    },
  });
  const seconds = Number(values.seconds);
  if (!(Number.isInteger(seconds) && seconds > 0))
    throw new TypeError(`--seconds: expected a whole number > 0, got ${values.seconds}`);
  const unknown = positionals.find((target) => !TARGETS.includes(target));
  if (unknown) throw new TypeError(`target: expected one of ${TARGETS.join(', ')}, got ${unknown}`);
  return { seconds, keep: values.keep, targets: positionals.length ? positionals : TARGETS };
}

/** @param {string} target @param {Request} request */
async function fuzz(target, { seconds, keep }) {
  const program = join(ROOT, 'build/fuzz/tests/fuzz', `fuzz_${target}`);
  const learned = folder('build/fuzz/corpus', target);
  const kept = folder('tests/fuzz/corpus', target);
  await run(program, [
    `-max_total_time=${seconds}`,
    '-timeout=20',
    ANY_BLOCK,
    '-print_final_stats=1',
    `-artifact_prefix=${folder('build/fuzz/findings')}/${target}-`,
    learned,
    kept,
  ]);
  // The merge keeps only inputs that reach new code. -use_counters=0 ignores how often they reach it, so that the
  // corpus has only a few hundred files.
  if (keep) await run(program, ['-merge=1', '-use_counters=0', ANY_BLOCK, kept, learned]);
}

/** @param {string[]} parts */
function folder(...parts) {
  const path = join(ROOT, ...parts);
  mkdirSync(path, { recursive: true });
  return path;
}

/** @param {string[]} args */
export function steps(args) {
  const request = parseRequest(args);
  const programs = request.targets.map((target) => `fuzz_${target}`);
  return [
    { name: 'set-up', run: () => setUp('fuzz') },
    { name: 'fuzz build', run: () => cmakeBuild('fuzz', ...programs) },
    ...request.targets.map((target) => ({
      name: `fuzz: ${target}`,
      run: () => fuzz(target, request),
    })),
  ];
}

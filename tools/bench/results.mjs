// SPDX-License-Identifier: MIT
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, type } from 'node:os';
import { join } from 'node:path';
import { capture, ROOT } from '../process.mjs';

const RESULTS = join(ROOT, 'bench/results');
const QUICK = '**A quick run, for smoke tests only: do not compare its times.**\n\n';
/** The folder of the samples, which are too long to commit. */
const SAMPLES = join(ROOT, 'build/bench');

/** @typedef {ReturnType<typeof circumstances>} Circumstances */

/**
 * The date, machine and commit of a measurement. Call it before the measurement, which itself raises the load average.
 */
export const circumstances = () => ({
  date: new Date().toISOString(),
  machine: {
    processor: cpus()[0]?.model.trim() ?? 'unknown processor',
    cores: availableParallelism(),
    system: `${type()} ${release()}`,
    node: process.version.slice(1),
    load: Math.round((loadavg()[0] ?? 0) * 100) / 100,
  },
  commit: capture('git', ['-C', ROOT, 'describe', '--always', '--dirty']) || 'unknown',
});

/** @param {Circumstances} circumstances */
export const told = ({ date, machine, commit }) =>
  `${date}, commit ${commit}; ${machine.processor}, ${machine.cores} cores, ${machine.system}, Node ${machine.node}; load ${machine.load} at the start.`;

/**
 * Prints a report. Writes all samples to build/bench and, unless the run was quick, the report to bench/results.
 * Overwrites the files of the last run of this kind.
 * @param {string} kind  the name of the files, without extension
 * @param {Circumstances & {quick?: boolean}} result  all data, including the samples
 * @param {string} text  the report in Markdown
 */
export function writeResult(kind, result, text) {
  mkdirSync(SAMPLES, { recursive: true });
  writeFileSync(join(SAMPLES, `${kind}.json`), `${JSON.stringify(result)}\n`);
  if (!result.quick) writeFileSync(join(RESULTS, `${kind}.md`), text);
  console.log(`\n${result.quick ? QUICK : ''}${text}\nSamples: build/bench/${kind}.json`);
}

/** Overwrites the terminal's last line. Prints nothing if standard output is not a terminal. @param {string} text */
export function progress(text) {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${text}`);
}

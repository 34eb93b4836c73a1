// SPDX-License-Identifier: MIT
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, type } from 'node:os';
import { join } from 'node:path';
import { capture, ROOT } from '../process.mjs';

const RESULTS = join(ROOT, 'bench/results');
/** The samples, which are too long to commit. */
const SAMPLES = join(ROOT, 'build/bench');

/**
 * @typedef {object} Circumstances  the date, machine and commit of a measurement
 * @property {string} date
 * @property {{processor: string, cores: number, system: string, node: string, load: number}} machine
 * @property {string} commit
 */

/**
 * The date, machine and commit of a measurement. Call it before the measurement, because the load average must show
 * only the load by other programs.
 * @returns {Circumstances}
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

/** The circumstances as a line of text. @param {Circumstances} circumstances */
export const told = ({ date, machine, commit }) =>
  `${date}, commit ${commit}; ${machine.processor}, ${machine.cores} cores, ${machine.system}, Node ${machine.node}; load ${machine.load} at the start.`;

/**
 * Writes a report to bench/results, and all samples to build/bench.
 * @param {string} kind  a suffix of the file names after the date, such as `-quick`
 * @param {Circumstances} result  all data, including the samples
 * @param {string} text  the report in Markdown
 * @returns {readonly string[]}  the paths of both files
 */
export function saveResult(kind, result, text) {
  const name = `${result.date.slice(0, 16).replace(':', '')}${kind}`;
  const [report, samples] = [join(RESULTS, `${name}.md`), join(SAMPLES, `${name}.json`)];
  for (const folder of [RESULTS, SAMPLES]) mkdirSync(folder, { recursive: true });
  writeFileSync(samples, `${JSON.stringify(result, undefined, 1)}\n`);
  writeFileSync(report, text);
  return [report, samples];
}

/**
 * Prints a report and writes it, as `saveResult` does.
 * @param {Parameters<typeof saveResult>} result
 */
export function writeResult(...result) {
  const paths = saveResult(...result);
  console.log(`\n${result[2]}\nWritten to ${paths.join(' and ')}`);
}

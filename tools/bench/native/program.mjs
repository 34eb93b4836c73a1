// SPDX-License-Identifier: MIT
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../process.mjs';
import { errorOf, folderOf } from './inputs.mjs';

/** @typedef {import('../rounds.mjs').Driver} Driver */

const PROGRAM = join(ROOT, 'build/native-bench/cpp/bench/attention-bench');
const PEAK = ['peak'];
const execute = promisify(execFile);

/** @param {readonly string[]} args */
async function answer(args) {
  const { stdout } = await execute(PROGRAM, args);
  return JSON.parse(stdout);
}

/** What the program says of itself. @returns {Promise<{vectors: string, compiler: string}>} */
export const aboutProgram = () => answer([...PEAK, '--outputs']);

/** A pattern that this text alone fits. @param {string} text */
const exactly = (text) => `^${text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`;

/**
 * A process for every time that is taken, as Google Benchmark is meant to be used: it warms up by itself.
 * @param {(shape: string) => readonly string[]} argumentsOf
 * @param {(shape: string, call: {name: string, operations: number}) => import('../rounds.mjs').Report} report
 * @returns {Driver}
 */
function driver(argumentsOf, report) {
  /** @type {readonly string[]} */
  let args = [];
  const time = async (/** @type {{name: string, ms: number}} */ { name, ms }) => {
    const { benchmarks } = await answer([
      ...args,
      `--benchmark_filter=${exactly(name)}`,
      `--benchmark_min_time=${ms / 1000}`,
      `--benchmark_min_warmup_time=${ms / 1000}`,
      '--benchmark_format=json',
    ]);
    return benchmarks[0].cpu_time;
  };
  return {
    async prepare(shape) {
      args = argumentsOf(shape);
      const { calls } = await answer([...args, '--outputs']);
      return calls.map((/** @type {{name: string, operations: number}} */ call) =>
        report(shape, call),
      );
    },
    warmUp: time,
    time,
  };
}

/** The library. @returns {Driver} */
export const programDriver = () =>
  driver(
    (shape) => [shape, folderOf(shape)],
    (shape, { name }) => ({ name, error: errorOf(shape, `${name}.f32`) }),
  );

/** Registers alone. @returns {Driver} */
export const peakDriver = () =>
  driver(
    () => PEAK,
    (_, call) => call,
  );

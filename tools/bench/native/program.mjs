// SPDX-License-Identifier: MIT
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../process.mjs';
import { errorOf, folderOf } from './inputs.mjs';

/** @typedef {import('../rounds.mjs').Driver} Driver */

/**
 * CMake presets of the benchmark program. One compiles the library as it is installed, the other with ATTENTION_FUSED,
 * which uses fused multiply-adds.
 */
export const BUILDS = /** @type {const} */ (['native-bench', 'native-bench-fused']);

/** @typedef {typeof BUILDS[number]} Build */

const PEAK = ['peak'];
const execute = promisify(execFile);

/** @param {Build} build @param {readonly string[]} args */
async function answer(build, args) {
  const { stdout } = await execute(join(ROOT, 'build', build, 'cpp/bench/attention-bench'), args);
  return JSON.parse(stdout);
}

/**
 * The SIMD instruction set that the program uses, and its compiler.
 * @returns {Promise<{vectors: string, compiler: string}>}
 */
export const aboutProgram = () => answer(BUILDS[0], [...PEAK, '--outputs']);

/** A regular expression that matches exactly this text. @param {string} text */
const exactly = (text) => `^${text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`;

/**
 * A driver (an object that calls one library, see rounds.mjs). It starts a new process for each sample, and Google
 * Benchmark warms up in each process.
 * @param {Build} build
 * @param {(shape: string) => readonly string[]} argumentsOf
 * @param {(shape: string, call: {name: string, operations: number}) => import('../rounds.mjs').Report} report
 * @returns {Driver}
 */
function driver(build, argumentsOf, report) {
  /** @type {readonly string[]} */
  let args = [];
  const time = async (/** @type {{name: string, ms: number}} */ { name, ms }) => {
    const { benchmarks } = await answer(build, [
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
      const { calls } = await answer(build, [...args, '--outputs']);
      return calls.map((/** @type {{name: string, operations: number}} */ call) =>
        report(shape, call),
      );
    },
    warmUp: time,
    time,
  };
}

/**
 * A driver for the calls of this library. It compares their outputs with the expected ones.
 * @param {Build} build
 * @returns {Driver}
 */
export const programDriver = (build) =>
  driver(
    build,
    (shape) => [shape, folderOf(shape)],
    (shape, { name }) => ({ name, error: errorOf(shape, `${name}.f32`) }),
  );

/** A driver for the peak rate of the processor: arithmetic in registers, without memory accesses. @returns {Driver} */
export const peakDriver = () =>
  driver(
    BUILDS[0],
    () => PEAK,
    (_, call) => call,
  );

// SPDX-License-Identifier: MIT
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../process.mjs';
import { errorOf, folderOf } from './inputs.mjs';

/**
 * CMake presets of the benchmark program: with the library as it is installed, and with ATTENTION_FUSED (fused
 * multiply-adds).
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

/**
 * A driver (an object that calls one library, see rounds.mjs). Each sample is a new process, in which Google Benchmark
 * first warms up.
 * @param {Build} build
 * @param {boolean} [isPeak]  if true, measures the processor's peak rate (arithmetic in registers, without memory
 *   accesses) instead of calls of this library
 * @returns {import('../rounds.mjs').Driver}
 */
export function programDriver(build, isPeak = false) {
  /** @type {readonly string[]} */
  let args = PEAK;
  const time = async (/** @type {{name: string, ms: number}} */ { name, ms }) => {
    const { benchmarks } = await answer(build, [
      ...args,
      `--benchmark_filter=^${name.replace('+', '\\+')}$`,
      `--benchmark_min_time=${ms / 1000}`,
      `--benchmark_min_warmup_time=${ms / 1000}`,
      '--benchmark_format=json',
    ]);
    return benchmarks[0].cpu_time;
  };
  return {
    async prepare(shape) {
      if (!isPeak) args = [...shape.split(/:|(?<=\d)x/), folderOf(shape)];
      /** @type {{calls: {name: string, operations: number}[]}} */
      const { calls } = await answer(build, [...args, '--outputs']);
      if (isPeak) return calls;
      return calls.map(({ name }) => ({ name, error: errorOf(shape, `${name}.f32`) }));
    },
    warmUp: time,
    time,
  };
}

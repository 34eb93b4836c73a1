// SPDX-License-Identifier: MIT
import { runSteps } from '../steps.mjs';

/**
 * Parses the command line of a benchmark and runs its steps. Exit code 1: a step failed; 2: an option is invalid.
 * @template Options
 * @param {(args: string[]) => Options} read  parses the arguments; throws a TypeError if one is invalid
 * @param {string} usage  printed if an argument is invalid
 * @param {(options: Options) => import('../steps.mjs').Step[]} stepsFor
 */
export async function command(read, usage, stepsFor) {
  let options;
  try {
    options = read(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    process.exitCode = 2;
    return;
  }
  const { ok } = await runSteps(stepsFor(options));
  process.exitCode = ok ? 0 : 1;
}

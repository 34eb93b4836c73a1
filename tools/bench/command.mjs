// SPDX-License-Identifier: MIT
import { runSteps } from '../steps.mjs';

/**
 * Runs a benchmark as its command line asks for it. The exit code is 1 where a step fails, 2 where an option is wrong.
 * @template Options
 * @param {(args: string[]) => Options} read  throws a TypeError that says what was expected
 * @param {string} usage
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

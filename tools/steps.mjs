// SPDX-License-Identifier: MIT
import { Failure } from './process.mjs';
import { add, NONE, ofFailure } from './summary.mjs';

/**
 * @typedef {import('./summary.mjs').Counts} Counts
 * @typedef {{name: string, run: () => Promise<Counts | void>}} Step  `run` returns the counts of its tests, if any
 */

/** The failure of a step that runs tests, with the numbers of passed and failed tests. */
export class TestFailure extends Failure {
  /** @param {string} message @param {Counts} counts */
  constructor(message, counts) {
    super(message);
    this.counts = counts;
  }
}

/**
 * Runs steps in order until one fails.
 * @param {Step[]} steps
 * @returns {Promise<{ok: boolean, counts: Counts}>}
 */
export async function runSteps(steps) {
  const start = performance.now();
  let counts = NONE;
  for (const { name, run } of steps) {
    const begun = performance.now();
    console.log(`\n== ${name}   (at ${seconds(begun - start)})`);
    try {
      counts = add(counts, (await run()) ?? NONE);
      console.log(`-- ${name}: ${seconds(performance.now() - begun)}`);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      console.error(error.message);
      console.error(`-- ${name} FAILED after ${seconds(performance.now() - begun)}`);
      return {
        ok: false,
        counts: add(counts, ofFailure(error instanceof TestFailure ? error.counts : NONE)),
      };
    }
  }
  return { ok: true, counts };
}

/**
 * One step that runs several sequences of steps at the same time. If one sequence fails, the step waits for the others
 * and then fails.
 * @param {...Step[]} sequences
 * @returns {Step}
 */
export const atOnce = (...sequences) => ({
  name: sequences.flatMap((steps) => steps.map(({ name }) => name)).join(', '),
  run: async () => {
    const ends = await Promise.all(sequences.map(runSteps));
    const counts = ends.map((end) => end.counts).reduce(add, NONE);
    if (ends.some(({ ok }) => !ok))
      throw new TestFailure('At least one of these steps failed.', counts);
    return counts;
  },
});

/** @param {number} milliseconds */
const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;

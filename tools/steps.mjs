// SPDX-License-Identifier: MIT
import { Failure } from './process.mjs';

/**
 * @typedef {{passed: number, failed: number}} Counts  numbers of tests
 * @typedef {{name: string, run: () => Promise<Counts | void>}} Step  `run` returns the counts of its tests, if any
 */

/** @type {Counts} */
export const NONE = { passed: 0, failed: 0 };

/** @param {Counts} a @param {Counts} b @returns {Counts} */
const add = (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed });

export class TestFailure extends Failure {
  /** @param {string} message @param {Counts} counts */
  constructor(message, counts) {
    super(message);
    this.counts = counts;
  }
}

/**
 * Runs steps in order until one fails. A failed step without failed tests (a build error, a crash) counts as one
 * failure.
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
      const { passed, failed } = error instanceof TestFailure ? error.counts : NONE;
      return { ok: false, counts: add(counts, { passed, failed: Math.max(failed, 1) }) };
    }
  }
  return { ok: true, counts };
}

/** Runs the steps of a command. Exit code 1: a step failed. @param {Step[]} steps */
export async function runAndExit(steps) {
  const { ok, counts } = await runSteps(steps);
  if (counts.passed + counts.failed > 0)
    console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
  process.exitCode = ok ? 0 : 1;
}

/**
 * One step that runs several sequences of steps at the same time. If one sequence fails, the step waits for the others
 * and then fails.
 * @param {...Step[]} sequences
 * @returns {Step}
 */
export const atOnce = (...sequences) => ({
  name: sequences.flatMap((steps) => steps.map(({ name }) => name)).join(', '),
  run: async () => joined(await Promise.all(sequences.map(runSteps))),
});

/**
 * One step that runs several steps in order, even after a failure. It fails if one of them has failed.
 * @param {string} name
 * @param {Step[]} steps
 * @returns {Step}
 */
export const eachOf = (name, steps) => ({
  name,
  run: async () => {
    const ends = [];
    for (const step of steps) ends.push(await runSteps([step]));
    return joined(ends);
  },
});

/** @param {{ok: boolean, counts: Counts}[]} ends @throws {TestFailure} if one of them failed */
function joined(ends) {
  const counts = ends.map((end) => end.counts).reduce(add, NONE);
  if (ends.some(({ ok }) => !ok))
    throw new TestFailure('At least one of these steps failed.', counts);
  return counts;
}

/** @param {number} milliseconds */
const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;

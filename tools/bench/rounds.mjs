// SPDX-License-Identifier: MIT
import { shuffle } from 'd3-array';
import { PEAK } from './peers.mjs';
import { TOLERANCE } from './reference.mjs';
import { progress } from './results.mjs';
import { bestForm, digits, spread } from './table.mjs';

/**
 * @typedef {import('./peers.mjs').Peer} Peer
 * @typedef {object} Measured  the samples of a form, that is, of one way in which a library computes a shape
 * @property {string} peer  the id of the library
 * @property {string} form
 * @property {number} [error]  the largest difference from the reference, relative to its largest entry
 * @property {string} [problem]  the reason if there are no times
 * @property {boolean} [isWrong]  whether the error is too large
 * @property {number} [operations]  floating-point operations in one call, only if the peak rate is measured
 * @property {number[]} ms  milliseconds per call, one entry per round; all candidates share the rounds
 *
 * @typedef {{name: string, error?: number, problem?: string, operations?: number}} Report  the description of a form
 *   that `prepare` returns
 *
 * @typedef {object} Driver  creates a library's forms of a shape and calls them
 * @property {(shape: string) => Promise<Report[]>} prepare
 * @property {(wanted: {name: string, ms: number}) => Promise<number>} warmUp  returns milliseconds per call
 * @property {(wanted: {name: string, repeats: number, ms: number}) => Promise<number>} time
 *   returns milliseconds per call, averaged over `repeats` calls, which should take about `ms` milliseconds
 *
 * @typedef {Measured & {driver: Driver, estimate: number}} Candidate  estimate: milliseconds per call after warm-up
 */

/**
 * The settings for measuring a shape. In a round, every form is sampled once. A sample is a series of calls that takes
 * about `sampleMs`, after a warm-up of `warmUpMs`. There are at most `rounds` rounds and at least `fewestRounds`; in
 * between, as many as fit into `budgetMs`.
 */
export const FULL = {
  rounds: 25,
  fewestRounds: 7,
  budgetMs: 90_000,
  warmUpMs: 1000,
  sampleMs: 25,
};
export const QUICK = {
  rounds: 5,
  fewestRounds: 2,
  budgetMs: 4000,
  warmUpMs: 150,
  sampleMs: 5,
};

/**
 * A form (one way in which a library computes a shape) is not timed further if, after warm-up, it is slower than the
 * library's fastest form by more than this factor.
 */
const HOPELESS = 1.5;

/** The first line of an error's message, without the prefixes of Playwright. @param {unknown} problem */
const told = (problem) =>
  (problem instanceof Error ? problem.message : String(problem))
    .replace(/\n.*/s, '')
    .replace(/^(page\.evaluate: )?(Error: )?/, '');

/**
 * Times all compared libraries and checks their outputs. Prints the progress and the medians.
 * @param {string} place  the environment, such as a browser
 * @param {{shapes: readonly import('./shapes.mjs').Shape[], quick: boolean}} options
 * @param {Parameters<typeof measureShape>[0]} drivers
 * @returns a result for each shape
 */
export async function measureShapes(place, { shapes, quick }, drivers) {
  const results = [];
  for (const [index, { id }] of shapes.entries()) {
    const title = `${place}  ${index + 1}/${shapes.length}  ${id}`;
    progress(`${title}  warming up`);
    const measured = await measureShape(drivers, id, quick ? QUICK : FULL, (done, rounds) =>
      progress(`${title}  round ${done}/${rounds}`),
    );
    progress('');
    const best = [...drivers.keys()].flatMap((peer) => {
      const form = bestForm(measured, peer.id);
      return peer === PEAK ? [] : `${peer.name} ${form ? digits(spread(form.ms).median) : '–'}`;
    });
    console.log(`${title}  ms: ${best.join(', ')}`);
    for (const { peer, form, problem } of measured)
      if (problem !== undefined) console.log(`  ${peer} ${form}: ${problem}`);
    results.push({ shape: id, measured });
  }
  return results;
}

/**
 * Lets all libraries compute one shape, checks their outputs and times the calls.
 * @param {ReadonlyMap<Peer, Driver | string>} drivers  the driver of each library, or the reason why it has none
 * @param {string} shape  such as `matmul:512`
 * @param {typeof FULL} pace
 * @param {(done: number, rounds: number) => void} onRound
 * @returns {Promise<Measured[]>}
 */
export async function measureShape(drivers, shape, pace, onRound) {
  /** @type {Measured[]} */
  const refused = [];
  /** @type {Candidate[]} */
  const candidates = [];
  for (const [{ id }, driver] of drivers) {
    const reported = typeof driver === 'string' ? driver : await driver.prepare(shape).catch(told);
    if (typeof driver === 'string' || typeof reported === 'string') {
      refused.push({ peer: id, form: '', problem: String(reported), ms: [] });
      continue;
    }
    const forms = [];
    for (const { name, ...report } of reported) {
      const measured = { peer: id, form: name, ...judged(report), ms: [] };
      if (measured.problem !== undefined) refused.push(measured);
      else forms.push(await warmed({ ...measured, driver, estimate: 0 }, pace));
    }
    const best = Math.min(...forms.map(({ estimate }) => estimate));
    const isHopeful = (/** @type {Candidate} */ { estimate }) =>
      id === PEAK.id || estimate <= HOPELESS * best;
    candidates.push(...forms.filter(isHopeful));
  }
  await runRounds(candidates, pace, onRound);
  return [...candidates.map(({ driver: _, estimate: __, ...measured }) => measured), ...refused];
}

/** @param {Omit<Report, 'name'>} report */
function judged(report) {
  const { error = 0 } = report;
  if (report.problem !== undefined || error <= TOLERANCE) return report;
  const problem = `wrong: off by ${error} of the largest entry`;
  return { ...report, problem, isWrong: true };
}

/** @param {Candidate} candidate @param {typeof FULL} pace */
async function warmed(candidate, { warmUpMs }) {
  const estimate = await candidate.driver.warmUp({ name: candidate.form, ms: warmUpMs });
  return { ...candidate, estimate: Math.max(estimate, 1e-3) };
}

/**
 * @param {Candidate[]} candidates
 * @param {typeof FULL} pace
 * @param {(done: number, rounds: number) => void} onRound
 */
async function runRounds(candidates, pace, onRound) {
  const repeats = (/** @type {Candidate} */ { estimate }) =>
    Math.max(1, Math.round(pace.sampleMs / estimate));
  const roundMs = candidates.reduce((sum, each) => sum + repeats(each) * each.estimate, 0);
  const affordable = Math.max(pace.fewestRounds, Math.floor(pace.budgetMs / roundMs));
  const rounds = Math.min(pace.rounds, affordable);
  for (let round = 1; round <= rounds; round++) {
    for (const candidate of shuffle([...candidates])) {
      const ms = await candidate.driver.time({
        name: candidate.form,
        repeats: repeats(candidate),
        ms: pace.sampleMs,
      });
      candidate.ms.push(ms);
    }
    onRound(round, rounds);
  }
}

// SPDX-License-Identifier: MIT
import { PEAK } from './peers.mjs';
import { TOLERANCE } from './reference.mjs';
import { shuffled } from './statistics.mjs';

/**
 * @typedef {import('./peers.mjs').Peer} Peer
 * @typedef {object} Pace
 * @property {number} rounds
 * @property {number} fewestRounds  however long they take
 * @property {number} budgetMs  of a shape's rounds
 * @property {number} warmUpMs  of each form
 * @property {number} sampleMs  of calls in a row
 *
 * @typedef {object} Measured  one way in which a peer computes a shape
 * @property {string} peer
 * @property {string} form
 * @property {number} [error]  against the reference
 * @property {string} [problem]  why there are no times
 * @property {boolean} [isWrong]
 * @property {number} [operations]  of a call of the peak
 * @property {number[]} ms  a call, one a round; the same rounds for all
 *
 * @typedef {{name: string, error?: number, problem?: string, operations?: number}} Report  of a form
 *
 * @typedef {object} Driver  makes one peer's forms of a shape and calls them, wherever it runs
 * @property {(shape: string) => Promise<Report[]>} prepare
 * @property {(wanted: {name: string, ms: number}) => Promise<number>} warmUp  gives milliseconds a call
 * @property {(wanted: {name: string, repeats: number, ms: number}) => Promise<number>} time
 *   milliseconds a call, of so many in a row, which will take about `ms`
 *
 * @typedef {Measured & {driver: Driver, estimate: number}} Candidate
 */

/** @type {Pace} */
export const FULL = {
  rounds: 25,
  fewestRounds: 7,
  budgetMs: 90_000,
  warmUpMs: 1000,
  sampleMs: 25,
};
/** @type {Pace} */
export const QUICK = {
  rounds: 5,
  fewestRounds: 2,
  budgetMs: 4000,
  warmUpMs: 150,
  sampleMs: 5,
};

/** A form so much slower than the same peer's best, warm, is not its best in any round. */
const HOPELESS = 1.5;

/** What a problem's first line says. @param {unknown} problem */
const told = (problem) =>
  (problem instanceof Error ? problem.message : String(problem))
    .replace(/\n.*/s, '')
    .replace(/^(page\.evaluate: )?(Error: )?/, '');

/**
 * Checks and measures one shape, by all peers.
 * @param {ReadonlyMap<Peer, Driver | string>} drivers  a text: why there is none
 * @param {string} shape
 * @param {Pace} pace
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

/** @param {Candidate} candidate @param {Pace} pace */
async function warmed(candidate, { warmUpMs }) {
  const estimate = await candidate.driver.warmUp({ name: candidate.form, ms: warmUpMs });
  return { ...candidate, estimate: Math.max(estimate, 1e-3) };
}

/**
 * @param {Candidate[]} candidates
 * @param {Pace} pace
 * @param {(done: number, rounds: number) => void} onRound
 */
async function runRounds(candidates, pace, onRound) {
  const repeats = (/** @type {Candidate} */ { estimate }) =>
    Math.max(1, Math.round(pace.sampleMs / estimate));
  const roundMs = candidates.reduce((sum, each) => sum + repeats(each) * each.estimate, 0);
  const affordable = Math.max(pace.fewestRounds, Math.floor(pace.budgetMs / roundMs));
  const rounds = Math.min(pace.rounds, affordable);
  for (let round = 1; round <= rounds; round++) {
    for (const candidate of shuffled(candidates)) {
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

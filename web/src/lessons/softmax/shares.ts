// SPDX-License-Identifier: MIT
// Four scores and their weights, and the changes of the weights if all scores or only the last score changes.
import type { Engine } from '../../engine/index.ts';
import { listField, numberField, type StateOf } from '../../state/fields.ts';
import { evenly, type Matrix, rowsOf } from '../matrix.ts';
import { once } from '../once.ts';
import { compute as computeSoftmax, EXAMPLE } from './compute.ts';

/** The range of the scores that the reader can choose, and of the scores in the curve. */
export const SCORE = { min: -6, max: 10 } as const;

export const fields = {
  scores: listField([1, 1, 1, 5], SCORE, { step: 0.1 }),
  temperature: numberField(1, { min: 0.1, max: 20 }, { scale: 'log' }),
};
export type State = StateOf<typeof fields>;

const ADDED = 100;
const DOUBLED = 2;
const NUDGE = 0.1;
const POINTS = 96;
const CURVE = evenly(SCORE, POINTS);

const weightsOf = (engine: Engine, rows: Matrix): Matrix =>
  rowsOf(
    engine.softmax({
      precision: 'float64',
      logits: { shape: [rows.length, rows[0]?.length ?? 0], data: rows.flat() },
    }),
  );

export function compute({ scores, temperature }: State, engine: Engine) {
  const { entries, exponentialSum } = computeSoftmax(
    { ...EXAMPLE, x: scores, temperature },
    engine,
  );
  const [first = Number.NaN] = scores;
  const last = scores.at(-1) ?? Number.NaN;
  const withLast = (score: number) => scores.with(-1, score);
  /** Scores that are all changed in the same way, and their weights. */
  const changed = (by: number, change: (score: number) => number) => {
    const own = scores.map(change);
    const [weights = []] = weightsOf(engine, [own]);
    return {
      /** The number that was added to each score, or by which each score was multiplied. */
      by,
      scores: own,
      weights,
      lead: (own.at(-1) ?? 0) - (own[0] ?? 0),
    };
  };
  /** The last weight for a given last score, and its growth if the score grows by `NUDGE`. */
  const place = (score: number) => {
    const rows = weightsOf(engine, [score, score + NUDGE].map(withLast));
    const [weight = 0, nudged = 0] = rows.map((row) => row.at(-1) ?? 0);
    const rest = 1 - weight;
    return {
      ...{ score, weight, gain: nudged - weight },
      /** 1 − weight, the slope of the curve, and the rate at which the first weight falls as the last score grows. */
      ...{ rest, slope: weight * rest, loss: weight * (rows[0]?.[0] ?? 0) },
    };
  };
  return {
    ...{ scores, temperature, sum: exponentialSum, nudge: NUDGE },
    lead: (last - first) / temperature,
    /** The scores, divided by the temperature. */
    logits: entries.map(({ logit }) => logit),
    powers: entries.map(({ exponential }) => exponential),
    weights: entries.map(({ weight }) => weight),
    plain: changed(1, (score) => score),
    added: changed(ADDED, (score) => score + ADDED),
    doubled: changed(DOUBLED, (score) => score * DOUBLED),
    /** The weights for the current last score, and for a last score that exceeds the first by 1. */
    here: place(last),
    steep: place(first + 1),
    /** The last weight for evenly spaced last scores, computed at the first call. */
    curve: once(() =>
      weightsOf(engine, CURVE.map(withLast)).map(
        (row, i) => [CURVE[i] ?? 0, row.at(-1) ?? 0] as const,
      ),
    ),
  };
}

export type Numbers = ReturnType<typeof compute>;

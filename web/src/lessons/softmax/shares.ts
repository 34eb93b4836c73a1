// SPDX-License-Identifier: MIT
// Four scores and their weights, and what becomes of the weights if the scores change together or one by one.
import type { Engine } from '../../engine/index.ts';
import { listField, numberField, type StateOf } from '../../state/fields.ts';
import { type Matrix, rowsOf } from '../matrix.ts';
import { once } from '../once.ts';
import { compute as computeSoftmax, EXAMPLE } from './compute.ts';

/** The scores that the reader can choose, and those of the curve. */
export const SCORE = { min: -6, max: 10 } as const;
export const TEMPERATURE = { min: 0.1, max: 20 } as const;

export const fields = {
  scores: listField([1, 1, 1, 5], SCORE, { step: 0.1 }),
  temperature: numberField(1, TEMPERATURE, { scale: 'log' }),
};
export type State = StateOf<typeof fields>;

/** Scores that all changed in the same way, and their weights. */
export interface Changed {
  /** The number that was added, or by which was multiplied. */
  readonly by: number;
  readonly scores: readonly number[];
  readonly weights: readonly number[];
  /** How far the last score is ahead of the first. */
  readonly lead: number;
}

/** The last weight at a last score, and how much it grows if the score grows by `NUDGE`. */
export interface Place {
  readonly score: number;
  readonly weight: number;
  readonly gain: number;
  /** What the weight lacks to 1, the slope of the curve, and that of each other weight, which falls. */
  readonly rest: number;
  readonly slope: number;
  readonly loss: number;
}

export interface Numbers {
  readonly scores: readonly number[];
  readonly temperature: number;
  /** The scores, divided by the temperature. */
  readonly logits: readonly number[];
  readonly powers: readonly number[];
  readonly sum: number;
  readonly weights: readonly number[];
  readonly plain: Changed;
  readonly added: Changed;
  readonly doubled: Changed;
  /** How far the last score is ahead of the first after the division. */
  readonly lead: number;
  readonly nudge: number;
  /** The last weight for evenly spaced last scores, computed at the first call. */
  readonly curve: () => readonly (readonly [score: number, weight: number])[];
  /** The present last score, and the one that is 1 ahead of the first. */
  readonly here: Place;
  readonly steep: Place;
}

const ADDED = 100;
const DOUBLED = 2;
const NUDGE = 0.1;
const POINTS = 96;
const CURVE = Array.from(
  { length: POINTS + 1 },
  (_, i) => SCORE.min + (i * (SCORE.max - SCORE.min)) / POINTS,
);

/** The weights of each row of scores. */
const weightsOf = (engine: Engine, rows: Matrix): Matrix =>
  rowsOf(
    engine.softmax({
      precision: 'float64',
      logits: { shape: [rows.length, rows[0]?.length ?? 0], data: rows.flat() },
    }),
  );

/** @throws AttentionError */
export function compute({ scores, temperature }: State, engine: Engine): Numbers {
  const { entries, exponentialSum } = computeSoftmax(
    { ...EXAMPLE, x: scores, temperature },
    engine,
  );
  const [first = Number.NaN] = scores;
  const last = scores.at(-1) ?? Number.NaN;
  const withLast = (score: number) => scores.with(-1, score);
  const changed = (by: number, change: (score: number) => number): Changed => {
    const own = scores.map(change);
    const [weights = []] = weightsOf(engine, [own]);
    return { by, scores: own, weights, lead: (own.at(-1) ?? 0) - (own[0] ?? 0) };
  };
  const place = (score: number): Place => {
    const rows = weightsOf(engine, [score, score + NUDGE].map(withLast));
    const [weight = 0, nudged = 0] = rows.map((row) => row.at(-1) ?? 0);
    const rest = 1 - weight;
    const loss = weight * (rows[0]?.[0] ?? 0);
    return { score, weight, gain: nudged - weight, rest, slope: weight * rest, loss };
  };
  return {
    ...{
      scores,
      temperature,
      sum: exponentialSum,
      nudge: NUDGE,
      lead: (last - first) / temperature,
    },
    logits: entries.map(({ logit }) => logit),
    powers: entries.map(({ exponential }) => exponential),
    weights: entries.map(({ weight }) => weight),
    plain: changed(1, (score) => score),
    added: changed(ADDED, (score) => score + ADDED),
    doubled: changed(DOUBLED, (score) => score * DOUBLED),
    here: place(last),
    steep: place(first + 1),
    curve: once(() =>
      weightsOf(engine, CURVE.map(withLast)).map((row, i) => [CURVE[i] ?? 0, row.at(-1) ?? 0]),
    ),
  };
}

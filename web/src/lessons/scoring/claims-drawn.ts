// SPDX-License-Identifier: MIT
// Experiments on claims about the scores of random queries and keys. Each experiment takes about a second.
import type { Engine } from '../../engine/index.ts';
import { claim, type Experiment, type Measurement, probe, reach, shown } from '../experiment.ts';
import { SURE } from '../tolerances.ts';
import { compute, EXAMPLE, type State, with_ } from './compute.ts';
import { type Drawn, KEYS, MODELS, QUERIES, type Spread, spreadAt } from './spread.ts';

/** Tolerance for the claim that the largest absolute value of a hidden unit in the state `LARGEST` is 1. */
const NEARLY = 0.01;

const SEED = 1;
const DRAWN: Drawn = {
  d: 256,
  hidden: 64,
  components: 'normal',
  vInit: 'uniform',
  wInit: 'uniform',
  seed: SEED,
};

type Draws<Name extends string> = Readonly<Record<Name, Partial<Drawn>>>;

/** Creates the `measure` function of an experiment that draws its own random scores. */
const byDrawing =
  <Name extends string>(
    draws: Draws<Name>,
    judge: (found: Readonly<Record<Name, Spread>>) => readonly Measurement[],
  ): Experiment<State>['measure'] =>
  async (engine, { signal, onProgress }) => {
    const found = {} as Record<Name, Spread>;
    const names = Object.keys(draws) as Name[];
    for (const [i, name] of names.entries()) {
      const spread = await spreadAt(engine, { ...DRAWN, ...draws[name] }, signal);
      if (spread === undefined) return undefined;
      found[name] = spread;
      onProgress((i + 1) / names.length);
    }
    return judge(found).map((one) => ({ ...one, digits: 4 }));
  };

/**
 * The standard deviation of the additive score in `many` divided by the standard deviation in `few`, and a tolerance
 * for the quotient. The two measurements differ in the number of components or of hidden units.
 */
function ratio(many: Spread, few: Spread): readonly [ratio: number, tolerance: number] {
  const relative = ({ all, errors }: Spread) => errors.additive / all.additive;
  const quotient = many.all.additive / few.all.additive;
  return [quotient, SURE * quotient * Math.hypot(relative(many), relative(few))];
}

/** Tolerance for the difference between the mean slopes of tanh in two measurements. */
const slopeError = (one: Spread, other: Spread): number =>
  SURE * Math.hypot(one.errors.slope, other.errors.slope);

const init = probe(
  EXAMPLE,
  byDrawing(
    {
      few: { d: 16 },
      many: {},
      narrow: { d: 64, hidden: 16 },
      wide: { d: 64, hidden: 256 },
      narrowNormal: { d: 64, hidden: 16, vInit: 'normal' },
      wideNormal: { d: 64, hidden: 256, vInit: 'normal' },
      steep: { wInit: 'normal' },
    },
    ({ few, many, narrow, wide, narrowNormal, wideNormal, steep }) => [
      claim('d', 1, ...ratio(many, few)),
      claim('h', 1, ...ratio(wide, narrow)),
      claim('slope', few.slope, many.slope, slopeError(few, many)),
      reach('v', 1, ...ratio(wideNormal, narrowNormal)),
      reach('slopeNormal', many.slope, steep.slope, slopeError(many, steep)),
    ],
  ),
);

const UNIT_D = 256;
/**
 * The variance of q·k is 7d/144 for components that are uniform in [0, 1]. It has three parts: d/48 is common to all
 * keys of a query (`COMMON`), d/48 is common to all queries of a key, and d/144 is independent for each pair
 * (`NEITHER`).
 */
const [COMMON, NEITHER] = [UNIT_D / 48, UNIT_D / 144];
const [ALL_QUERIES, ALL_KEYS] = [MODELS * QUERIES, MODELS * KEYS];
const MEAN_ERROR =
  SURE * Math.sqrt(COMMON / ALL_QUERIES + COMMON / ALL_KEYS + NEITHER / (ALL_QUERIES * KEYS));

const DEVIATION = Math.sqrt((7 * UNIT_D) / 144);
/**
 * Tolerance for the mean of the models' standard deviations. Most of the sampling error is due to the part `COMMON`,
 * for which a model has only one number per query. The standard error of a variance of n numbers is variance ·
 * √(2/(n−1)). The second term is the bias of a variance of `QUERIES` numbers. An error dx of a variance x causes the
 * error dx/(2√x) of the standard deviation √x.
 */
const DEVIATION_ERROR =
  ((SURE * COMMON * Math.sqrt(2 / (QUERIES - 1))) / Math.sqrt(MODELS) + COMMON / QUERIES) /
  (2 * DEVIATION);
const ROW = Math.sqrt(UNIT_D / 36);
/**
 * Tolerance for the standard deviation of the scores in a row. All rows of a model have the same keys, so each model
 * counts as a single row.
 */
const ROW_ERROR = (SURE * ROW) / Math.sqrt(2 * (KEYS - 1) * MODELS);

const spread = probe(
  EXAMPLE,
  byDrawing({ found: { components: 'unit', d: UNIT_D } }, ({ found }) => [
    claim('mean', UNIT_D / 4, found.dots.mean, MEAN_ERROR),
    claim('deviation', DEVIATION, found.all.dot, DEVIATION_ERROR),
    claim('row', ROW, found.dots.row, ROW_ERROR),
    reach('low', 0, found.dots.low, 1),
    reach('high', UNIT_D, found.dots.high, 1),
  ]),
);

/**
 * A state in which the hidden units for the first query and key are ±tanh 2. The signs match v = (3, −2, 1), so the
 * score is (3 + 2 + 1)·tanh 2.
 */
const LARGEST = with_({
  queries: EXAMPLE.queries.with(0, 2).with(1, -2),
  keys: EXAMPLE.keys.with(0, 0).with(1, 0),
  W_q: [1, 0, 0, 1, 1, 0],
  w_v: [3, -2, 1],
});

const ONES = { pairs: 32, d: 16, hidden: 512 };

/** The largest absolute value of many random additive scores with v = (1, 1, …). */
function largestOfOnes(engine: Engine): number {
  const { pairs, d, hidden } = ONES;
  const draw = (stream: number, shape: readonly number[], distribution: object) =>
    engine.random({ precision: 'float64', shape, seed: SEED, stream, ...distribution });
  const begins = { distribution: 'uniform', variance: 1 / (3 * d) };
  const { data } = engine.additiveScores({
    precision: 'float64',
    queries: draw(1, [pairs, d], {}),
    keys: draw(2, [pairs, d], {}),
    W_q: draw(3, [hidden, d], begins),
    W_k: draw(4, [hidden, d], begins),
    w_v: { shape: [hidden], data: new Float64Array(hidden).fill(1) },
  });
  return Math.max(...Array.from(data, Math.abs));
}

const bounds = probe(LARGEST, async (engine, run) => {
  const numbers = compute(LARGEST, engine);
  const score = numbers.additive.scores[0]?.[0];
  const units = numbers.units.flat(2).map(Math.abs);
  const slopes = await byDrawing(
    { few: { d: 4, wInit: 'normal' }, many: { d: 1024, wInit: 'normal' } },
    ({ few, many }) => [
      reach('slopeMany', few.slope, many.slope, slopeError(few, many)),
      shown(
        'score',
        LARGEST.w_v.map(Math.abs).reduce((sum, x) => sum + x),
        score,
      ),
      shown('ones', ONES.hidden, largestOfOnes(engine)),
    ],
  )(engine, run);
  return slopes && [claim('units', 1, Math.max(...units), NEARLY), ...slopes];
});

export const drawnClaims = { init, spread, bounds };

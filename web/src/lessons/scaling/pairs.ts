// SPDX-License-Identifier: MIT
// Random queries and keys, whose components are independent, with mean 0 and variance 1: the scores of many pairs of d
// components, the weights that one query gives its keys, and the gradients of many queries.
import type { Engine, Tensor } from '../../engine/index.ts';
import { numberField, type StateOf, WHOLE } from '../../state/fields.ts';
import { deviationOf, filled, firstColumns, momentsOf } from '../matrix.ts';
import { lastPer, oncePer, released } from '../once.ts';
import { DIVISORS, NUM_KEYS } from './state.ts';

const PAIRS = 500;
const LEAST = 4;
/** The largest d. The gradients are computed only for this d. */
export const MOST = 512;

/** The values of d: powers of two, and the midpoints between them. */
const STOPS: readonly number[] = [2, 3, 4, 5, 6, 7, 8]
  .flatMap((power) => [2 ** power, 1.5 * 2 ** power])
  .concat(MOST);

export const fields = {
  /** The number of components of a query and of a key. */
  d: numberField(LEAST, { min: LEAST, max: MOST }, { ...WHOLE, scale: 'log', stops: STOPS }),
  /** The pair whose products the figure shows, counted from 1. Neighbouring pairs are unrelated, so animations jump. */
  pair: numberField(1, { min: 1, max: PAIRS }, { ...WHOLE, jumps: true }),
};
export type State = StateOf<typeof fields>;

/** A number for each divisor of the scores: 1, √d and d. */
type Triple = readonly [none: number, root: number, whole: number];

const ofTriple = <Of>(list: readonly Of[], number: (one: Of) => number): Triple =>
  list.map(number) as unknown as Triple;

/** With this seed, two of the first pair's four products are positive. */
const SEED = 1891;

/**
 * `components[i]`: component i of all queries, then of all keys. `scores[d]`: the scores of all pairs with d
 * components.
 */
const pairsOf = oncePer((_: Engine) => ({
  components: [] as Float64Array[],
  scores: [new Float64Array(PAIRS)],
}));

/** The pairs with at least d components. Drawn components are kept, so scores change little if d grows by 1. */
function drawnOf(engine: Engine, d: number) {
  const { components, scores } = pairsOf(engine);
  while (components.length < d) {
    const stream = components.length;
    const shape = [2, PAIRS];
    const { data } = engine.random({ precision: 'float64', shape, seed: SEED, stream });
    const last = scores[stream] as Float64Array;
    components.push(data);
    scores.push(last.map((sum, i) => sum + (data[i] as number) * (data[PAIRS + i] as number)));
  }
  return { components, scores };
}

function listsOf(engine: Engine, { d, pair }: State) {
  const components = drawnOf(engine, d).components.slice(0, d);
  const query = components.map((data) => data[pair - 1] as number);
  const key = components.map((data) => data[PAIRS + pair - 1] as number);
  return { query, key, products: query.map((value, i) => value * (key[i] as number)) };
}

const REACH = 5;
const BINS_PER_WIDTH = 4;
const BINS = 2 * REACH * BINS_PER_WIDTH;

/** The edges of the bins, as multiples of the width (the standard deviation of the scores). */
export const EDGES: readonly number[] = Array.from(
  { length: BINS + 1 },
  (_, i) => i / BINS_PER_WIDTH - REACH,
);

function sharesOf(scores: Float64Array, width: number): readonly number[] {
  const shares = Array<number>(BINS).fill(0);
  for (const score of scores) {
    const bin = Math.floor((score / width + REACH) * BINS_PER_WIDTH);
    if (bin in shares) (shares[bin] as number) += 1 / PAIRS;
  }
  return shares;
}

/** The exact standard deviations of a score after each division. `job.result()` requires at least one draw. */
const widthsOf = (engine: Engine, d: number): Triple =>
  released(engine.newDotProductMoments({ d }), (job) => {
    job.advance(1);
    return ofTriple(job.result().scaled, ({ expected }) => deviationOf(engine, expected.variance));
  });

/** With this seed and 512 components, one key has nearly all of the weight, as for most queries. */
const ROW_SEED = 3;

const rowsOfEngine = oncePer((engine: Engine): readonly [query: Tensor, keys: Tensor] => {
  const draw = (rows: number, stream: number) =>
    engine.random({ precision: 'float64', shape: [rows, MOST], seed: ROW_SEED, stream });
  return [draw(1, MOST), draw(NUM_KEYS, MOST + 1)];
});

/** A query and ten keys with d components: the first d of their `MOST` components. */
function rowOf(engine: Engine, d: number) {
  const [query, all] = rowsOfEngine(engine);
  const [queries, keys] = [firstColumns(query, d), firstColumns(all, d)];
  const found = DIVISORS.map((divisor) =>
    // Only the weights are used, so the values have a single column.
    engine.attention({
      ...{ precision: 'float64', queries, keys, divisor },
      values: filled(1, NUM_KEYS, 1),
    }),
  );
  const leads = found.map(({ scaledScores }) => {
    const [first = Number.NaN, second = Number.NaN] = scaledScores.data.toSorted((a, b) => b - a);
    return first - second;
  });
  return {
    /** The scores before the division. */
    scores: Array.from(found[0]?.scores.data ?? []),
    /** The gap between the two largest scores after each division, and exp(gap), the ratio of their weights. */
    leads: ofTriple(leads, Number),
    ratios: ofTriple(leads, Math.exp),
    weights: found.map(({ weights }) => Array.from(weights.data)) as [number[], number[], number[]],
  };
}

/** Equals the seed of the experiments in claims-rows.ts, which draw more queries. */
const GRADIENT_SEED = 4;
const QUERIES = 100;

/** The median and the mean norm of the gradients of many queries at the largest d, after each division. */
const gradientsOf = oncePer((engine: Engine) =>
  released(engine.newSaturation({ d: MOST, numKeys: NUM_KEYS, seed: GRADIENT_SEED }), (job) => {
    job.advance(QUERIES);
    const { statistics } = job.result();
    return {
      medians: ofTriple(statistics, ({ medianGradientNorm }) => medianGradientNorm),
      means: ofTriple(statistics, ({ meanGradientNorm }) => meanGradientNorm),
    };
  }),
);

/** The numbers that depend only on d. */
const sampleOf = lastPer(STOPS.length, String, (engine: Engine, d: number) => {
  const scores = drawnOf(engine, d).scores[d] as Float64Array;
  const widths = widthsOf(engine, d);
  const shares = sharesOf(scores, widths[0]);
  return {
    /** The exact standard deviation of a score after each division. */
    widths,
    /** The standard deviation of the drawn scores, before the division. */
    measured: momentsOf(engine, scores).deviation,
    /** The share of the pairs in each bin. The bins are a quarter of the width wide and reach to ±5 widths. */
    shares: () => shares,
    row: rowOf(engine, d),
  };
});

export function compute(state: State, engine: Engine) {
  const { d, pair } = state;
  const lists = listsOf(engine, state);
  return {
    d,
    pairs: PAIRS,
    ...sampleOf(engine, d),
    /** The pair that the state selects: its score, and how many of its products are positive and negative. */
    score: drawnOf(engine, d).scores[d]?.[pair - 1] ?? Number.NaN,
    positive: lists.products.filter((product) => product > 0).length,
    negative: lists.products.filter((product) => product < 0).length,
    lists: () => lists,
    // A getter, because most steps do not show the gradients, and computing them takes longer than a frame.
    get gradients() {
      return gradientsOf(engine);
    },
  };
}

export type Numbers = ReturnType<typeof compute>;

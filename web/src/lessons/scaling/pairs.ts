// SPDX-License-Identifier: MIT
// Random queries and keys, whose components are independent, with mean 0 and variance 1: the scores of many pairs of d
// components, the weights that one query gives its keys, and the gradients of many queries.
import type { Engine, SaturationResult, Tensor } from '../../engine/index.ts';
import { numberField, type StateOf, WHOLE } from '../../state/fields.ts';
import { filled, momentsOf } from '../matrix.ts';
import { deviationOf } from './deviation.ts';
import { DIVISORS, NUM_KEYS } from './state.ts';

const PAIRS = 500;
const LEAST = 4;
/** The largest d, which the gradients are for. */
export const MOST = 512;

/** Powers of two, and the midpoints between them. */
const STOPS: readonly number[] = [2, 3, 4, 5, 6, 7, 8]
  .flatMap((power) => [2 ** power, 1.5 * 2 ** power])
  .concat(MOST);

export const fields = {
  /** The number of components of a query and of a key. */
  d: numberField(LEAST, { min: LEAST, max: MOST }, { ...WHOLE, scale: 'log', stops: STOPS }),
  /** The pair whose products the figure shows, counted from 1. */
  pair: {
    ...numberField(1, { min: 1, max: PAIRS }, WHOLE),
    // The pairs between two others have nothing to do with them.
    between: (_from: number, to: number) => to,
  },
};
export type State = StateOf<typeof fields>;

/** A number for each divisor of the scores: 1, √d and d. */
export type Triple = readonly [none: number, root: number, whole: number];

export interface Lists {
  readonly query: readonly number[];
  readonly key: readonly number[];
  readonly products: readonly number[];
}

/** A query with ten keys. */
interface Row {
  /** The scores before the division. */
  readonly scores: readonly number[];
  /** How far the largest score leads the second after each division, and e to the power of that. */
  readonly leads: Triple;
  readonly ratios: Triple;
  /** The weights after each division. */
  readonly weights: readonly [
    none: readonly number[],
    root: readonly number[],
    whole: readonly number[],
  ];
}

export interface Numbers {
  readonly d: number;
  /** The number of pairs that are drawn. */
  readonly pairs: number;
  /** The exact standard deviation of a score after each division. */
  readonly widths: Triple;
  /** The standard deviation of the scores that are drawn, before the division. */
  readonly measured: number;
  /** The share of the pairs in each bin. The bins are a quarter of the width wide and reach to ±5 widths. */
  readonly shares: () => readonly number[];
  /** The pair that the state selects: its score, and how many of its products are positive and negative. */
  readonly score: number;
  readonly positive: number;
  readonly negative: number;
  readonly lists: () => Lists;
  readonly row: Row;
  /** The sizes of the gradients of many queries at the largest d, after each division. */
  readonly gradients: { readonly medians: Triple; readonly means: Triple };
}

/** Of the first pair, two products of four are positive. */
const SEED = 1891;

/** The pairs, component by component: first that of all queries, then that of all keys. */
interface Drawn {
  readonly components: Float64Array[];
  /** The scores of all pairs with 0, 1, 2, … components. */
  readonly scores: Float64Array[];
}

const drawn = new WeakMap<Engine, Drawn>();

/** The pairs with at least d components. A component that is drawn stays, so scores change little by little with d. */
function drawnOf(engine: Engine, d: number): Drawn {
  const found = drawn.get(engine) ?? { components: [], scores: [new Float64Array(PAIRS)] };
  drawn.set(engine, found);
  const { components, scores } = found;
  while (components.length < d) {
    const stream = components.length;
    const shape = [2, PAIRS];
    const { data } = engine.random({ precision: 'float64', shape, seed: SEED, stream });
    const last = scores[stream] as Float64Array;
    components.push(data);
    scores.push(last.map((sum, i) => sum + (data[i] as number) * (data[PAIRS + i] as number)));
  }
  return found;
}

function listsOf(engine: Engine, { d, pair }: State): Lists {
  const components = drawnOf(engine, d).components.slice(0, d);
  const query = components.map((data) => data[pair - 1] as number);
  const key = components.map((data) => data[PAIRS + pair - 1] as number);
  return { query, key, products: query.map((value, i) => value * (key[i] as number)) };
}

const REACH = 5;
const BINS_PER_WIDTH = 4;
const BINS = 2 * REACH * BINS_PER_WIDTH;

/** The edges of the bins, in widths. */
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

/** The exact standard deviations of a score. The moments need a draw. */
function widthsOf(engine: Engine, d: number): Triple {
  const job = engine.newDotProductMoments({ d });
  try {
    job.advance(1);
    const { scaled } = job.result();
    return scaled.map(({ expected }) =>
      deviationOf(engine, expected.variance),
    ) as unknown as Triple;
  } finally {
    job.release();
  }
}

/** With this seed and 512 components, one key has nearly all of the weight, as with most queries. */
const ROW_SEED = 3;

type Drawing = Tensor<Float64Array>;
const rowsOfEngines = new WeakMap<Engine, readonly [query: Drawing, keys: Drawing]>();

function firstColumns({ shape: [rows = 0, columns = 0], data }: Drawing, d: number): Drawing {
  const first = new Float64Array(rows * d);
  for (let i = 0; i < rows; i++) first.set(data.subarray(i * columns, i * columns + d), i * d);
  return { shape: [rows, d], data: first };
}

function rowOf(engine: Engine, d: number): Row {
  const draw = (rows: number, stream: number) =>
    engine.random({ precision: 'float64', shape: [rows, MOST], seed: ROW_SEED, stream });
  const all = rowsOfEngines.get(engine) ?? ([draw(1, MOST), draw(NUM_KEYS, MOST + 1)] as const);
  rowsOfEngines.set(engine, all);
  const [queries, keys] = all.map((one) => firstColumns(one, d)) as [Drawing, Drawing];
  const found = DIVISORS.map((divisor) =>
    // Only the weights are used, so the values are as small as possible.
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
    scores: Array.from(found[0]?.scores.data ?? []),
    leads: leads as unknown as Triple,
    ratios: leads.map(Math.exp) as unknown as Triple,
    weights: found.map(({ weights }) => Array.from(weights.data)) as unknown as Row['weights'],
  };
}

/** The seed of the experiments in claims.ts, which draw more queries. */
const GRADIENT_SEED = 4;
const QUERIES = 100;
const gradients = new WeakMap<Engine, Numbers['gradients']>();

function gradientsOf(engine: Engine): Numbers['gradients'] {
  const known = gradients.get(engine);
  if (known !== undefined) return known;
  const job = engine.newSaturation({ d: MOST, numKeys: NUM_KEYS, seed: GRADIENT_SEED });
  try {
    job.advance(QUERIES);
    const { statistics } = job.result();
    const of = (name: keyof SaturationResult['statistics'][number]) =>
      statistics.map((one) => one[name]) as unknown as Triple;
    const found = { medians: of('medianGradientNorm'), means: of('meanGradientNorm') };
    gradients.set(engine, found);
    return found;
  } finally {
    job.release();
  }
}

/** What depends only on d. */
type Sample = Pick<Numbers, 'widths' | 'measured' | 'shares' | 'row'>;
const samples = new WeakMap<Engine, Map<number, Sample>>();

function sampleOf(engine: Engine, d: number): Sample {
  const known = samples.get(engine) ?? new Map<number, Sample>();
  samples.set(engine, known);
  const last = known.get(d);
  if (last !== undefined) return last;
  const scores = drawnOf(engine, d).scores[d] as Float64Array;
  const widths = widthsOf(engine, d);
  const shares = sharesOf(scores, widths[0]);
  const sample: Sample = {
    widths,
    measured: momentsOf(engine, scores).deviation,
    shares: () => shares,
    row: rowOf(engine, d),
  };
  known.set(d, sample);
  return sample;
}

/** @throws AttentionError */
export function compute(state: State, engine: Engine): Numbers {
  const { d, pair } = state;
  const lists = listsOf(engine, state);
  return {
    d,
    pairs: PAIRS,
    ...sampleOf(engine, d),
    score: drawnOf(engine, d).scores[d]?.[pair - 1] ?? Number.NaN,
    positive: lists.products.filter((product) => product > 0).length,
    negative: lists.products.filter((product) => product < 0).length,
    lists: () => lists,
    // Computed when it is read, because most steps do not show it, and it takes longer than a frame.
    get gradients() {
      return gradientsOf(engine);
    },
  };
}

// SPDX-License-Identifier: MIT
// Computes the numbers of the page Verify: for arrows in a plane, a search among recipes, and shapes of tensors.
import type { Engine, Precision, Tensor } from '../../engine/index.ts';
import { filled, identity, matrix } from '../matrix.ts';
import { countsOf, RECIPES, WORDS } from './recipes.ts';

/** The inputs of the page Verify: two keys in the plane, a search among the recipes, and shapes of tensors. */
export interface State {
  /** The coordinates of the tips of three arrows: the query and two keys. */
  readonly query: readonly number[];
  readonly key: readonly number[];
  readonly other: readonly number[];
  /** The function that computes the score of a query and a key. `scaled` is the dot product divided by √d_k. */
  readonly measure: 'dot' | 'cosine' | 'scaled';
  /** The count of each word of the vocabulary in the search. */
  readonly words: readonly number[];
  /** The contents of the recipes: minutes and kilocalories, with one number for each recipe. */
  readonly minutes: readonly number[];
  readonly energy: readonly number[];
  readonly temperature: number;
  /** The number of the masked recipe, counted from 1; 0 if there is none. */
  readonly hidden: number;
  /**
   * Axis lengths of tensors: batch, heads, the number of queries, the number of keys (also that of values), and the
   * widths of queries, keys and values.
   */
  readonly sides: readonly number[];
  readonly precision: Precision;
}

export const EXAMPLE: State = Object.freeze({
  query: [4, 1],
  key: [2, 1.5],
  other: [1, 2.5],
  measure: 'dot',
  words: countsOf({ ginger: 1, tea: 1 }),
  minutes: RECIPES.map(({ minutes }) => minutes),
  energy: RECIPES.map(({ energy }) => energy),
  temperature: 1,
  hidden: 0,
  sides: [2, 4, 2, 5, 3, 3, 7],
  precision: 'float64',
});
export const with_ = (change: Partial<State>): State => Object.freeze({ ...EXAMPLE, ...change });

export const compute = (state: State, engine: Engine) => ({
  arrows: computeArrows(state, engine),
  search: computeSearch(state, engine),
  shapes: computeShapes(state, engine),
});

export type Numbers = ReturnType<typeof compute>;

function computeArrows({ precision, query, key, other }: State, engine: Engine) {
  const queries = matrix(query);
  const keys = matrix(key, other);
  const found = engine.angles({ precision, queries, keys });
  const scaled = engine.scaledDotScores({ precision, queries, keys, divisor: 'sqrt_dk' });
  const reading = (i: number) => ({
    length: found.keyLengths.data[i] as number,
    /** The angle between key and query in degrees, from 0 to 180. NaN if one of the two arrows has length 0. */
    degrees: found.degrees.data[i] as number,
    dot: found.dots.data[i] as number,
    cosine: found.cosines.data[i] as number,
    /** The dot product divided by √d_k, here √2. */
    scaled: scaled.data[i] as number,
  });
  return {
    queryLength: found.queryLengths.data[0] as number,
    key: reading(0),
    other: reading(1),
  };
}

const [N, D] = [RECIPES.length, WORDS.length];
const KEYS: Tensor = { shape: [N, D], data: RECIPES.flatMap(({ key }) => key) };
/**
 * With the identity matrix as keys, the dot products equal the queries. So already computed cosines can be passed to
 * `engine.attention` as queries, to get their softmax.
 */
const IDENTITY = identity(N);

/** Compares a search with all titles, and computes the weighted means of the contents. */
export function computeSearch(state: State, engine: Engine) {
  const { precision, words, measure, temperature, hidden } = state;
  const queries = matrix(words);
  const isCosine = measure === 'cosine';
  const stages = engine.attention({
    precision,
    queries: isCosine ? engine.angles({ precision, queries, keys: KEYS }).cosines : queries,
    keys: isCosine ? IDENTITY : KEYS,
    values: {
      shape: [N, 2],
      data: RECIPES.flatMap((_, i) => [state.minutes[i] as number, state.energy[i] as number]),
    },
    ...(measure === 'scaled'
      ? { divisor: 'sqrt_dk' }
      : { divisor: 'number', divisorNumber: temperature }),
    ...(hidden > 0 ? { keepMask: matrix(RECIPES.map((_, i) => (i === hidden - 1 ? 0 : 1))) } : {}),
  });
  const hits = RECIPES.map((_, i) => ({
    /** The dot product or the cosine, before division by the temperature or by √d_k. */
    score: stages.scores.data[i] as number,
    /** The score divided by the temperature or by √d_k. */
    scaled: stages.scaledScores.data[i] as number,
    logit: stages.logits.data[i] as number,
    weight: stages.weights.data[i] as number,
  }));
  return {
    hits,
    /** The weighted means of minutes and kilocalories. */
    output: Array.from(stages.output.data),
    /** Whether there are weights. There are none for the cosine of a search without words, because it is undefined. */
    hasWeights: Number.isFinite(stages.output.data[0]),
  };
}

export type Hit = ReturnType<typeof computeSearch>['hits'][number];

function computeShapes({ sides, precision }: State, engine: Engine) {
  const [batchSize = 1, numHeads = 1, m = 1, n = 1, queryWidth = 1, keyWidth = 1, valueWidth = 1] =
    sides;
  const tensor = (rows: number, width: number) => filled(1, batchSize, numHeads, rows, width);
  const [queries, keys] = [tensor(m, queryWidth), tensor(n, keyWidth)];
  const values = tensor(n, valueWidth);
  const { scores, weights, output } = engine.attention({ precision, queries, keys, values });
  return {
    ...{ queries: queries.shape, keys: keys.shape, values: values.shape },
    ...{ scores: scores.shape, weights: weights.shape, output: output.shape },
  };
}

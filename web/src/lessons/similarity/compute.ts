// SPDX-License-Identifier: MIT
// Computes the numbers of the arrows, of the search and of the shapes. After a change of the state, only the parts that
// depend on the changed fields are computed again.
import { AttentionError, type Engine, type Tensor } from '../../engine/index.ts';
import { filled, identity, matrix } from '../matrix.ts';
import { kept } from '../on-demand.ts';
import type { Computed } from '../scene.ts';
import { RECIPES, WORDS } from './recipes.ts';
import { PLANE_RANGE, type State } from './state.ts';

/** The numbers of the comparison of one key with the query. */
export interface KeyReading {
  readonly length: number;
  /** The angle between key and query in degrees, from 0 to 180. NaN if one of the two arrows has length 0. */
  readonly degrees: number;
  readonly dot: number;
  readonly cosine: number;
  /** The dot product divided by √d_k, here √2. */
  readonly scaled: number;
}

/** A regular grid over the plane, row by row from the lower left corner. Each grid point stands for a possible key. */
interface Region {
  /** Number of grid points along each side of the plane. */
  readonly side: number;
  /**
   * For each grid point, a number. It is positive if and only if a key at this point would have both a larger angle to
   * the query and a larger score than k₁.
   */
  readonly levels: Float64Array;
}

interface Arrows {
  readonly queryLength: number;
  readonly key: KeyReading;
  readonly other: KeyReading;
  readonly region: Region;
}

export interface Hit {
  /** The dot product or the cosine, before division by the temperature or by √d_k. */
  readonly score: number;
  /** The score divided by the temperature or by √d_k. */
  readonly scaled: number;
  /** The scaled score after the mask. */
  readonly logit: number;
  readonly weight: number;
}

interface Search {
  readonly hits: readonly Hit[];
  /** The weighted means of minutes and kilocalories. */
  readonly output: readonly number[];
  /**
   * Whether there are weights. There are none if the measure is the cosine and the search contains no words, because
   * the cosine of a zero vector is undefined.
   */
  readonly hasWeights: boolean;
  /** The indices of the recipes with the highest logit. Empty if there are no weights. */
  readonly best: readonly number[];
}

interface Shapes {
  readonly queries: readonly number[];
  readonly keys: readonly number[];
  readonly values: readonly number[];
  /** The shapes of the results. If the engine rejected the call, its error. */
  readonly answer:
    | Readonly<Record<'scores' | 'weights' | 'output', readonly number[]>>
    | AttentionError;
}

/** All numbers of the lesson. The engine computes all of them. */
export interface Numbers {
  readonly arrows: Arrows;
  readonly search: Search;
  readonly shapes: Shapes;
}

type Names = readonly (keyof State)[];
const REGION: Names = ['query', 'key', 'measure', 'precision'];
const ARROWS: Names = [...REGION, 'other'];
const SEARCH: Names = [
  ...(['words', 'minutes', 'energy'] as const),
  ...(['measure', 'temperature', 'hidden', 'precision'] as const),
];
const SHAPES: Names = ['sides', 'precision'];

/** @throws AttentionError */
export function compute(state: State, engine: Engine, last?: Computed<State, Numbers>): Numbers {
  const same = (names: Names) => kept(last, state, names);
  return {
    arrows: same(ARROWS)?.arrows ?? computeArrows(state, engine, same(REGION)?.arrows.region),
    search: same(SEARCH)?.search ?? computeSearch(state, engine),
    shapes: same(SHAPES)?.shapes ?? computeShapes(state, engine),
  };
}

/** Number of grid points along each side of the plane. Neighbouring points are 0.3 apart. */
const SIDE = 41;
const { min, max } = PLANE_RANGE;
const GRID = Float64Array.from({ length: 2 * SIDE * SIDE }, (_, i) => {
  const point = Math.floor(i / 2);
  const place = i % 2 === 0 ? point % SIDE : Math.floor(point / SIDE);
  return min + ((max - min) * place) / (SIDE - 1);
});

/**
 * Compares the query with both keys in one call of the engine. If `last` (a region that is still valid) is missing, the
 * call also compares the query with all grid points, to compute a new region.
 */
function computeArrows(state: State, engine: Engine, last?: Region): Arrows {
  const { precision, query, key, other } = state;
  const queries = matrix(query);
  const drawn = { shape: [2, 2], data: [...key, ...other] };
  const points = last === undefined ? 2 + SIDE * SIDE : 2;
  const data = new Float64Array(2 * points);
  data.set(drawn.data);
  if (last === undefined) data.set(GRID, drawn.data.length);
  const found = engine.angles({ precision, queries, keys: { shape: [points, 2], data } });
  const scaled = engine.scaledDotScores({ precision, queries, keys: drawn, divisor: 'sqrt_dk' });
  const reading = (i: number): KeyReading => ({
    length: found.keyLengths.data[i] as number,
    degrees: found.degrees.data[i] as number,
    dot: found.dots.data[i] as number,
    cosine: found.cosines.data[i] as number,
    scaled: scaled.data[i] as number,
  });
  // Division by √d_k does not change which score is larger, so the region for scaled scores equals the region for dot
  // products.
  const scores = state.measure === 'cosine' ? found.cosines : found.dots;
  return {
    queryLength: found.queryLengths.data[0] as number,
    key: reading(0),
    other: reading(1),
    region: last ?? regionOf(found.degrees.data, scores.data),
  };
}

/**
 * For each grid point, the smaller of its two differences from k₁, in angle and in score. This number is positive only
 * if both differences are positive.
 */
function regionOf(degrees: ArrayLike<number>, scores: ArrayLike<number>): Region {
  const levels = Float64Array.from({ length: SIDE * SIDE }, (_, i) => {
    const wider = (degrees[i + 2] as number) - (degrees[0] as number);
    const higher = (scores[i + 2] as number) - (scores[0] as number);
    return Math.min(wider, higher);
  });
  return { side: SIDE, levels };
}

const [N, D] = [RECIPES.length, WORDS.length];
const KEYS: Tensor = { shape: [N, D], data: RECIPES.flatMap(({ key }) => key) };
/**
 * With the identity matrix as keys, the dot products equal the queries. So already computed cosines can be passed to
 * `engine.attention` as queries, to get their softmax.
 */
const IDENTITY = identity(N);

/** Compares a search with all titles, and mixes the contents. */
export function computeSearch(state: State, engine: Engine): Search {
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
    score: stages.scores.data[i] as number,
    scaled: stages.scaledScores.data[i] as number,
    logit: stages.logits.data[i] as number,
    weight: stages.weights.data[i] as number,
  }));
  const highest = Math.max(...hits.map(({ logit }) => logit));
  return {
    hits,
    output: Array.from(stages.output.data),
    hasWeights: Number.isFinite(stages.output.data[0]),
    best: hits.flatMap(({ logit }, i) => (logit === highest ? [i] : [])),
  };
}

/**
 * The lengths of the two leading axes (batch and heads) of the tensors in document 000 (a source text, see
 * web/src/ledger).
 */
export const BATCH_SIZE = 2;
export const NUM_HEADS = 4;

/**
 * The shapes of the results that the engine returns for tensors with the axis lengths `sides`, or the engine's error.
 */
function computeShapes({ sides, precision }: State, engine: Engine): Shapes {
  const [m = 1, n = 1, queryWidth = 1, keyWidth = 1, valueWidth = 1] = sides;
  const tensor = (rows: number, width: number) => filled(1, BATCH_SIZE, NUM_HEADS, rows, width);
  const [queries, keys] = [tensor(m, queryWidth), tensor(n, keyWidth)];
  const values = tensor(n, valueWidth);
  const shapes = { queries: queries.shape, keys: keys.shape, values: values.shape };
  try {
    const { scores, weights, output } = engine.attention({ precision, queries, keys, values });
    return {
      ...shapes,
      answer: { scores: scores.shape, weights: weights.shape, output: output.shape },
    };
  } catch (error) {
    if (!(error instanceof AttentionError)) throw error;
    return { ...shapes, answer: error };
  }
}

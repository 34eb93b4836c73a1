// SPDX-License-Identifier: MIT
// Computes the numbers of the arrows, of the search and of the shapes.
import type { Engine, Tensor } from '../../engine/index.ts';
import { filled, identity, matrix } from '../matrix.ts';
import { RECIPES, WORDS } from './recipes.ts';
import type { State } from './state.ts';

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

interface Arrows {
  readonly queryLength: number;
  readonly key: KeyReading;
  readonly other: KeyReading;
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
}

/** The shapes of the tensors with the axis lengths `sides`, and of the results that the engine returns for them. */
type Shapes = Readonly<
  Record<'queries' | 'keys' | 'values' | 'scores' | 'weights' | 'output', readonly number[]>
>;

/** All numbers of the page Verify. The engine computes all of them. */
export interface Numbers {
  readonly arrows: Arrows;
  readonly search: Search;
  readonly shapes: Shapes;
}

/** @throws AttentionError */
export const compute = (state: State, engine: Engine): Numbers => ({
  arrows: computeArrows(state, engine),
  search: computeSearch(state, engine),
  shapes: computeShapes(state, engine),
});

/** Compares the query with both keys. */
function computeArrows({ precision, query, key, other }: State, engine: Engine): Arrows {
  const queries = matrix(query);
  const keys = matrix(key, other);
  const found = engine.angles({ precision, queries, keys });
  const scaled = engine.scaledDotScores({ precision, queries, keys, divisor: 'sqrt_dk' });
  const reading = (i: number): KeyReading => ({
    length: found.keyLengths.data[i] as number,
    degrees: found.degrees.data[i] as number,
    dot: found.dots.data[i] as number,
    cosine: found.cosines.data[i] as number,
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
  return {
    hits,
    output: Array.from(stages.output.data),
    hasWeights: Number.isFinite(stages.output.data[0]),
  };
}

function computeShapes({ sides, precision }: State, engine: Engine): Shapes {
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

// SPDX-License-Identifier: MIT
// Draws random embeddings and projections. They are drawn once and reused until their parameters change.
import type { Engine, FloatArray, Precision, Tensor } from '../../engine/index.ts';
import { DIMENSION_RANGE, type Projection, type State, tokensOf } from './state.ts';
import { streamOf } from './tokens.ts';

type Numbers = FloatArray<Precision>;

/** Both projection matrices, of shape (d, d_k). A shared projection is the same tensor twice. */
export interface Projections {
  readonly W_q?: Tensor;
  readonly W_k?: Tensor;
}

/** The random numbers, with strings of the parameters for which they were drawn, by which a change is detected. */
export interface Embeddings {
  readonly drawnFor: string;
  /** For each token, as many standard normal components as the largest dimension needs. */
  readonly vectors: ReadonlyMap<string, Numbers>;
  readonly projectedFor: string;
  readonly projections: Projections;
}

/** Number of components of a projected query or key. If the embedding has fewer, its own number is used instead. */
const WIDEST_HEAD = 64;
const QUERY_STREAM = 1;
const KEY_STREAM = 2;

/** The number of components of queries and keys. */
export const headDimension = (projection: Projection, dimension: number): number =>
  projection === 'none' ? dimension : Math.min(dimension, WIDEST_HEAD);

/** Draws embeddings and projections. If the parameters are unchanged, those in `last` are reused. */
export function embed(state: State, engine: Engine, last?: Embeddings): Embeddings {
  const { seed, precision, projection, dimension } = state;
  const drawnFor = [seed, precision].join(' ');
  const kept = last?.drawnFor === drawnFor ? last.vectors : undefined;
  const vectors = new Map<string, Numbers>();
  for (const token of tokensOf(state)) {
    if (vectors.has(token)) continue;
    vectors.set(token, kept?.get(token) ?? drawToken(token, state, engine));
  }
  const projectedFor = [drawnFor, projection, dimension].join(' ');
  const projections =
    last?.projectedFor === projectedFor
      ? last.projections
      : drawProjections(state, dimension, engine);
  return { drawnFor, vectors, projectedFor, projections };
}

function drawToken(token: string, { seed, precision }: State, engine: Engine): Numbers {
  const shape = [DIMENSION_RANGE.max];
  return engine.random({ precision, shape, seed, stream: streamOf(token) }).data;
}

/** Random projections with entries of variance 1/d, so that they preserve the variance of components. */
export function drawProjections(state: State, dimension: number, engine: Engine): Projections {
  const { seed, precision, projection } = state;
  if (projection === 'none') return {};
  const shape = [dimension, headDimension(projection, dimension)];
  const draw = (stream: number) =>
    engine.random({ precision, shape, seed, stream, variance: 1 / dimension });
  const W_q = draw(QUERY_STREAM);
  return { W_q, W_k: projection === 'shared' ? W_q : draw(KEY_STREAM) };
}

/**
 * The embeddings of the tokens, of shape (n, dimension), with standard deviation 1. For a smaller `dimension`, the
 * embedding of a token consists of the first components of its longer embedding.
 */
export function stack(
  tokens: readonly string[],
  { vectors }: Embeddings,
  dimension: number,
): Tensor {
  const data = new Float64Array(tokens.length * dimension);
  tokens.forEach((token, i) => {
    data.set((vectors.get(token) as Numbers).subarray(0, dimension), i * dimension);
  });
  return { shape: [tokens.length, dimension], data };
}

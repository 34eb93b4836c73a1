// SPDX-License-Identifier: MIT
// The numbers that stand for tokens and projections: drawn once, kept while nothing of theirs changes.
import type { Engine, FloatArray, Precision, Tensor } from '../../engine/index.ts';
import { DIMENSION_RANGE, type Projection, type State, tokensOf } from './state.ts';
import { streamOf } from './tokens.ts';

type Numbers = FloatArray<Precision>;

/** Both projections, (d, d_k) each; the same one twice where they are shared. */
export interface Projections {
  readonly W_q?: Tensor;
  readonly W_k?: Tensor;
}

/** What was drawn, under what it depends on. */
export interface Embeddings {
  readonly drawnFor: string;
  /** All the components that a token can have, with standard deviation 1. */
  readonly vectors: ReadonlyMap<string, Numbers>;
  readonly projectedFor: string;
  readonly projections: Projections;
}

/** A head's usual width; narrower embeddings are projected to their own. */
const WIDEST_HEAD = 64;
const QUERY_STREAM = 1;
const KEY_STREAM = 2;

/** The dimension of queries and keys. */
export const headDimension = (projection: Projection, dimension: number): number =>
  projection === 'none' ? dimension : Math.min(dimension, WIDEST_HEAD);

/** Draws what `last` does not hold. */
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

/** Matrices that leave the size of a component as it is: their entries have variance 1/d. */
export function drawProjections(state: State, dimension: number, engine: Engine): Projections {
  const { seed, precision, projection } = state;
  if (projection === 'none') return {};
  const shape = [dimension, headDimension(projection, dimension)];
  const draw = (stream: number) =>
    engine.random({ precision, shape, seed, stream, variance: 1 / dimension });
  const W_q = draw(QUERY_STREAM);
  return { W_q, W_k: projection === 'shared' ? W_q : draw(KEY_STREAM) };
}

/** (n, d) A row a token, with standard deviation 1: a narrower embedding is the beginning of a wider one. */
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

// SPDX-License-Identifier: MIT
// Computes the attention of a sentence whose tokens have random embeddings, for Verify (the lesson's second view). The
// initial sentence and the 300 dimensions are those of document 003, line 18 (a source text of the lesson, see
// web/src/ledger).
import type { Engine, Tensor } from '../../engine/index.ts';
import { once } from '../on-demand.ts';
import { type Similarity, similarity } from './compute.ts';
import { type Embeddings, embed, headDimension, stack } from './embeddings.ts';
import { leftOut, type State, tokensOf } from './state.ts';
import { type Curve, computeCurve } from './sweep.ts';

export interface RandomSentence extends Similarity {
  /** A string of the parameters that determine the scores, by which a change is detected. */
  readonly computedFor: string;
  readonly tokens: readonly string[];
  /** Number of tokens of the sentence that are omitted because there are too many. */
  readonly leftOut: number;
  /** Number of components of a query or key, d_k. */
  readonly headDimension: number;
  /** Computes the curve at the first call, so that a drag does not wait for it while it is outside the viewport. */
  readonly curve: () => Curve;
  /** The last computed curve, which the next one can reuse. */
  readonly kept: { curve?: Curve };
  /** The random numbers, which the computation for the next state can reuse. */
  readonly embeddings: Embeddings;
}

/** Multiplies all components by the standard deviation σ, with the engine's matrix product. */
function stretched(
  engine: Engine,
  { precision, deviation }: State,
  { shape, data }: Tensor,
): Tensor {
  const { data: scaled } = engine.scaledDotScores({
    precision,
    queries: { shape: [data.length, 1], data },
    keys: { shape: [1, 1], data: [deviation] },
    divisor: 'none',
  });
  return { shape, data: scaled };
}

/**
 * Scores, weights, output and curve of the sentence. Parts whose parameters are unchanged are reused from `last`.
 * @throws AttentionError
 */
export function randomSentence(
  state: State,
  engine: Engine,
  last?: RandomSentence,
): RandomSentence {
  const { seed, projection, dimension, deviation, divisor, precision } = state;
  const tokens = tokensOf(state);
  const drawn = [seed, projection, dimension, deviation, divisor, precision, ...tokens];
  const computedFor = JSON.stringify(drawn);
  const embeddings = embed(state, engine, last?.embeddings);
  const found =
    last?.computedFor === computedFor
      ? last
      : similarity(engine, stretched(engine, state, stack(tokens, embeddings, dimension)), {
          precision,
          divisor,
          ...embeddings.projections,
        });
  const kept = last?.kept ?? {};
  return {
    ...found,
    computedFor,
    tokens,
    leftOut: leftOut(state),
    headDimension: headDimension(projection, dimension),
    curve: once(() => {
      kept.curve = computeCurve(state, found.scores, embeddings, engine, kept.curve);
      return kept.curve;
    }),
    kept,
    embeddings,
  };
}

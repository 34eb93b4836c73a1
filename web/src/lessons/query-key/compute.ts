// SPDX-License-Identifier: MIT
import type { Engine, Tensor } from '../../engine/index.ts';
import type { Computed } from '../scene.ts';
import { type Circle, computeCircle } from './circle.ts';
import { type Curve, computeCurve } from './curve.ts';
import { type Embeddings, embed, headDimension, stack } from './embeddings.ts';
import { leftOut, type State, tokensOf } from './state.ts';

/** What the tokens make of each other. */
export interface Similarity {
  /** (n, n) divided; row i is what token i asks of each. */
  readonly scores: readonly (readonly number[])[];
  readonly weights: readonly (readonly number[])[];
  /** (n, d) */
  readonly values: Tensor;
  readonly output: Tensor;
  /** One a token, as are the sums. */
  readonly distances: readonly number[];
  readonly rowSums: readonly number[];
  readonly columnSums: readonly number[];
  readonly scoresAsymmetry: number;
  readonly weightsAsymmetry: number;
  readonly meanDiagonal: number;
  readonly smallestEigenvalue: number;
}

/** All numbers that the lesson shows; every one comes from the engine. */
export interface Numbers extends Similarity {
  readonly tokens: readonly string[];
  /** Tokens of the sentence that there is no room for. */
  readonly leftOut: number;
  /** Of queries and keys, d_k. */
  readonly headDimension: number;
  readonly curve: Curve;
  readonly circle: Circle;
  /** What was drawn, for the next state. */
  readonly embeddings: Embeddings;
}

/** The rows of a matrix. */
export function rowsOf({ shape, data }: Tensor): number[][] {
  const [rows = 0, columns = 0] = shape;
  return Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (_, j) => data[i * columns + j] as number),
  );
}

type Options = Pick<State, 'precision' | 'divisor'> & {
  readonly W_q?: Tensor;
  readonly W_k?: Tensor;
};

/** Self-attention of tokens (n, d) whose values are the tokens themselves. */
export function similarity(engine: Engine, values: Tensor, options: Options): Similarity {
  const found = engine.selfSimilarity({ tokens: values, ...options });
  return {
    scores: rowsOf(found.scores),
    weights: rowsOf(found.weights),
    values,
    output: found.output,
    distances: Array.from(found.relativeDistances.data),
    rowSums: Array.from(found.rowSums.data),
    columnSums: Array.from(found.columnSums.data),
    scoresAsymmetry: found.scoresAsymmetry,
    weightsAsymmetry: found.weightsAsymmetry,
    meanDiagonal: found.meanDiagonal,
    smallestEigenvalue: found.smallestEigenvalue,
  };
}

/** Every component times σ, by the engine's matrix product. */
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

/** Everything that the scores of the sentence depend on. */
const sentenceKey = (state: State): string => {
  const { seed, projection, dimension, deviation, divisor, precision } = state;
  return JSON.stringify([
    tokensOf(state),
    seed,
    projection,
    dimension,
    deviation,
    divisor,
    precision,
  ]);
};

const circleKey = ({ circle, circleKind, precision }: State): string =>
  [circle, circleKind, precision].join(' ');

/**
 * Scores, weights and output of the sentence, the curve, and the circle; what a change leaves as it
 * was is taken over from `last`.
 * @throws AttentionError
 */
export function compute(state: State, engine: Engine, last?: Computed<State, Numbers>): Numbers {
  const embeddings = embed(state, engine, last?.numbers.embeddings);
  const isSameSentence = last !== undefined && sentenceKey(last.state) === sentenceKey(state);
  const isSameCircle = last !== undefined && circleKey(last.state) === circleKey(state);
  const tokens = tokensOf(state);
  const { precision, divisor, projection, dimension } = state;
  const found = isSameSentence
    ? last.numbers
    : similarity(engine, stretched(engine, state, stack(tokens, embeddings, dimension)), {
        precision,
        divisor,
        ...embeddings.projections,
      });
  return {
    ...found,
    tokens,
    leftOut: leftOut(state),
    headDimension: headDimension(projection, dimension),
    curve: computeCurve(state, found.scores, embeddings, engine, last?.numbers.curve),
    circle: isSameCircle ? last.numbers.circle : computeCircle(state, engine),
    embeddings,
  };
}

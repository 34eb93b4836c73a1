// SPDX-License-Identifier: MIT
// Self-attention whose values are the tokens themselves, and the matrices of the sentence model.
import type { Engine, SentenceModel, Tensor } from '../../engine/index.ts';
import { firstColumns, type Matrix, rowsOf } from '../matrix.ts';
import type { Projection, Projections, State } from './compute.ts';

/** Number of components of a query or key in a head of the sentence model. */
export const HEAD_WIDTH = 16;

type Options = Pick<State, 'precision' | 'divisor'> & Projections;

/** Self-attention of tokens of shape (n, d), whose values are the tokens themselves. */
export function similarity(engine: Engine, values: Tensor, options: Options) {
  const found = engine.selfSimilarity({ tokens: values, ...options });
  return {
    /** Scores after the division by `divisor`, of shape (n, n). Row i contains the scores of query i. */
    scores: rowsOf(found.scores),
    weights: rowsOf(found.weights),
    values,
    output: found.output,
    /** For each token, its relative distance from its output, and the sums of its row and column of weights. */
    distances: Array.from(found.relativeDistances.data),
    rowSums: Array.from(found.rowSums.data),
    columnSums: Array.from(found.columnSums.data),
    scoresAsymmetry: found.scoresAsymmetry,
    weightsAsymmetry: found.weightsAsymmetry,
    meanDiagonal: found.meanDiagonal,
    smallestEigenvalue: found.smallestEigenvalue,
  };
}

export const strongestOf = (row: readonly number[]): number => row.indexOf(Math.max(...row));

/**
 * The first `width` columns of the projection matrices of the first head in the sentence model's first layer. The input
 * of the layer is the embedding of a word plus the vector of its position.
 */
export function projectionsOf(
  { heads }: SentenceModel,
  projection: Projection,
  width = HEAD_WIDTH,
): Projections {
  const own = heads.find(({ layer }) => layer === 0);
  if (own === undefined || projection === 'none') return {};
  const W_q = firstColumns(own.W_q, width);
  return { W_q, W_k: projection === 'shared' ? W_q : firstColumns(own.W_k, width) };
}

/**
 * The pair of tokens with the largest s_ij − (s_ii + s_jj)/2, where s are the scores. Without projections or with a
 * shared one, this is never positive. Undefined if there is only one token.
 */
export function nearestPair(scores: Matrix) {
  const pairs = scores.flatMap((row, i) =>
    row.map((score, j) => {
      const own = (k: number) => scores[k]?.[k] ?? Number.NaN;
      return { i, j, score, mean: (own(i) + own(j)) / 2 };
    }),
  );
  const excess = ({ score, mean }: (typeof pairs)[number]) => score - mean;
  const [nearest] = pairs.filter(({ i, j }) => i !== j).toSorted((a, b) => excess(b) - excess(a));
  return nearest;
}

/** The number of tokens that have their largest weight for the previous token. */
export const toTheOneBefore = (weights: Matrix): number =>
  weights.filter((row, i) => i > 0 && strongestOf(row) === i - 1).length;

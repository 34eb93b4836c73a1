// SPDX-License-Identifier: MIT
import type { Precision, Tensor } from '../../engine/index.ts';
import { matrix } from '../matrix.ts';

/** How tokens are projected to queries and keys: not at all, with one shared projection, or with two. */
export type Projection = 'none' | 'shared' | 'two';

/** Both projection matrices, of shape (d, d_k). A shared projection is the same tensor twice. */
export interface Projections {
  readonly W_q?: Tensor;
  readonly W_k?: Tensor;
}

/** The tokens A, B and C, one in each row, and their projections. */
export interface Three extends Projections {
  readonly tokens: Tensor;
}

/** The inputs of the page Verify: a sentence with random embeddings, or three tokens. */
export interface State {
  /** Three tokens instead of the sentence. Undefined if the tokens are those of the sentence. */
  readonly three: Three | undefined;
  /** The projections of the sentence. */
  readonly projection: Projection;
  /** Number of components of an embedding of the sentence, d, and their standard deviation σ. */
  readonly dimension: number;
  readonly deviation: number;
  readonly divisor: 'sqrt_dk' | 'none';
  readonly precision: Precision;
}

/** The 300 dimensions are those in line 18 of document 003, a source text of the lesson (web/src/ledger). */
export const EXAMPLE: State = Object.freeze({
  three: undefined,
  projection: 'none',
  dimension: 300,
  deviation: 1,
  divisor: 'sqrt_dk',
  precision: 'float64',
});
export const with_ = (change: Partial<State>): State => Object.freeze({ ...EXAMPLE, ...change });

/** Three tokens, each of which is shorter than the one before and points 45° away from it. */
export const LINE: State = with_({ three: { tokens: matrix([8, 0], [3, 3], [0, 2]) } });

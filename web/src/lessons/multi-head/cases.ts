// SPDX-License-Identifier: MIT
// The states of the experiments, and the test inputs for the code of documents 002 and 004 (source texts, see
// web/src/ledger).
import type { Engine, MultiHeadInput, MultiHeadVariant, Tensor } from '../../engine/index.ts';
import { matrix } from '../matrix.ts';
import { drawInputs, requestOf } from './inputs.ts';
import { EXAMPLE, type State } from './state.ts';

export const with_ = (change: Partial<State>): State => Object.freeze({ ...EXAMPLE, ...change });

export const precision = 'float64';
export const ROUNDING = 1e-12;

/** Runs the multi-head attention of random tokens whose numbers the page Verify shows, with some changes. */
export function runOf(engine: Engine, change: Partial<State> = {}, extra = {}) {
  const state = with_(change);
  return engine.multiHead({ ...requestOf(state, drawInputs(state, engine)), ...extra });
}

type Case = Omit<MultiHeadInput<'float64'>, 'variant'>;

const X = [1, 0, 2, -1, 0, 1, 1, 0.5, -1, 2, 0, 1];
const HALF = [0.5, 0, 1, -0.5, 0, 0.5, 0.5, 0.25, -0.5, 1, 0, 0.5];
/**
 * The tokens of the test inputs: one sequence of three tokens, and a batch with a second sequence, whose values are
 * half as large.
 */
export const TOKENS: Tensor = { shape: [1, 3, 4], data: X };
export const TWO_SEQUENCES: Tensor = { shape: [2, 3, 4], data: [...X, ...HALF] };

const W_o = matrix(
  [0.3, -0.1, 0.2, 0.5],
  [0, 0.4, -0.6, 0.1],
  [0.7, 0.2, 0.1, -0.3],
  [-0.2, 0.5, 0.3, 0.6],
);
const b_o: Tensor = { shape: [4], data: [0.1, -0.2, 0.05, 0] };
const own = (x: Tensor) =>
  ({ precision, numHeads: 2, queries: x, keys: x, values: x, W_o, b_o }) as const;

/** The test input for source document 002's class, which uses one small matrix for both heads. */
export const case002 = (x = TOKENS): Case => ({
  ...own(x),
  W_q: matrix([0.2, 0.9], [0.7, -0.5]),
  W_k: matrix([1, 0.3], [-0.4, 0.6]),
  W_v: matrix([0.5, -0.2], [0.1, 0.8]),
});

/** The test input for source document 004's class. */
export const case004 = (x = TOKENS): Case => ({
  ...own(x),
  W_q: matrix([0.2, 0.9, 0, 0.1], [0.7, -0.5, 0.3, 0], [0.1, 0, 0.4, -0.6], [0, 0.2, 0.5, 0.3]),
  b_q: { shape: [4], data: [0.1, 0, -0.1, 0.2] },
  W_k: matrix([1, 0.3, 0, 0], [-0.4, 0.6, 0.2, 0], [0, 0.1, 0.8, 0.5], [0.3, 0, -0.2, 0.7]),
  b_k: { shape: [4], data: [0, 0.05, 0.1, 0] },
  W_v: matrix([0.5, -0.2, 0, 0.3], [0.1, 0.8, 0, 0], [0, 0, 1, -0.5], [0.4, 0, 0.2, 0.6]),
  b_v: { shape: [4], data: [0, 0.1, 0, -0.1] },
});

export const AS_PRINTED: MultiHeadVariant = '002_as_printed';
export const CAUSAL = [1, 0, 0, 1, 1, 0, 1, 1, 1];

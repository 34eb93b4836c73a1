// SPDX-License-Identifier: MIT
import type { MultiHeadVariant, Precision } from '../../engine/index.ts';

/** The small multi-head attention of random tokens whose code and numbers the page Verify shows. */
export interface State {
  /** A divisor of `D_MODEL`. */
  readonly heads: number;
  readonly variant: MultiHeadVariant;
  readonly mask: 'none' | 'causal';
  /** Whether the entries of W_Q, W_K and W_V are random, or all are a million (entry E-29 of the ledger). */
  readonly layers: 'drawn' | 'million';
  readonly precision: Precision;
}

export const EXAMPLE: State = Object.freeze({
  heads: 2,
  variant: 'standard',
  mask: 'none',
  layers: 'drawn',
  precision: 'float64',
});

/** Number of tokens, and of components of a token. They are small, so that every number can be shown. */
export const [TOKEN_COUNT, D_MODEL] = [4, 8];

/** Number of components of a query in one head. */
export const headWidth = ({ heads }: Pick<State, 'heads'>): number => D_MODEL / heads;

// SPDX-License-Identifier: MIT
// Document 001 calls its function twice with one tensor, into which the first call has written.
import type { Engine, Tensor } from '../../engine/index.ts';
import { type Matrix, rowsOf } from './matrix.ts';
import type { State } from './state.ts';

/** What PyTorch's rand(2, 2, 4) draws from seed 0 (document 001, line 81). */
export const DRAWN: Tensor = {
  shape: [2, 2, 4],
  data: [
    0.49625658988952637, 0.7682217955589294, 0.08847743272781372, 0.13203048706054688,
    0.30742281675338745, 0.6340786814689636, 0.4900934100151062, 0.8964447379112244,
    0.455627977848053, 0.6323062777519226, 0.3488934636116028, 0.40171730518341064,
    0.022325754165649414, 0.16885894536972046, 0.2938884496688843, 0.518521785736084,
  ],
};
/** The lengths of the second call (line 88), one a row. */
export const SECOND_LENS: readonly number[] = [1, 3, 2, 4];
const FILL = -1e6;

export interface Twice {
  /** What the second call is given: the tensor that the first has written to, or a copy of the drawn one. */
  readonly same: { readonly tensor: Matrix; readonly weights: Matrix };
  readonly fresh: { readonly tensor: Matrix; readonly weights: Matrix };
  /** Of the first call. */
  readonly first: Matrix;
}

type Given = Pick<State, 'firstLens' | 'precision'>;

/** Both calls on a tensor of any numbers. */
export function computeTwice(
  { firstLens, precision }: Given,
  engine: Engine,
  drawn = DRAWN,
): Twice {
  const call = (scores: Tensor, validLens: Tensor) =>
    engine.maskedSoftmax({ precision, scores, validLens, maskMethod: 'fill', fill: FILL });
  const second = { shape: [2, 2], data: SECOND_LENS };
  const first = call(drawn, { shape: [2], data: firstLens });
  const answer = (given: Tensor) => ({
    tensor: rowsOf(given),
    weights: rowsOf(call(given, second).weights),
  });
  return { same: answer(first.logits), fresh: answer(drawn), first: rowsOf(first.weights) };
}

/** Keys that a row gives any weight to. */
export const usedIn = (row: readonly number[] | undefined): number =>
  (row ?? []).filter((weight) => weight > 0).length;

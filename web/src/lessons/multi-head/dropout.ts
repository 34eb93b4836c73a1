// SPDX-License-Identifier: MIT
// What document 000 returns and what document 001 keeps: the weights after dropout, and before.
import type { Engine } from '../../engine/index.ts';
import { rowsOf, sums } from './arithmetic.ts';
import type { Inputs } from './inputs.ts';
import { requestOf } from './request.ts';
import type { State } from './state.ts';

export interface Dropped {
  /** Of the head that is looked at, in the standard form. */
  readonly before: readonly (readonly number[])[];
  readonly after: readonly (readonly number[])[];
  readonly sumsBefore: readonly number[];
  readonly sumsAfter: readonly number[];
}

export function dropOut(state: State, inputs: Inputs, engine: Engine): Dropped {
  const { dropoutRate, dropoutSeed, precision, head } = state;
  const { weights, droppedWeights = weights } = engine.multiHead({
    ...requestOf(state, inputs, 'standard'),
    dropoutRate,
    dropoutSeed,
  }).heads;
  const before = rowsOf(weights, head - 1);
  const after = rowsOf(droppedWeights, head - 1);
  return {
    before,
    after,
    sumsBefore: sums(engine, precision, before),
    sumsAfter: sums(engine, precision, after),
  };
}

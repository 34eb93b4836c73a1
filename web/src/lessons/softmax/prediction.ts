// SPDX-License-Identifier: MIT
// The question that is to be answered before the outcome is seen.
import type { Engine } from '../../engine/index.ts';
import { initialState } from '../../state/fields.ts';
import { compute } from './compute.ts';
import { fields, type State } from './state.ts';

const DOCUMENT = initialState(fields);

/** The document's entries, 1000 added to each. */
export const SHIFTED: State = Object.freeze({ ...DOCUMENT, x: [1001, 1001, 1001, 1005] });

export const GUESSES = ['all', 'same', 'share', 'nothing'] as const;
export type GuessId = (typeof GUESSES)[number];

/** What each guess takes the last weight for, and which of them is nearest to what softmax gives. */
export function measureShift(engine: Engine) {
  const last = (state: State) => compute(state, engine).entries.at(-1);
  const shifted = last(SHIFTED);
  const weight = shifted?.weight ?? Number.NaN;
  const taken: Readonly<Record<GuessId, number>> = {
    all: 1,
    same: last(DOCUMENT)?.weight ?? Number.NaN,
    share: shifted?.plain ?? Number.NaN,
    nothing: shifted?.naive ?? Number.NaN,
  };
  const miss = (id: GuessId) =>
    Number.isNaN(taken[id]) ? Number.POSITIVE_INFINITY : Math.abs(taken[id] - weight);
  const right = Number.isNaN(weight)
    ? 'nothing'
    : GUESSES.reduce((best, id) => (miss(id) < miss(best) ? id : best));
  return { right, weight, ...taken };
}

// SPDX-License-Identifier: MIT
import { initialState } from '../../state/fields.ts';
import type { Prediction } from '../prediction.ts';
import { compute, fields, ROUNDING, type State, SWAPPED } from './compute.ts';

const CAUSAL: State = { ...initialState(fields), order: SWAPPED, mask: 'causal' };

/** Question: how many words keep their outputs if the nouns are swapped under a causal mask? */
const causal: Prediction<State> = {
  id: 'causal',
  guesses: ['all', 'three', 'one'],
  state: CAUSAL,
  measure: (engine) => {
    const { changes } = compute(CAUSAL, engine);
    const kept = changes.filter((change) => change <= ROUNDING).length;
    const counts = { all: changes.length, three: 3, one: 1 };
    const [right = 'all'] = Object.entries(counts).find(([, count]) => count === kept) ?? [];
    return { right, numbers: { kept } };
  },
};

export const predictions: readonly Prediction<State>[] = [causal];

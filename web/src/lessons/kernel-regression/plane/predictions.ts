// SPDX-License-Identifier: MIT
import type { Engine } from '../../../engine/index.ts';
import { initialState } from '../../../state/fields.ts';
import type { Prediction } from '../../prediction.ts';
import { fields, type State } from '../state.ts';
import { computePlane } from './compute.ts';
import { ON_FIRST_KEY } from './experiments.ts';
import type { PlaneState } from './state.ts';

const DOCUMENT = initialState(fields);
const with_ = (change: Partial<PlaneState>): State => Object.freeze({ ...DOCUMENT, ...change });

const ownKey: Prediction<State> = {
  id: 'own-key',
  guesses: ['key1', 'key2', 'key3'],
  state: with_(ON_FIRST_KEY),
  measure: (engine, i18n) => {
    const [own] = computePlane(with_(ON_FIRST_KEY), engine).queries;
    const score = (key: number) => i18n.number(own?.scores[key] ?? Number.NaN);
    return {
      right: `key${(own?.winners[0] ?? Number.NaN) + 1}`,
      numbers: {
        score1: score(0),
        score2: score(1),
        score3: score(2),
        weight: i18n.percent(own?.weights[2] ?? Number.NaN, 2),
      },
    };
  },
};

const WITHOUT_SOFTMAX = with_({ planeScore: 'dot' });
const LIKE_THE_SCORES = 100_000;

/** Where the number lies that the document's formula gives in the place of a weight in kg. */
function sizeOf(engine: Engine): { readonly right: string; readonly found: number } {
  const found = computePlane(WITHOUT_SOFTMAX, engine).product[0]?.[0] ?? Number.NaN;
  const weights = DOCUMENT.planeValues.filter((_, i) => i % 2 === 0);
  if (found <= Math.max(...weights)) return { right: 'mean', found };
  return { right: found < LIKE_THE_SCORES ? 'score' : 'million', found };
}

const withoutSoftmax: Prediction<State> = {
  id: 'without-softmax',
  guesses: ['mean', 'score', 'million'],
  state: WITHOUT_SOFTMAX,
  measure: (engine, i18n) => {
    const { right, found } = sizeOf(engine);
    const [first] = computePlane(WITHOUT_SOFTMAX, engine).queries;
    return {
      right,
      numbers: {
        found: i18n.integer(found),
        mean: i18n.number(first?.output[0] ?? Number.NaN),
      },
    };
  },
};

export const planePredictions: readonly Prediction<State>[] = [ownKey, withoutSoftmax];

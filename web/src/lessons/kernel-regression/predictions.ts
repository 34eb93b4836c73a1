// SPDX-License-Identifier: MIT
import { initialState } from '../../state/fields.ts';
import type { Prediction } from '../prediction.ts';
import { compute } from './compute.ts';
import { planePredictions } from './plane/predictions.ts';
import { fields, type State } from './state.ts';

const PRINTED: State = Object.freeze({ ...initialState(fields), sign: 'plus' });

/** Above this share a key has nearly all. */
const NEARLY_ALL = 0.99;

const printedSign: Prediction<State> = {
  id: 'printed-sign',
  guesses: ['near', 'far', 'equal'],
  state: PRINTED,
  measure: (engine, i18n) => {
    const { keyStages, prediction } = compute(PRINTED, engine);
    const weights = keyStages.map(({ weight }) => weight);
    const [far = 0, below = 0] = weights;
    const right = far > NEARLY_ALL ? 'far' : far < 1 - NEARLY_ALL ? 'near' : 'equal';
    return {
      right,
      numbers: {
        far: i18n.percent(far, 6),
        near: i18n.number(below, { digits: 3 }),
        prediction: i18n.number(prediction, { digits: 10 }),
      },
    };
  },
};

export const predictions: readonly Prediction<State>[] = [printedSign, ...planePredictions];

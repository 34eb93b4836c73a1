// SPDX-License-Identifier: MIT
import type { Prediction } from '../prediction.ts';
import { largestDifference } from './arithmetic.ts';
import { compute } from './compute.ts';
import { with_ } from './measured/support.ts';
import type { State } from './state.ts';

/** What eight heads cost beside one, at the same width. */
const parameters: Prediction<State> = {
  id: 'parameters',
  guesses: ['more', 'same', 'fewer'],
  state: with_({ heads: '8', step: 'split' }),
  measure: (engine, i18n) => {
    const [one, eight] = (['1', '8'] as const).map((heads) => compute(with_({ heads }), engine));
    const [before, after] = [one?.parameterCount ?? 0, eight?.parameterCount ?? 0];
    const scores = eight?.run.heads.scores.data.length ?? 0;
    return {
      right: after === before ? 'same' : after > before ? 'more' : 'fewer',
      numbers: {
        before: i18n.integer(before),
        after: i18n.integer(after),
        single: i18n.integer(one?.run.heads.scores.data.length ?? 0),
        scores: i18n.integer(scores),
      },
    };
  },
};

const LARGE = 100;

/** What a million in every entry of W_Q, W_K and W_V does to document 002's class. */
const million: Prediction<State> = {
  id: 'million',
  guesses: ['explodes', 'settles', 'nothing'],
  state: with_({ variant: '002_as_printed', layers: 'million' }),
  measure: (engine, i18n) => {
    const drawn = compute(with_({ variant: '002_as_printed' }), engine);
    const loud = compute(million.state, engine);
    const moved = (variant: State['variant']) =>
      largestDifference(engine, 'float64', drawn.runs[variant].output, loud.runs[variant].output);
    const change = moved('002_as_printed');
    return {
      right: change === 0 ? 'nothing' : change > LARGE ? 'explodes' : 'settles',
      numbers: {
        change: i18n.number(change),
        meant: i18n.number(moved('002_as_meant'), { digits: 3 }),
      },
    };
  },
};

export const predictions: readonly Prediction<State>[] = [parameters, million];

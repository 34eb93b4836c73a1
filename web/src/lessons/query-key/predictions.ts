// SPDX-License-Identifier: MIT
import { initialState } from '../../state/fields.ts';
import type { Prediction } from '../prediction.ts';
import { mostOnward } from './circle.ts';
import { compute } from './compute.ts';
import { CIRCLE_START, fields, type State } from './state.ts';

const DOCUMENT = initialState(fields);
const HOW = 2;
const YOU = 4;

const TENTH: State = Object.freeze({ ...DOCUMENT, deviation: 0.1 });

/** What "how" keeps when its components shrink: each guess is a weight, the nearest is right. */
const self: Prediction<State> = {
  id: 'self',
  guesses: ['all', 'most', 'half', 'share'],
  state: TENTH,
  measure: (engine, i18n) => {
    const before = compute(DOCUMENT, engine).scores[HOW]?.[HOW] ?? Number.NaN;
    const { weights, scores } = compute(TENTH, engine);
    const weight = weights[HOW]?.[HOW] ?? Number.NaN;
    const taken = { all: 1, most: 0.9, half: 0.5, share: 0.2 };
    const nearest = Object.entries(taken).sort(
      ([, a], [, b]) => Math.abs(a - weight) - Math.abs(b - weight),
    );
    return {
      right: nearest[0]?.[0] ?? '',
      numbers: {
        weight: i18n.percent(weight, 2),
        before: i18n.number(before, { digits: 4 }),
        own: i18n.number(scores[HOW]?.[HOW] ?? Number.NaN, { digits: 4 }),
      },
    };
  },
};

const EIGHT: State = Object.freeze({ ...DOCUMENT, dimension: 8 });

/** Whether equal scores both ways mean equal weights both ways. */
const ways: Prediction<State> = {
  id: 'ways',
  guesses: ['same', 'differ'],
  state: EIGHT,
  measure: (engine, i18n) => {
    const { weights, scores } = compute(EIGHT, engine);
    const [there, back] = [weights[HOW]?.[YOU], weights[YOU]?.[HOW]];
    return {
      right: there === back ? 'same' : 'differ',
      numbers: {
        score: i18n.number(scores[HOW]?.[YOU] ?? Number.NaN),
        there: i18n.percent(there ?? Number.NaN, 2),
        back: i18n.percent(back ?? Number.NaN, 2),
      },
    };
  },
};

const round: Prediction<State> = {
  id: 'round',
  guesses: ['1', '2', '3'],
  state: Object.freeze({ ...DOCUMENT, circle: CIRCLE_START }),
  measure: (engine, i18n) => {
    const most = mostOnward(engine);
    return { right: String(most), numbers: { most: i18n.integer(most) } };
  },
};

export const predictions = [self, ways, round] as const;

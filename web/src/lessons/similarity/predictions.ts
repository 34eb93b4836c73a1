// SPDX-License-Identifier: MIT
import type { Prediction } from '../prediction.ts';
import { compute } from './compute.ts';
import { countsOf } from './library.ts';
import { INITIAL, outputBounds, with_ } from './measure.ts';
import type { State } from './state.ts';

/** A short key that points where the query points, and one 5 long that points elsewhere. */
const winner: Prediction<State> = {
  id: 'winner',
  guesses: ['short', 'long', 'tie'],
  state: with_({ query: [3, 0], key: [2, 0], other: [3, 4] }),
  measure: (engine, i18n) => {
    const { key, other } = compute(winner.state, engine).arrows;
    const ahead = key.dot > other.dot ? 'short' : 'long';
    return {
      right: key.dot === other.dot ? 'tie' : ahead,
      numbers: {
        short: i18n.number(key.dot),
        long: i18n.number(other.dot),
        degrees: i18n.number(other.degrees, { digits: 4 }),
        cosine: i18n.number(other.cosine),
      },
    };
  },
};

const BEST = 5;

/** What becomes of the best title's weight when its content grows. */
const value: Prediction<State> = {
  id: 'value',
  guesses: ['grows', 'same', 'falls'],
  state: with_({ minutes: INITIAL.minutes.with(BEST, 80) }),
  measure: (engine, i18n) => {
    const [before, after] = [INITIAL, value.state].map((state) => compute(state, engine).search);
    const [old, now] = [before, after].map((search) => search?.hits[BEST]?.weight ?? Number.NaN);
    const change = Math.sign((now ?? Number.NaN) - (old ?? Number.NaN));
    return {
      right: change === 0 ? 'same' : change > 0 ? 'grows' : 'falls',
      numbers: {
        before: i18n.percent(old ?? Number.NaN, 2),
        after: i18n.percent(now ?? Number.NaN, 2),
        outputBefore: i18n.number(before?.output[0] ?? Number.NaN, { digits: 4 }),
        outputAfter: i18n.number(after?.output[0] ?? Number.NaN, { digits: 4 }),
      },
    };
  },
};

/** Mostly egg and a little tea, cold: as near to the slowest recipe as a search comes. */
const exceed: Prediction<State> = {
  id: 'exceed',
  guesses: ['score', 'cold', 'never'],
  state: with_({ words: countsOf({ egg: 3, tea: 1 }), temperature: 0.01 }),
  measure: (engine, i18n) => {
    const { count, minutes } = outputBounds(engine, INITIAL);
    const [lowest, highest] = minutes;
    const warmest = outputBounds(engine, INITIAL, [10]).minutes[1];
    const largest = Math.max(...INITIAL.minutes);
    const right = warmest > largest ? 'score' : highest > largest ? 'cold' : 'never';
    return {
      right,
      numbers: {
        count: i18n.integer(count),
        lowest: i18n.number(lowest),
        highest: i18n.number(highest),
        warmest: i18n.number(warmest, { digits: 4 }),
      },
    };
  },
};

export const predictions: readonly Prediction<State>[] = [winner, value, exceed];

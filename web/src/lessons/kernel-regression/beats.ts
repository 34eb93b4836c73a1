// SPDX-License-Identifier: MIT
import type { Engine } from '../../engine/index.ts';
import type { I18n } from '../../i18n/i18n.ts';
import { initialState } from '../../state/fields.ts';
import { type CheckQuestion, drawsOf, pick } from '../check-question.ts';
import type { Beat } from '../define-lesson.ts';
import type { Prediction } from '../prediction.ts';
import { computeLine, type Numbers } from './compute.ts';
import { renderFormula } from './formula.ts';
import { computePlane } from './plane.ts';
import { NEAREST, ON_FIRST_KEY, planeState } from './plane-states.ts';
import type { Texts } from './scene.ts';
import { fields, type State } from './state.ts';

const START = initialState(fields);
const LINE = { figure: 'line', kernel: 'gaussian', sign: 'minus' } as const;
/** The query 54 is between the keys 51 and 56, slightly nearer to 56. */
const OFF_CENTRE: State = Object.freeze({ ...START, query: 54 });

/**
 * The smallest weight of the nearer key that counts as more than proportional. Weights inversely proportional to the
 * distances, 2 and 3, would give it 0.6.
 */
const IN_PROPORTION = 0.7;
const ALL = 0.99;

const offCentre: Prediction<State> = {
  id: 'off-centre',
  guesses: ['proportion', 'most', 'all'],
  state: OFF_CENTRE,
  measure: (engine, i18n) => {
    const { keyStages, prediction } = computeLine(OFF_CENTRE, engine);
    const [far = 0, near = 0] = keyStages.map(({ weight }) => weight);
    const right = near < IN_PROPORTION ? 'proportion' : near < ALL ? 'most' : 'all';
    return {
      right,
      numbers: {
        far: i18n.percent(far, 0),
        near: i18n.percent(near, 0),
        ratio: i18n.number(near / far, { digits: 2 }),
        prediction: i18n.number(prediction, { digits: 3 }),
      },
    };
  },
};

const ownKey: Prediction<State> = {
  id: 'own-key',
  guesses: ['key1', 'key2', 'key3'],
  state: planeState(ON_FIRST_KEY),
  measure: (engine, i18n) => {
    const [own] = computePlane(planeState(ON_FIRST_KEY), engine).queries;
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

const NARROW = 0.01;
const WIDE = 1_000;
const MOST_KEY = 90;
const MOST_VALUE = 60;
const DIGITS = 3;

/**
 * Check question with three random keys, a query that is nearer to one of two of them, and a very small or very large
 * bandwidth.
 */
export const check: CheckQuestion<State> = {
  id: 'ends',
  draw(seed) {
    const draw = drawsOf(seed);
    const upTo = (most: number) => 1 + Math.floor(draw() * most);
    const keys = [upTo(MOST_KEY), upTo(MOST_KEY), upTo(MOST_KEY)].toSorted((a, b) => a - b);
    const values = keys.map(() => upTo(MOST_VALUE));
    const [first = 0, second = 0, third = 0] = keys;
    const query = first + Math.ceil((second - first) * pick(draw, [0.2, 0.3, 0.7, 0.8]));
    const sigma = pick(draw, [NARROW, WIDE]);
    const isClear =
      Math.abs(2 * query - first - second) > 1 && second - first > 4 && third - second > 4;
    return isClear && new Set(values).size === values.length
      ? Object.freeze({ ...START, keys, values, query, sigma })
      : undefined;
  },
  words: ({ keys, values, query, sigma }, i18n) => ({
    ...numbered('key', keys, i18n),
    ...numbered('value', values, i18n),
    query: i18n.number(query),
    sigma: i18n.number(sigma),
  }),
  answers(engine, state, i18n) {
    const is = (id: string, change: Partial<State>) => ({
      id,
      text: i18n.number(answerOf(engine, { ...state, ...change }), { digits: DIGITS }),
    });
    const [nearest, mean] = [is('nearest', { sigma: NARROW }), is('mean', { sigma: WIDE })];
    const right = is(state.sigma === NARROW ? 'narrow' : 'wide', {});
    return [right, state.sigma === NARROW ? mean : nearest, is('straight', straightLine(state))];
  },
};

/** Formats numbers for the numbered placeholders of a message. With the name "key", these are key1, key2, … */
const numbered = (name: string, list: readonly number[], i18n: I18n): Record<string, string> =>
  Object.fromEntries(list.map((x, i) => [`${name}${i + 1}`, i18n.number(x)]));

const answerOf = (engine: Engine, state: State): number => computeLine(state, engine).prediction;

/**
 * The fields to change so that the prediction interpolates linearly between two keys. Only the first two pairs remain.
 * The kernel is triangular, and its bandwidth is the distance of the keys.
 */
const straightLine = ({ keys, values }: State): Partial<State> => ({
  kernel: 'triangular',
  keys: keys.slice(0, 2),
  values: values.slice(0, 2),
  sigma: (keys[1] as number) - (keys[0] as number),
});

const CENTRED = { ...LINE, query: 57, sigma: 1 } as const;

export const beats: readonly Beat<State, Numbers, Texts>[] = [
  { id: 'off-centre', kind: 'predict', prediction: offCentre },
  { id: 'play', kind: 'play', show: [{ ...LINE, sigma: 1, query: 47 }, { query: 63 }] },
  { id: 'bandwidth', kind: 'see', show: [{ ...LINE, query: 55, sigma: 0.15 }, { sigma: 100 }] },
  { id: 'formula', kind: 'formula', show: CENTRED, render: renderFormula },
  { id: 'plane', kind: 'predict', show: NEAREST, prediction: ownKey },
  { id: 'check', kind: 'check', question: check },
  { id: 'takeaway', kind: 'takeaway' },
];

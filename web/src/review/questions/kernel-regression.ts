// SPDX-License-Identifier: MIT
import type { Engine } from '../../engine/index.ts';
import { drawsOf, pick } from '../../lessons/check-question.ts';
import { matrix } from '../../lessons/matrix.ts';
import { TAUGHT } from '../taught.ts';
import { answersOf, entry, precision, type ReviewQuestion, row } from './question.ts';

interface Lookup {
  readonly keys: readonly number[];
  readonly values: readonly number[];
  readonly query: number;
}

const NARROW = 0.01;
const WIDE = 1_000;
const MOST_KEY = 95;
const MOST_VALUE = 80;

function predict(
  engine: Engine,
  { keys, values, query }: Lookup,
  sigma: number,
  kernel: 'gaussian' | 'triangular' = 'gaussian',
): number {
  const column = (numbers: readonly number[]) => matrix(...numbers.map((x) => [x]));
  const { prediction } = engine.kernelRegression({
    ...{ precision, kernel, sigma },
    ...{ queries: column([query]), keys: column(keys), values: column(values) },
  });
  return entry(prediction, 0, 0);
}

/** Asks for the prediction with a very small bandwidth. The query is halfway between two keys, or nearer to one. */
export const nearest: ReviewQuestion<Lookup> = {
  id: 'nearest',
  taught: () => TAUGHT.bandwidth,
  draw(seed) {
    const draw = drawsOf(seed);
    const upTo = (most: number) => 1 + Math.floor(draw() * most);
    const keys = [upTo(MOST_KEY), upTo(MOST_KEY), upTo(MOST_KEY)].toSorted((a, b) => a - b);
    const values = keys.map(() => upTo(MOST_VALUE));
    const [first = 0, second = 0, third = 0] = keys;
    const query = first + (second - first) * pick(draw, [0.25, 0.5, 0.5, 0.75]);
    const isClear = second - first >= 8 && third - second >= 8 && Number.isInteger(query);
    return isClear ? { keys, values, query } : undefined;
  },
  words: ({ keys, values, query }, i18n) => ({
    keys: row(i18n, keys),
    values: row(i18n, values),
    query: i18n.number(query),
    sigma: i18n.number(NARROW),
  }),
  answers(engine, state, i18n) {
    const { keys, values } = state;
    const [first = 0, second = 0] = keys;
    const isTie = 2 * state.query === first + second;
    const at = (query: number) => predict(engine, { ...state, query }, NARROW);
    const right = predict(engine, state, NARROW);
    const mean = predict(engine, state, WIDE);
    const ofTwo = { ...state, keys: keys.slice(0, 2), values: values.slice(0, 2) };
    const numbers = isTie
      ? { tie: right, first: at(first), second: at(second), mean }
      : {
          nearest: right,
          straight: predict(engine, ofTwo, second - first, 'triangular'),
          half: at((first + second) / 2),
          mean,
        };
    return answersOf(numbers, (x) => i18n.number(x, { digits: 3 }));
  },
};

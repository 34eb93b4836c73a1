// SPDX-License-Identifier: MIT
import type { Engine } from '../../engine/index.ts';
import { drawsOf, pick } from '../../lessons/check-question.ts';
import { matrix } from '../../lessons/matrix.ts';
import { TAUGHT } from '../taught.ts';
import { answersOf, entry, precision, type ReviewQuestion, unlike, word } from './question.ts';

interface Swap {
  readonly length: number;
  /** Positions of the two swapped words, counted from 1. */
  readonly from: number;
  readonly to: number;
  readonly order: 'none' | 'causal' | 'positions';
}

const WIDTH = 16;
/** Differences up to this are rounding errors: an entry is a sum of at most 14 weighted numbers below 2. */
const ROUNDING = 1e-12;

/** The number of words whose attention output changes if two words are swapped. */
function changedBy(engine: Engine, { length, from, to, order }: Swap): number {
  const words = Array.from({ length }, (_, i) => i);
  const swapped = words.with(from - 1, to - 1).with(to - 1, from - 1);
  const added = engine.positionalEncoding({ precision, positions: length, width: WIDTH });
  const outputsOf = (sentence: readonly number[]) => {
    const x = matrix(
      ...sentence.map((one, place) =>
        Array.from(
          { length: WIDTH },
          (_, j) => Number(j === one) + (order === 'positions' ? entry(added, place, j) : 0),
        ),
      ),
    );
    const causal = order === 'causal';
    return engine.attention({ precision, queries: x, keys: x, values: x, causal }).output;
  };
  const [before, now] = [outputsOf(words), outputsOf(swapped)];
  const isChanged = (one: number) =>
    Array.from({ length: WIDTH }, (_, j) =>
      Math.abs(entry(before, one, j) - entry(now, swapped.indexOf(one), j)),
    ).some((difference) => difference > ROUNDING);
  return words.filter(isChanged).length;
}

/** Asks if swapping two words changes the output: without positions, with a causal mask or with positional encoding. */
export const order: ReviewQuestion<Swap> = {
  id: 'order',
  taught: (state) =>
    ({ none: TAUGHT.swap, causal: TAUGHT.causal, positions: TAUGHT.positions })[state.order],
  draw(seed) {
    const draw = drawsOf(seed);
    const from = pick(draw, [3, 4, 5]);
    return {
      length: pick(draw, [11, 12, 13, 14]),
      from,
      to: from + pick(draw, [3, 4, 5]),
      order: pick(draw, ['none', 'causal', 'positions'] as const),
    };
  },
  words: ({ length, from, to, order: kind }, i18n) => ({
    ...{ length, from, to },
    setting: word(i18n, `setting.${kind}`),
  }),
  answers(engine, state, i18n) {
    const { length, from, to } = state;
    const numbers = {
      [state.order]: changedBy(engine, state),
      swapped: 2,
      nobody: 0,
      between: to - from + 1,
      all: length,
    };
    return unlike(answersOf(numbers, (x) => i18n.integer(x)));
  },
};

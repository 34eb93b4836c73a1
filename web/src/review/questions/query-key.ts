// SPDX-License-Identifier: MIT

import type { Engine } from '../../engine/index.ts';
import { shareText } from '../../i18n/share.ts';
import { drawsOf, pick } from '../../lessons/check-question.ts';
import { matrix } from '../../lessons/matrix.ts';
import { TAUGHT } from '../taught.ts';
import { answersOf, entry, precision, type ReviewQuestion, word } from './question.ts';

interface Circle {
  readonly count: number;
}

/**
 * Counts the words in a circle whose score with the next word is higher than with the previous word.
 * With W_q = W_k (`isTied`), queries equal keys, and only neighbours share a nonzero component. The score of word i
 * with the next word is i + 1. So scores grow along the circle, and only word 0 has a higher score with the previous
 * word. With two matrices, the query of each word equals the key of the next word.
 */
function aheadOf(engine: Engine, { count }: Circle, isTied: boolean): number {
  const words = Array.from({ length: count }, (_, i) => i);
  const next = (i: number) => (i + 1) % count;
  const before = (i: number) => (i + count - 1) % count;
  const keys = matrix(
    ...words.map((i) =>
      words.map((pair) => (pair === i || pair === before(i) ? Math.sqrt(pair + 1) : 0)),
    ),
  );
  const unit = (at: (i: number) => number) =>
    matrix(...words.map((i) => words.map((j) => Number(j === at(i)))));
  const scores = engine.scaledDotScores({
    ...{ precision, divisor: 'none' },
    ...(isTied ? { queries: keys, keys } : { queries: unit(next), keys: unit((i) => i) }),
  });
  return words.filter((i) => entry(scores, i, next(i)) > entry(scores, i, before(i))).length;
}

/** Asks how many words in a circle can have a higher score with the next word than with the previous if W_q = W_k. */
export const walk: ReviewQuestion<Circle> = {
  id: 'walk',
  taught: () => TAUGHT.oneMatrix,
  // Not 3, because the lesson has a circle of three words.
  draw: (seed) => ({ count: pick(drawsOf(seed), [4, 5, 6, 7, 8, 9, 10, 11, 12]) }),
  words: ({ count }) => ({ count }),
  answers(engine, state, i18n) {
    const all = aheadOf(engine, state, false);
    const numbers = {
      circle: aheadOf(engine, state, true),
      all,
      half: Math.floor(all / 2),
      none: 0,
    };
    return answersOf(numbers, (x) => i18n.integer(x));
  },
};

/** The symmetric 2 × 2 matrix of the scores of two words: `first` is s₁₁, `both` is s₁₂ = s₂₁, `second` is s₂₂. */
interface Pair {
  readonly first: number;
  readonly both: number;
  readonly second: number;
}

export const symmetric: ReviewQuestion<Pair> = {
  id: 'symmetric',
  taught: () => TAUGHT.oneMatrix,
  draw(seed) {
    const draw = drawsOf(seed);
    const score = () => pick(draw, [-1, 0, 1, 2, 3]);
    const [first, both, second] = [score(), score(), score()];
    return first === second || both === first || both === second
      ? undefined
      : { first, both, second };
  },
  words: ({ first, both, second }, i18n) => ({
    first: i18n.number(first),
    both: i18n.number(both),
    second: i18n.number(second),
  }),
  answers(engine, { first, both, second }, i18n) {
    const logits = matrix([first, both], [both, second]);
    const weights = engine.softmax({ precision, logits });
    const [one, other] = [entry(weights, 0, 1), entry(weights, 1, 0)];
    const pairs = {
      right: [one, other],
      same: [one, one],
      swapped: [other, one],
      half: [0.5, 0.5],
    };
    return Object.entries(pairs).map(([id, pair]) => {
      const [a = '', b = ''] = pair.map((x) => shareText(i18n, x, 0));
      return { id, text: word(i18n, 'pair', { first: a, second: b }) };
    });
  },
};

// SPDX-License-Identifier: MIT
import type { I18n } from '../../i18n/i18n.ts';
import { drawsOf, pick } from '../../lessons/check-question.ts';
import { matrix } from '../../lessons/matrix.ts';
import { TAUGHT } from '../taught.ts';
import { answersOf, entry, precision, type ReviewQuestion, unlike, word } from './question.ts';

interface Hidden {
  readonly scores: readonly number[];
  /** Whether the mask shows the first key to the query. */
  readonly isFirstSeen: boolean;
  /** The score that replaces the scores of hidden keys: −10⁶ (`number`) or −∞ (`infinity`). */
  readonly fill: 'number' | 'infinity';
}

const FILL = -1e6;

const scoreText = (x: number, i18n: I18n): string => (x === FILL ? '−10⁶' : i18n.number(x));

function hiddenCase({ isFirstSeen, fill }: Hidden) {
  if (isFirstSeen) return fill === 'number' ? 'tied' : 'alone';
  return fill === 'number' ? 'empty' : 'nan';
}

/**
 * Asks for the weights of a row of scores. The mask hides all keys, or all except the first, whose score is −10⁶. The
 * scores of hidden keys are replaced by −10⁶ or −∞.
 */
export const fill: ReviewQuestion<Hidden> = {
  id: 'fill',
  taught: (state) =>
    ({
      tied: TAUGHT.leak,
      alone: TAUGHT.infinity,
      empty: TAUGHT.emptyRow,
      nan: TAUGHT.emptyRow,
    })[hiddenCase(state)],
  draw(seed) {
    const draw = drawsOf(seed);
    const isFirstSeen = pick(draw, [true, false]);
    const count = pick(draw, [3, 4, 5]);
    const scores = Array.from({ length: count }, () => pick(draw, [-2, -1, 0, 1, 2, 3]));
    return {
      scores: isFirstSeen ? scores.with(0, FILL) : scores,
      isFirstSeen,
      fill: pick(draw, ['number', 'infinity'] as const),
    };
  },
  words: ({ scores, isFirstSeen, fill: by }, i18n) => ({
    scores: scores.map((x) => scoreText(x, i18n)).join(word(i18n, 'comma')),
    hidden: word(i18n, `hidden.${isFirstSeen ? 'rest' : 'all'}`),
    fill: scoreText(by === 'number' ? FILL : Number.NEGATIVE_INFINITY, i18n),
  }),
  answers(engine, state, i18n) {
    const { scores, isFirstSeen, fill: by } = state;
    const keepMask = matrix(scores.map((_, i) => Number(isFirstSeen && i === 0)));
    const { weights } = engine.maskedSoftmax({
      ...{ precision, scores: matrix(scores), keepMask },
      ...(by === 'number'
        ? { maskMethod: 'fill' as const, fill: FILL }
        : { emptyRow: 'nan' as const }),
    });
    const numbers = {
      [hiddenCase(state)]: entry(weights, 0, 0),
      even: 1 / scores.length,
      whole: 1,
      zero: 0,
      unmasked: entry(engine.softmax({ precision, logits: matrix(scores) }), 0, 0),
      notNumber: Number.NaN,
    };
    const text = (x: number) => (Number.isNaN(x) ? word(i18n, 'nan') : i18n.percent(x, 0));
    return unlike(answersOf(numbers, text));
  },
};

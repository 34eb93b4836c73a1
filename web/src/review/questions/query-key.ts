// SPDX-License-Identifier: MIT
import type { Engine } from '../../engine/index.ts';
import { drawsOf, pick } from '../../lessons/check-question.ts';
import { matrix } from '../../lessons/matrix.ts';
import { TAUGHT } from '../taught.ts';
import { answersOf, entry, precision, type ReviewQuestion, word } from './question.ts';

interface Walk {
  readonly shape: 'line' | 'circle';
  readonly count: number;
}

/**
 * Counts the tokens whose score with the next token is higher than with the previous one. The two ends of a line are
 * not counted, because they lack a neighbour.
 *
 * With W_q = W_k (`isTied`), queries equal keys, and only neighbours have a nonzero component in common. The score of
 * token i with the next one is i + 1, so scores grow along the walk. On a circle, only token 0 has a higher score with
 * its predecessor. With two matrices, the query of each token equals the key of the next token.
 */
function aheadOf(engine: Engine, { shape, count }: Walk, isTied: boolean): number {
  const tokens = Array.from({ length: count }, (_, i) => i);
  const isCircle = shape === 'circle';
  const next = (i: number) => (isCircle ? (i + 1) % count : i + 1);
  const before = (i: number) => (isCircle ? (i + count - 1) % count : i - 1);
  const keys = matrix(
    ...tokens.map((i) =>
      tokens.map((pair) => (pair === i || pair === before(i) ? Math.sqrt(pair + 1) : 0)),
    ),
  );
  const unit = (at: (i: number) => number) =>
    matrix(...tokens.map((i) => tokens.map((j) => Number(j === at(i)))));
  const scores = engine.scaledDotScores({
    ...{ precision, divisor: 'none' },
    ...(isTied ? { queries: keys, keys } : { queries: unit(next), keys: unit((i) => i) }),
  });
  return tokens.filter(
    (i) =>
      (isCircle || (i > 0 && i + 1 < count)) &&
      entry(scores, i, next(i)) > entry(scores, i, before(i)),
  ).length;
}

/**
 * Asks how many tokens can have a higher score with their successor than with their predecessor if W_q = W_k, for
 * tokens on a line and on a circle.
 */
export const walk: ReviewQuestion<Walk> = {
  id: 'walk',
  taught: () => TAUGHT.oneMatrix,
  draw(seed) {
    const draw = drawsOf(seed);
    return { shape: pick(draw, ['line', 'circle'] as const), count: pick(draw, [5, 7, 9, 11, 13]) };
  },
  words: ({ shape, count }, i18n) => ({ shape: word(i18n, `shape.${shape}`), count }),
  answers(engine, state, i18n) {
    const right = aheadOf(engine, state, true);
    const all = aheadOf(engine, state, false);
    const half = Math.floor(all / 2);
    const numbers =
      state.shape === 'circle'
        ? { circle: right, all, half, none: 0 }
        : { line: right, less: all - 1, half, none: 0 };
    return answersOf(numbers, (x) => i18n.integer(x));
  },
};

/**
 * The symmetric matrix of the scores of two tokens, each with itself and with the other: `first` is s₁₁, `both` is
 * s₁₂ = s₂₁, `second` is s₂₂.
 */
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
      const [a = '', b = ''] = pair.map((x) => i18n.percent(x, 0));
      return { id, text: word(i18n, 'pair', { first: a, second: b }) };
    });
  },
};

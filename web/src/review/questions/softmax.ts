// SPDX-License-Identifier: MIT
import type { Engine } from '../../engine/index.ts';
import { drawsOf, pick } from '../../lessons/check-question.ts';
import { matrix } from '../../lessons/matrix.ts';
import { TAUGHT } from '../taught.ts';
import { answersOf, entry, precision, type ReviewQuestion, row } from './question.ts';

/** A list of `count` weights. The first is the largest; all others are equal. */
interface Ahead {
  readonly count: number;
  /** The value of each weight except the first. */
  readonly rest: number;
}

export const weightsOf = ({ count, rest }: Ahead): readonly number[] => [
  Math.round((1 - (count - 1) * rest) * 100) / 100,
  ...Array<number>(count - 1).fill(rest),
];

/** The derivative of the first weight with respect to its own score: ∂α₁/∂s₁. */
function response(engine: Engine, weights: readonly number[]): number {
  const logits = matrix(weights.map(Math.log));
  return entry(engine.softmaxStatistics({ precision, logits }).jacobian, 0, 0);
}

export const gradient: ReviewQuestion<Ahead> = {
  id: 'gradient',
  taught: () => TAUGHT.gradient,
  draw(seed) {
    const draw = drawsOf(seed);
    const count = pick(draw, [3, 4, 5]);
    const rest = pick(draw, [0.01, 0.02, 0.03]);
    // Skipped, because the weights would be close to softmax(1, 1, 1, 5), the example in the lesson.
    return count === 4 && rest === 0.02 ? undefined : { count, rest };
  },
  words: (state, i18n) => ({ weights: row(i18n, weightsOf(state)) }),
  answers(engine, state, i18n) {
    const weights = weightsOf(state);
    const [own = Number.NaN] = weights;
    const even = response(
      engine,
      weights.map(() => 1 / weights.length),
    );
    const numbers = { right: response(engine, weights), own, whole: 1, even };
    return answersOf(numbers, (x) => i18n.number(x, { digits: 3 }));
  },
};

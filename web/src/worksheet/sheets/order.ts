// SPDX-License-Identifier: MIT
import type { Engine } from '../../engine/index.ts';
import { matrix, rowsOf } from '../../lessons/matrix.ts';
import { order } from '../../review/questions/order.ts';
import { precision } from '../../review/questions/question.ts';
import { reviewTask, type Task, task } from '../task.ts';
import { areShares, listOf, scoresOf, softmaxLines, softmaxOf, winner } from '../working.ts';

const swapped = reviewTask(order, ({ order: kind, from, to, length }, { whole }) => {
  if (kind === 'causal') return [`${to} − ${from} + 1 = ${whole(to - from + 1)}`];
  return kind === 'none' ? [] : [`n = ${whole(length)}`];
});

/** Number of ALiBi heads. Head a reduces scores by 2^−(a + 1) times the distance: 1/2, 1/4, 1/8, … */
const HEADS = 8;
const slopeOf = (head: number): number => 2 ** -(head + 1);

/** The scores of the last word with the earlier words and itself, plus the ALiBi bias of a head. */
function loweredBy(engine: Engine, scores: readonly number[], head: number): number[] {
  const count = scores.length;
  const { data } = engine.alibiBias({ precision, numHeads: HEADS, m: count, n: count });
  const last = (head * count + count - 1) * count;
  return scores.map((score, j) => score + (data[last + j] ?? Number.NaN));
}

const alibi = task('alibi', {
  draw: (dice) => ({ scores: dice.wholes(4, 0, 4), head: dice.whole(0, 1) }),
  words: ({ head }, i18n) => ({ slope: i18n.number(slopeOf(head)) }),
  given: ({ scores }) => ({ s: [scores] }),
  solve(engine, { scores, head }, pen) {
    const { number, is } = pen;
    const count = scores.length;
    const lowered = loweredBy(engine, scores, head);
    const first = winner(lowered, 0.25);
    if (first === undefined || winner(scores, 0) === first) return undefined;
    return {
      answer: `${lowered.map(number).join(', ')}; k_${first + 1}`,
      working: scores.map(
        (score, j) =>
          `s_${j + 1} = ${score} − ${number(slopeOf(head))} · ${count - 1 - j} ${is(lowered[j] ?? 0)}`,
      ),
    };
  },
});

const weights = task('lowered', {
  draw: (dice) => dice.shuffled([0, 1, 2, 3]).slice(0, 3),
  words: (_, i18n) => ({ slope: i18n.number(slopeOf(0)) }),
  given: (scores) => ({ s: [scores] }),
  solve(engine, scores, pen) {
    const count = scores.length;
    const lowered = loweredBy(engine, scores, 0);
    const shares = softmaxOf(engine, lowered);
    if (!areShares(shares)) return undefined;
    return {
      answer: shares.map(pen.share).join(', '),
      working: [
        ...lowered.map(
          (score, j) =>
            `s_${j + 1} = ${scores[j]} − ${pen.number(slopeOf(0))} · ${count - 1 - j} ${pen.is(score)}`,
        ),
        ...softmaxLines(pen, lowered, shares),
      ],
    };
  },
});

const HALF_TURN = 180;

/** Asks for the score of a rotated query and key that had the same direction before the rotation. */
const turned = task('turned', {
  draw(dice) {
    const query = dice.whole(5, 12);
    // Rotation in degrees per position.
    const pace = dice.pick([15, 30, 45]);
    const key = query - dice.whole(1, 4);
    return { pace, query, key, length: dice.whole(2, 6), other: dice.whole(2, 6) };
  },
  solve(engine, { pace, query, key, length, other }, { number, is }) {
    // With four components, the second pair rotates by base^(−1/2) radians per position.
    const base = (HALF_TURN / (Math.PI * pace)) ** 2;
    const at = (place: number, size: number) =>
      rowsOf(engine.rotary({ precision, base, first: place, x: matrix([0, 0, size, 0]) }));
    const [[score = 0] = []] = scoresOf(engine, at(query, length), at(key, other));
    const angle = (query - key) * pace;
    if (angle === HALF_TURN / 2) return undefined;
    return {
      answer: `${angle}°; ${number(score)}`,
      working: [
        `(${query} − ${key}) · ${pace}° = ${angle}°`,
        `q·k = ${length} · ${other} · cos(${angle}°) ${is(score)}`,
      ],
    };
  },
});

const sine = task('sine', {
  draw: (dice) => dice.whole(1, 9),
  words: (place) => ({ place }),
  solve(engine, place, { number, is, vector }) {
    const list = listOf(
      engine.positionalEncoding({ precision, positions: 1, width: 4, first: place }),
    );
    const slow = place / 100;
    return {
      answer: vector(list),
      working: [
        `sin(${place})`,
        `cos(${place})`,
        `sin(${number(slow)})`,
        `cos(${number(slow)})`,
      ].map((name, i) => `${name} ${is(list[i] ?? 0)}`),
    };
  },
});

export const sheet: readonly Task[] = [swapped, alibi, weights, turned, sine];

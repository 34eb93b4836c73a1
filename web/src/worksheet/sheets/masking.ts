// SPDX-License-Identifier: MIT
import type { Engine } from '../../engine/index.ts';
import { filled, matrix } from '../../lessons/matrix.ts';
import { fill } from '../../review/questions/masking.ts';
import { precision } from '../../review/questions/question.ts';
import { type Dice, reviewTask, type Task, task } from '../task.ts';
import { areShares, listOf, softmaxLines, softmaxOf, sumOf } from '../working.ts';

interface Row {
  readonly scores: readonly number[];
  /** The number of keys that the mask shows to the query: keys 0 … seen − 1. */
  readonly seen: number;
}

const drawRow = (dice: Dice): Row => ({ scores: dice.wholes(5, -1, 4), seen: dice.whole(2, 3) });

const maskedOf = (engine: Engine, { scores, seen }: Row): number[] =>
  listOf(
    engine.maskedSoftmax({
      ...{ precision, scores: matrix(scores), validLens: { shape: [1], data: [seen] } },
    }).weights,
  );

const given = ({ scores }: Row) => ({ s: [scores] });

const row = task('row', {
  draw: drawRow,
  given,
  solve(engine, state, pen) {
    const weights = maskedOf(engine, state).slice(0, state.seen);
    const scores = state.scores.slice(0, state.seen);
    if (!areShares(weights) || new Set(scores).size < state.seen) return undefined;
    return {
      answer: weights.map(pen.share).join(', '),
      working: softmaxLines(pen, scores, weights),
    };
  },
});

const late = task('late', {
  draw: drawRow,
  given,
  solve(engine, { scores, seen }, { number, power, share }) {
    const left = sumOf(softmaxOf(engine, scores).slice(0, seen));
    if (left < 0.1 || left > 0.9) return undefined;
    const [part, whole] = [scores.slice(0, seen), scores].map((list) => sumOf(list.map(Math.exp)));
    const sum = (list: readonly number[]) => list.map(power).join(' + ');
    return {
      answer: share(left),
      working: [
        `(${sum(scores.slice(0, seen))}) ÷ (${sum(scores)}) ≈ ${number(part ?? 0)} ÷ ${number(whole ?? 0)} ≈ ${share(left)}`,
      ],
    };
  },
});

/** The number of scores that a causal mask does not hide, for `count` tokens. */
const shown = (engine: Engine, count: number): number =>
  engine
    .maskedSoftmax({ precision, scores: filled(0, count, count), causal: true })
    .weights.data.filter((weight) => weight > 0).length;

const pairs = task('pairs', {
  draw: (dice) => dice.whole(10, 60),
  words: (count) => ({ tokens: count }),
  solve(engine, count, { whole }) {
    const visible = shown(engine, count);
    return {
      answer: whole(count ** 2 - visible),
      working: [
        `${count} · (${count} + 1) ÷ 2 = ${whole(visible)}`,
        `${count} · ${count} − ${whole(visible)} = ${whole(count ** 2 - visible)}`,
      ],
    };
  },
});

const equal = task('equal', {
  draw: (dice) => ({ length: dice.whole(9, 20), place: dice.whole(3, 8) }),
  solve(engine, { length, place }, { share, isShare }) {
    const scores = filled(0, length, length);
    const { weights } = engine.maskedSoftmax({ precision, scores, causal: true });
    const weight = weights.data[(place - 1) * length] ?? 0;
    return { answer: share(weight), working: [`1 ÷ ${place} ${isShare(weight)}`] };
  },
});

const padded = task('padded', {
  draw: (dice) => ({ places: dice.whole(10, 16), valid: dice.whole(3, 8) }),
  solve(engine, { places, valid }, { whole }) {
    const scores = filled(0, places, places);
    const padding = places - valid;
    const keepMask = matrix(Array.from({ length: places }, (_, j) => Number(j >= padding)));
    const { emptyRows } = engine.maskedSoftmax({ precision, scores, keepMask, causal: true });
    const empty = emptyRows.filter(Boolean).length;
    return { answer: whole(empty), working: [`${places} − ${valid} = ${whole(empty)}`] };
  },
});

const hidden = reviewTask(fill, ({ scores, isFirstSeen, fill: by }, { isShare, share }) => {
  const name = by === 'number' ? '−10⁶' : '−∞';
  const count = scores.length;
  if (by === 'number')
    return [
      `s = (${Array<string>(count).fill(name).join(', ')})`,
      `1 ÷ ${count} ${isShare(1 / count)}`,
    ];
  return isFirstSeen
    ? [`e^{${name}} = 0`, `1 ÷ (1 + ${count - 1} · 0) = ${share(1)}`]
    : [`e^{${name}} = 0`, '0 ÷ 0'];
});

export const sheet: readonly Task[] = [row, late, pairs, equal, hidden, padded];

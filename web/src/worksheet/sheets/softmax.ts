// SPDX-License-Identifier: MIT
import type { Engine } from '../../engine/index.ts';
import { matrix } from '../../lessons/matrix.ts';
import { precision } from '../../review/questions/question.ts';
import { gradient, weightsOf } from '../../review/questions/softmax.ts';
import { type Dice, reviewTask, type Task, task } from '../task.ts';
import { areDistinct, areShares, softmaxLines, softmaxOf } from '../working.ts';

/** Three different scores that differ by at most 5, so that no weight is printed as 0% or 100%; else undefined. */
function threeScores(dice: Dice): number[] | undefined {
  const scores = dice.wholes(3, -2, 4);
  return areDistinct(scores) && Math.max(...scores) - Math.min(...scores) <= 5 ? scores : undefined;
}

const share3 = task('softmax', {
  draw: threeScores,
  given: (scores) => ({ s: [scores] }),
  solve(engine, scores, pen) {
    const weights = softmaxOf(engine, scores);
    return {
      answer: weights.map(pen.share).join(', '),
      working: softmaxLines(pen, scores, weights),
    };
  },
});

const large = task('large', {
  draw(dice) {
    const scores = threeScores(dice);
    const base = dice.pick([250, 300, 400, 500, 800]);
    return scores?.map((score) => base + score);
  },
  given: (scores) => ({ s: [scores] }),
  solve(engine, scores, pen) {
    const most = Math.max(...scores);
    const weights = softmaxOf(engine, scores);
    const gaps = scores.map((score) => score - most);
    return {
      answer: weights.map(pen.share).join(', '),
      working: [
        ...scores.map(
          (score, i) => `s_${i + 1} − ${most} = ${score} − ${most} ${pen.is(gaps[i] ?? 0)}`,
        ),
        ...softmaxLines(pen, gaps, weights),
      ],
    };
  },
});

const temperature = task('temperature', {
  draw(dice) {
    const scores = threeScores(dice);
    const chosen = dice.pick([0.5, 2, 4, 5]);
    return scores && { scores: scores.map((x) => (chosen > 1 ? 2 * x : x)), temperature: chosen };
  },
  given: ({ scores }) => ({ s: [scores] }),
  solve(engine, { scores, temperature: by }, pen) {
    const weights = softmaxOf(engine, scores, by);
    if (!areShares(weights)) return undefined;
    const scaled = scores.map((score) => score / by);
    return {
      answer: weights.map(pen.share).join(', '),
      working: [
        ...scores.map(
          (score, i) =>
            `s_${i + 1} ÷ T = ${pen.number(score)} ÷ ${pen.number(by)} ${pen.is(scaled[i] ?? 0)}`,
        ),
        ...softmaxLines(pen, scaled, weights),
      ],
    };
  },
});

const ahead = task('ahead', {
  draw: (dice) => ({ score: dice.whole(2, 6), others: dice.pick([9, 19, 49, 99, 199]) }),
  solve(engine, { score, others }, { number, power, share }) {
    const [weight = 0] = softmaxOf(engine, [score, ...Array<number>(others).fill(0)]);
    if (weight < 0.05 || weight > 0.95) return undefined;
    const own = Math.exp(score);
    return {
      answer: share(weight),
      working: [
        `${power(score)} ÷ (${power(score)} + ${others} · ${power(0)}) ≈ ${number(own)} ÷ ${number(own + others)} ≈ ${share(weight)}`,
      ],
    };
  },
});

/** ln(p/(1 − p)) for p = `percent`/100: the gap between two scores whose softmax weights are p and 1 − p. */
function gapOf(engine: Engine, percent: number): number {
  const row = [percent, 100 - percent].map(Math.log);
  const logits = matrix(row, row);
  const { losses } = engine.crossEntropy({
    precision,
    logits,
    targets: { shape: [2], data: [0, 1] },
  });
  return (losses.data[1] ?? 0) - (losses.data[0] ?? 0);
}

const gap = task('gap', {
  draw: (dice) => dice.pick([55, 60, 65, 70, 75, 80, 85, 90, 95, 98]),
  words: (percent, i18n) => ({
    first: i18n.percent(percent / 100),
    second: i18n.percent(1 - percent / 100),
  }),
  solve(engine, percent, { number, is }) {
    const lead = gapOf(engine, percent);
    return {
      answer: number(lead),
      working: [`ln(${percent} ÷ ${100 - percent}) ${is(lead)}`],
    };
  },
});

const nudge = reviewTask(gradient, (state, { number, is }) => {
  const [own = 0] = weightsOf(state);
  return [`α_1 · (1 − α_1) = ${number(own)} · (1 − ${number(own)}) ${is(own * (1 - own))}`];
});

export const sheet: readonly Task[] = [share3, large, temperature, ahead, gap, nudge];

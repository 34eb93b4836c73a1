// SPDX-License-Identifier: MIT
import type { Engine } from '../../engine/index.ts';
import { matrix } from '../../lessons/matrix.ts';
import { precision } from '../../review/questions/question.ts';
import { type Dice, type Task, task } from '../task.ts';
import {
  areDistinct,
  areShares,
  lossOf,
  rowFor,
  softmaxLines,
  softmaxOf,
  sumOf,
} from '../working.ts';

const next = task('next', {
  draw(dice) {
    const logits = dice.wholes(3, 0, 4);
    return areDistinct(logits) ? { logits, temperature: dice.pick([0.5, 2, 4]) } : undefined;
  },
  given: ({ logits }) => ({ s: [logits] }),
  solve(engine, { logits, temperature }, pen) {
    const scaled = logits.map((logit) => logit / temperature);
    const weights = softmaxOf(engine, logits, temperature);
    if (!areShares(weights)) return undefined;
    return {
      answer: weights.map(pen.share).join(', '),
      working: softmaxLines(pen, scaled, weights),
    };
  },
});

/** Four different probabilities in percent with the sum 100, in descending order; undefined for other draws. */
function drawDistribution(dice: Dice): number[] | undefined {
  const parts = dice.wholes(4, 1, 12).map((x) => 5 * x);
  const list = parts.toSorted((a, b) => b - a);
  return sumOf(list) === 100 && areDistinct(list) ? list : undefined;
}

/** The probabilities of the first `kept` tokens, normalised so that they sum to 1. */
const cut = (engine: Engine, percents: readonly number[], kept: number): number[] =>
  Array.from(
    engine
      .maskedSoftmax({
        ...{ precision, scores: matrix(percents.map(Math.log)) },
        validLens: { shape: [1], data: [kept] },
      })
      .weights.data.slice(0, kept),
  );

const percentWords = (percents: readonly number[]) => ({ p: [percents.map((x) => x / 100)] });

const topK = task('topK', {
  draw: drawDistribution,
  given: percentWords,
  solve(engine, percents, { share, isShare }) {
    const weights = cut(engine, percents, 2);
    const sum = percents.slice(0, 2).join(' + ');
    return {
      answer: weights.map(share).join(', '),
      working: weights.map((weight, i) => `${percents[i]} ÷ (${sum}) ${isShare(weight)}`),
    };
  },
});

const topP = task('topP', {
  draw(dice) {
    const percents = drawDistribution(dice);
    const least = dice.pick([60, 70, 80, 90]);
    return percents && { percents, least };
  },
  words: ({ least }, i18n) => ({ share: i18n.percent(least / 100) }),
  given: ({ percents }) => percentWords(percents),
  solve(engine, { percents, least }, { number, share, isShare }) {
    const sums = percents.map((_, i) => sumOf(percents.slice(0, i + 1)));
    const kept = sums.findIndex((sum) => sum >= least) + 1;
    // Rejects a limit that a sum equals exactly, and limits that keep only one token or all tokens.
    if (sums.includes(least) || kept < 2 || kept === percents.length) return undefined;
    const weights = cut(engine, percents, kept);
    const sum = percents.slice(0, kept).join(' + ');
    return {
      answer: `${number(kept)}: ${weights.map(share).join(', ')}`,
      working: [
        `${sum} = ${sums[kept - 1]} > ${least}`,
        `n = ${number(kept)}`,
        ...weights.map((weight, i) => `${percents[i]} ÷ (${sum}) ${isShare(weight)}`),
      ],
    };
  },
});

const text = task('text', {
  draw: (dice) => dice.shuffled([10, 20, 25, 40, 50, 60, 75, 80, 90]).slice(0, 3),
  words: (percents, i18n) => ({ shares: i18n.list(percents.map((x) => i18n.percent(x / 100))) }),
  solve(engine, percents, { number, share, isShare, is }) {
    const parts = percents.map((percent) => percent / 100);
    const { loss } = lossOf(engine, percents.map(rowFor));
    const all = Math.exp(-3 * loss);
    return {
      answer: `${share(all)}; ${number(loss)}`,
      working: [
        `${parts.map(number).join(' · ')} ${isShare(all)}`,
        `(${parts.map((part) => `(−ln(${number(part)}))`).join(' + ')}) ÷ 3 ${is(loss)}`,
      ],
    };
  },
});

const cold = task('cold', {
  draw: (dice) => ({
    logits: [dice.whole(3, 6), dice.whole(1, 2)],
    temperature: dice.pick([0.5, 2, 4]),
  }),
  given: ({ logits }) => ({ s: [logits] }),
  solve(engine, { logits, temperature }, { number, is }) {
    const [one = 0, other = 0] = logits;
    const ratioOf = (scores: readonly number[]) => {
      const [first = 0, second = 1] = softmaxOf(engine, scores);
      return first / second;
    };
    const [plain, divided] = [ratioOf(logits), ratioOf(logits.map((x) => x / temperature))];
    if (divided > 20_000) return undefined;
    return {
      answer: `${number(plain)}; ${number(divided)}`,
      working: [
        `e^{${one} − ${other}} ${is(plain)}`,
        `e^{(${one} − ${other}) ÷ ${number(temperature)}} ${is(divided)}`,
      ],
    };
  },
});

const passes = task('passes', {
  draw: (dice) => dice.pick([20, 30, 40, 50, 60, 80, 99, 100, 200, 250]),
  words: (tokens) => ({ tokens }),
  solve(_, tokens, { whole }) {
    const all = sumOf(Array.from({ length: tokens }, (_, i) => i + 1));
    return {
      answer: `${whole(tokens)}; ${whole(all)}`,
      working: [
        `1 · ${tokens} = ${whole(tokens)}`,
        `${tokens} · (${tokens} + 1) ÷ 2 = ${whole(all)}`,
      ],
    };
  },
});

export const sheet: readonly Task[] = [next, cold, topK, topP, text, passes];

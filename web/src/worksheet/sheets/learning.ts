// SPDX-License-Identifier: MIT
import { type Task, task } from '../task.ts';
import { areDistinct, lossOf, rowFor, softmaxOf } from '../working.ts';

const cost = task('cost', {
  draw: (dice) => dice.pick([2, 5, 8, 10, 20, 25, 30, 40, 60, 75, 80, 90, 95]),
  words: (percent, i18n) => ({ weight: i18n.percent(percent / 100) }),
  solve(engine, percent, { number, is }) {
    const { loss } = lossOf(engine, [rowFor(percent)]);
    return { answer: number(loss), working: [`−ln(${number(percent / 100)}) ${is(loss)}`] };
  },
});

const PERCENTS = [5, 10, 20, 25, 40, 50, 60, 75, 80, 90, 95];

const mean = task('loss', {
  draw: (dice) => dice.shuffled(PERCENTS).slice(0, 3),
  words: (percents, i18n) => ({ weights: i18n.list(percents.map((x) => i18n.percent(x / 100))) }),
  solve(engine, percents, { number, is }) {
    const { loss } = lossOf(engine, percents.map(rowFor));
    const costs = percents.map((percent) => `−ln(${number(percent / 100)})`);
    return {
      answer: number(loss),
      working: [`(${costs.map((one) => `(${one})`).join(' + ')}) ÷ ${percents.length} ${is(loss)}`],
    };
  },
});

const start = task('start', {
  draw: (dice) => dice.pick([4, 5, 8, 10, 12, 20, 26, 40, 50, 64, 100]),
  words: (letters) => ({ letters }),
  solve(engine, letters, { number, is }) {
    const { loss } = lossOf(engine, [Array<number>(letters).fill(0)]);
    return { answer: number(loss), working: [`−ln(1 ÷ ${letters}) = ln(${letters}) ${is(loss)}`] };
  },
});

const slope = task('slope', {
  draw(dice) {
    const scores = dice.wholes(3, -1, 3);
    return areDistinct(scores) ? scores : undefined;
  },
  given: (scores) => ({ s: [scores] }),
  solve(engine, scores, { number, power }) {
    const slopes = Array.from(lossOf(engine, [scores]).logitsGradient.data);
    const weights = softmaxOf(engine, scores);
    const sum = scores.map(power).join(' + ');
    return {
      answer: slopes.map(number).join(', '),
      working: slopes.map((one, i) => {
        const quotient = `∂L/∂s_${i + 1} = ${power(scores[i] ?? 0)} ÷ (${sum})`;
        return i === 0
          ? `${quotient} − 1 ≈ ${number(weights[i] ?? 0)} − 1 ≈ ${number(one)}`
          : `${quotient} ≈ ${number(one)}`;
      }),
    };
  },
});

const tied = task('tied', {
  draw: (dice) => dice.pick([55, 60, 65, 70, 75, 80, 85, 90, 95]),
  words: (percent, i18n) => ({
    first: i18n.percent(percent / 100),
    second: i18n.percent(1 - percent / 100),
  }),
  solve(engine, percent, { number, is }) {
    const { loss } = lossOf(engine, [rowFor(percent), rowFor(100 - percent)]);
    const { loss: best } = lossOf(engine, [rowFor(50), rowFor(50)]);
    const costs = [percent, 100 - percent].map((x) => `(−ln(${number(x / 100)}))`);
    return {
      answer: `${number(loss)}; ${number(best)}`,
      working: [
        `(${costs.join(' + ')}) ÷ 2 ${is(loss)}`,
        `((−ln(0.5)) + (−ln(0.5))) ÷ 2 = ln(2) ${is(best)}`,
      ],
    };
  },
});

const numbers = task('numbers', {
  draw: (dice) => ({ letters: dice.whole(7, 26), width: dice.pick([4, 8, 16]) }),
  solve(engine, { letters, width }, { whole }) {
    const { data } = engine.random({ precision: 'float32', shape: [2, letters, width], seed: 1 });
    return {
      answer: whole(data.length),
      working: [`2 · ${letters} · ${width} = ${whole(data.length)}`],
    };
  },
});

export const sheet: readonly Task[] = [cost, mean, start, tied, slope, numbers];

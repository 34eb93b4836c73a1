// SPDX-License-Identifier: MIT
import { filled } from '../../lessons/matrix.ts';
import { precision } from '../../review/questions/question.ts';
import { countsOf, heads } from '../../review/questions/sizes.ts';
import { reviewTask, type Task, task } from '../task.ts';
import { columnOf, productOf, softmaxOf } from '../working.ts';

const parametersOrProducts = reviewTask(heads, ({ asked, d, heads: count, tokens }, { whole }) =>
  asked === 'parameters'
    ? [`4 · ${d} · ${d} = ${whole(4 * d * d)}`]
    : [`${count} · ${tokens} · ${tokens} · ${d / count} = ${whole(tokens * tokens * d)}`],
);

const tables = task('tables', {
  draw: (dice) => ({ heads: dice.pick([2, 4, 6, 8, 12]), width: 4, tokens: dice.whole(11, 40) }),
  solve(engine, { heads: count, width, tokens }, { whole }) {
    const { scores } = countsOf(engine, { heads: count, d: count * width, tokens });
    return {
      answer: whole(scores),
      working: [`${count} · ${tokens} · ${tokens} = ${whole(scores)}`],
    };
  },
});

const half = task('half', {
  draw: (dice) => ({ score: dice.whole(2, 5), others: dice.whole(3, 12) }),
  solve(engine, { score, others }, { number, power, share }) {
    const [weight = 0] = softmaxOf(engine, [score, score, ...Array<number>(others).fill(0)]);
    const own = Math.exp(score);
    return {
      answer: share(weight),
      working: [
        `${power(score)} ÷ (2 · ${power(score)} + ${others} · ${power(0)}) ≈ ${number(own)} ÷ ${number(2 * own + others)} ≈ ${share(weight)}`,
      ],
    };
  },
});

const join = task('join', {
  draw: (dice) => ({
    first: dice.wholes(2, -2, 4),
    second: dice.wholes(2, -2, 4),
    W_O: Array.from({ length: 4 }, () => dice.wholes(2, -1, 2)),
  }),
  given: ({ first, second, W_O }) => ({ z_1: [first], z_2: [second], W_O }),
  solve(engine, { first, second, W_O }, { dot, is, vector }) {
    const both = [...first, ...second];
    const [output = []] = productOf(engine, [both], W_O);
    return {
      answer: vector(output),
      working: output.map(
        (number, j) => `y_${j + 1} = ${dot(both, columnOf(W_O, j))} ${is(number)}`,
      ),
    };
  },
});

const cross = task('cross', {
  draw(dice) {
    const [queries, keys] = [dice.whole(5, 15), dice.whole(8, 30)];
    return queries === keys ? undefined : { queries, keys, heads: dice.pick([2, 4, 8]) };
  },
  solve(engine, { heads: count, queries, keys }, { whole }) {
    const [asking, answering] = [filled(0, queries, count), filled(0, keys, count)];
    const { scores } = engine.multiHead({
      ...{ precision, numHeads: count, projection: 'none', W_o: filled(0, count, count) },
      ...{ queries: asking, keys: answering, values: answering },
    }).heads;
    return {
      answer: whole(scores.data.length),
      working: [`${count} · ${queries} · ${keys} = ${whole(scores.data.length)}`],
    };
  },
});

const strip = task('strip', {
  draw(dice) {
    const [d, count] = [dice.pick([96, 192, 256, 384, 768]), dice.pick([4, 6, 8, 12])];
    return d % count === 0 ? { d, heads: count } : undefined;
  },
  solve(engine, { d, heads: count }, { whole }) {
    const { width } = countsOf(engine, { heads: count, d, tokens: 1 });
    return {
      answer: `${width}; ${whole(d * width)}`,
      working: [`${d} ÷ ${count} = ${width}`, `${d} · ${width} = ${whole(d * width)}`],
    };
  },
});

export const sheet: readonly Task[] = [half, join, strip, parametersOrProducts, tables, cross];

// SPDX-License-Identifier: MIT
import { filled, matrix, oneRow, rowsOf } from '../../lessons/matrix.ts';
import { precision } from '../../review/questions/question.ts';
import { countsOf } from '../../review/questions/sizes.ts';
import { type Task, task } from '../task.ts';
import { listOf, sumOf } from '../working.ts';

const parameters = task('layer', {
  draw: (dice) => dice.pick([64, 96, 128, 160, 192, 256, 320, 384]),
  words: (d) => ({ d }),
  solve(engine, d, { whole, share, isShare }) {
    const { parameters: attention } = countsOf(engine, { d, heads: 1, tokens: 1 });
    const network = [filled(0, d, 4 * d), filled(0, 4 * d, d)].reduce(
      (sum, { data }) => sum + data.length,
      0,
    );
    const part = network / (attention + network);
    return {
      answer: `${whole(attention)}; ${whole(network)}; ${share(part)}`,
      working: [
        `4 · ${d} · ${d} = ${whole(attention)}`,
        `2 · ${d} · ${4 * d} = ${whole(network)}`,
        `${whole(network)} ÷ (${whole(attention)} + ${whole(network)}) ${isShare(part)}`,
      ],
    };
  },
});

const model = task('model', {
  draw: (dice) => ({ d: dice.pick([128, 256, 512, 768]), layers: dice.pick([4, 6, 8, 10, 16]) }),
  solve(engine, { d, layers }, { whole }) {
    const { parameters: attention } = countsOf(engine, { d, heads: 1, tokens: 1 });
    // The feed-forward part has as many parameters as 8 d × d matrices, attention as many as 4.
    const all = layers * 3 * attention;
    return { answer: whole(all), working: [`${layers} · 12 · ${d} · ${d} = ${whole(all)}`] };
  },
});

const norm = task('norm', {
  draw(dice) {
    const list = dice.wholes(4, -6, 6);
    const square = sumOf(list.map((x) => x * x)) / list.length;
    const isVaried = new Set(list.map(Math.abs)).size > 2;
    return Number.isInteger(Math.sqrt(square)) && isVaried ? list : undefined;
  },
  given: (list) => ({ x: [list] }),
  solve(engine, list, { dot, number, is, vector }) {
    const y = listOf(engine.rmsNorm({ precision, x: oneRow(list), epsilon: 0 }));
    const at = list.findIndex((x) => x !== 0);
    const size = (list[at] ?? 0) / (y[at] ?? 0);
    return {
      answer: vector(y),
      working: [
        `√((${dot(list, list)}) ÷ ${list.length}) ${is(size)}`,
        ...list.map((x, i) => `y_${i + 1} = ${number(x)} ÷ ${number(size)} ${is(y[i] ?? 0)}`),
      ],
    };
  },
});

const doubling = task('doubling', {
  draw: (dice) => ({
    x: dice.pick([
      [3, 4],
      [4, 3],
      [6, 8],
      [8, 6],
    ]),
    layers: dice.whole(3, 9),
  }),
  given: ({ x }) => ({ x: [x] }),
  solve(engine, { x, layers }, { dot, number, is, whole }) {
    let word = x;
    for (let i = 0; i < layers; i++) {
      const self = matrix(word);
      const found = listOf(
        engine.attention({ precision, queries: self, keys: self, values: self }).output,
      );
      word = word.map((one, j) => one + (found[j] ?? Number.NaN));
    }
    const lengthOf = (list: readonly number[]) => Math.sqrt(sumOf(list.map((one) => one ** 2)));
    const end = Math.round(lengthOf(word));
    return {
      answer: whole(end),
      working: [
        `|x| = √(${dot(x, x)}) ${is(lengthOf(x))}`,
        `${Array<string>(layers).fill('2').join(' · ')} · ${number(lengthOf(x))} = ${whole(end)}`,
      ],
    };
  },
});

/** The weights of two scores that differ by ln 3. */
const SHARES = [0.75, 0.25];

const collapse = task('collapse', {
  draw(dice) {
    const [first, layers] = [dice.whole(0, 20), dice.whole(2, 5)];
    return { first, second: first + 2 ** dice.whole(3, 6), layers };
  },
  words: ({ first, second, layers }, i18n) => ({
    ...{ first, second, layers },
    own: i18n.percent(SHARES[0] ?? 0),
    other: i18n.percent(SHARES[1] ?? 0),
  }),
  solve(engine, { first, second, layers }, { number, is }) {
    const lead = Math.log(3);
    let words = [[first], [second]];
    for (let i = 0; i < layers; i++)
      words = rowsOf(
        engine.attention({
          ...{ precision, queries: matrix([lead, 0], [0, lead]), keys: matrix([1, 0], [0, 1]) },
          ...{ values: matrix(...words), divisor: 'none' },
        }).output,
      );
    const [[one = 0] = [], [other = 0] = []] = words;
    const gap = other - one;
    const rounded = Number(gap.toPrecision(12));
    return {
      answer: number(rounded),
      working: [
        `(0.25 · ${first} + 0.75 · ${second}) − (0.75 · ${first} + 0.25 · ${second}) = 0.5 · (${second} − ${first}) = ${number((second - first) / 2)}`,
        `${second - first} ÷ (${Array<string>(layers).fill('2').join(' · ')}) ${is(rounded)}`,
      ],
    };
  },
});

export const sheet: readonly Task[] = [collapse, doubling, norm, parameters, model];

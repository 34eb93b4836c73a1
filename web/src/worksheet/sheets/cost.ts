// SPDX-License-Identifier: MIT
import type { Engine } from '../../engine/index.ts';
import { bytesText } from '../../i18n/bytes.ts';
import type { I18n } from '../../i18n/i18n.ts';
import { column } from '../../lessons/matrix.ts';
import { precision } from '../../review/questions/question.ts';
import { memory } from '../../review/questions/sizes.ts';
import { reviewTask, type Task, task } from '../task.ts';

/** A line with a sum, its result in bytes, and the result in a unit such as KiB. */
const bytesLine = (i18n: I18n, sum: string, bytes: number) =>
  `${sum} = ${i18n.integer(bytes)} = ${bytesText(i18n, bytes)}`;

const stored = reviewTask(memory, ({ tokens, d, asked }, { i18n }) => {
  const bytes = Float32Array.BYTES_PER_ELEMENT;
  return asked === 'plain'
    ? [bytesLine(i18n, `${tokens} · ${tokens} · ${bytes}`, tokens ** 2 * bytes)]
    : [bytesLine(i18n, `${tokens} · (${d} + 2) · ${bytes}`, tokens * (d + 2) * bytes)];
});

const square = task('square', {
  draw: (dice) => ({ tokens: dice.pick([60, 120, 250, 300, 500]), times: dice.whole(3, 9) }),
  solve(_, { tokens, times }, { whole }) {
    return {
      answer: `${whole((times * tokens) ** 2)}; ${whole(times ** 2)}`,
      working: [
        `(${times} · ${tokens}) · (${times} · ${tokens}) = ${whole((times * tokens) ** 2)}`,
        `${times} · ${times} = ${whole(times ** 2)}`,
      ],
    };
  },
});

/** The two numbers that streaming attention stores for a query: the maximum M of the scores, and Σ exp(score − M). */
function kept(engine: Engine, scores: readonly number[]) {
  const keys = column(scores);
  const { logSumExp } = engine.streamingAttention({
    ...{ precision, queries: column([1]), keys, values: keys },
  });
  const most = Math.max(...scores);
  return { most, sum: Math.exp((logSumExp.data[0] ?? Number.NaN) - most) };
}

const tiles = task('tiles', {
  draw(dice) {
    const [a = 0, b = 0, c = 0, d = 0] = dice.shuffled([0, 1, 2, 3, 4, 5, 6]);
    const isRaised = Math.max(c, d) > Math.max(a, b) && Math.max(c, d) - Math.max(a, b) <= 3;
    return isRaised && Math.abs(a - b) <= 3 && Math.abs(c - d) <= 3
      ? { first: [a, b], second: [c, d] }
      : undefined;
  },
  given: ({ first, second }) => ({ s: [first], t: [second] }),
  solve(engine, { first, second }, { number, is }) {
    const [before, after] = [kept(engine, first), kept(engine, [...first, ...second])];
    const powers = (scores: readonly number[], most: number) =>
      scores.map((score) => `e^{${score} − ${most}}`).join(' + ');
    return {
      answer: `M = ${after.most}, S = ${number(after.sum)}`,
      working: [
        `M_1 = ${before.most}`,
        `S_1 = ${powers(first, before.most)} ${is(before.sum)}`,
        `M_2 = ${after.most}`,
        `S_2 = e^{${before.most} − ${after.most}} · ${number(before.sum)} + ${powers(second, after.most)} ≈ ${number(after.sum)}`,
      ],
    };
  },
});

interface Layer {
  readonly d: number;
  readonly tokens: number;
}

/** Multiply-adds of a layer: `square` for scores and weighted means, `rest` for all matrix products with parameters. */
const workOf = ({ d, tokens }: Layer) => ({
  square: 2 * tokens ** 2 * d,
  rest: 12 * tokens * d ** 2,
});

const part = task('part', {
  draw(dice) {
    const d = dice.pick([256, 512, 1024, 2048, 4096]);
    return { d, tokens: d * dice.pick([0.5, 1, 2, 3, 4, 9, 18]) };
  },
  solve(_, layer, { share, isShare }) {
    const { square: scores, rest } = workOf(layer);
    const { d, tokens } = layer;
    const found = scores / (scores + rest);
    return {
      answer: share(found),
      working: [
        `2n²d ÷ (2n²d + 12nd²) = n ÷ (n + 6d) = ${tokens} ÷ (${tokens} + 6 · ${d}) ${isShare(found)}`,
      ],
    };
  },
});

const twice = task('twice', {
  draw(dice) {
    const d = dice.pick([256, 512, 1024, 2048]);
    return { d, tokens: d * dice.pick([1.5, 2, 4, 9, 18]) };
  },
  words: (layer, i18n) => {
    const { square: scores, rest } = workOf(layer);
    return { share: i18n.percent(scores / (scores + rest)) };
  },
  solve(_, layer, { i18n, number, is }) {
    const sum = ({ square: scores, rest }: ReturnType<typeof workOf>) => scores + rest;
    const before = workOf(layer);
    const times = sum(workOf({ ...layer, tokens: 2 * layer.tokens })) / sum(before);
    const scores = before.square / sum(before);
    const written = i18n.percent(scores);
    return {
      answer: number(times),
      working: [`4 · ${written} + 2 · (1 − ${written}) ${is(times)}`],
    };
  },
});

const cache = task('cache', {
  draw: (dice) => ({
    layers: dice.pick([4, 6, 12, 24]),
    d: dice.pick([256, 512, 768, 1024]),
    tokens: dice.pick([512, 1024, 2048, 4096]),
  }),
  words: ({ layers, d, tokens }, i18n) => ({
    ...{ layers, d: i18n.integer(d), tokens: i18n.integer(tokens) },
    bytes: Float32Array.BYTES_PER_ELEMENT,
  }),
  solve(_, { layers, d, tokens }, { i18n }) {
    const bytes = Float32Array.BYTES_PER_ELEMENT;
    const all = 2 * layers * d * tokens * bytes;
    return {
      answer: bytesText(i18n, all),
      working: [bytesLine(i18n, `2 · ${layers} · ${d} · ${tokens} · ${bytes}`, all)],
    };
  },
});

export const sheet: readonly Task[] = [square, stored, tiles, part, twice, cache];

// SPDX-License-Identifier: MIT
import { divisor, flat, variances } from '../../review/questions/scaling.ts';
import { reviewTask, type Task, task } from '../task.ts';
import { scoresOf } from '../working.ts';

const scaled = task('scaled', {
  draw: (dice) => ({ query: dice.wholes(4, -3, 3), key: dice.wholes(4, -3, 3) }),
  given: ({ query, key }) => ({ q: [query], k: [key] }),
  solve(engine, { query, key }, { dot, is, number }) {
    const [[score = 0] = []] = scoresOf(engine, [query], [key]);
    const [[divided = 0] = []] = scoresOf(engine, [query], [key], true);
    if (score === 0) return undefined;
    return {
      answer: number(divided),
      working: [
        `q·k = ${dot(query, key)} ${is(score)}`,
        `q·k ÷ √4 = ${number(score)} ÷ 2 ${is(divided)}`,
      ],
    };
  },
});

const wider = task('wider', {
  draw(dice) {
    const few = dice.pick([4, 9, 16, 25, 36, 64]);
    return { few, many: few * dice.pick([4, 9, 16, 25]) };
  },
  solve(engine, { few, many }, { number, is }) {
    const [one, other] = [few, many].map((d) =>
      Math.sqrt(variances(engine, { d, ofQuery: 1, ofKey: 1 })[0] ?? 0),
    ) as [number, number];
    return {
      answer: number(other / one),
      working: [`√${many} ÷ √${few} = ${number(other)} ÷ ${number(one)} ${is(other / one)}`],
    };
  },
});

const lead = task('lead', {
  draw(dice) {
    const root = dice.pick([8, 10, 12, 16, 20]);
    return { d: root ** 2, lead: root * dice.pick([0.5, 1, 1.5, 2]) };
  },
  solve(engine, { d, lead: by }, { number, power, is, sign }) {
    // The first component of the key is 1, the others are 0, so the unscaled score is `by`.
    const unit = Array.from({ length: d }, (_, i) => Number(i === 0));
    const [[divided = 0] = []] = scoresOf(engine, [unit.map((x) => by * x)], [unit], true);
    const ratios = [divided, by / d].map(Math.exp) as [number, number];
    return {
      answer: ratios.map(number).join('; '),
      working: [
        `e^{${number(by)} ÷ √${d}} ${sign(divided)} ${power(divided)} ${is(ratios[0])}`,
        `e^{${number(by)} ÷ ${d}} ${sign(by / d)} ${power(by / d)} ${is(ratios[1])}`,
      ],
    };
  },
});

const left = task('left', {
  draw: (dice) => ({
    d: dice.pick([49, 64, 100, 144, 256]),
    ofQuery: dice.pick([4, 9, 16, 0.25]),
    ofKey: dice.pick([1, 4, 0.25]),
  }),
  words: ({ d, ofQuery, ofKey }, i18n) => ({
    ...{ d, query: i18n.number(ofQuery), key: i18n.number(ofKey) },
  }),
  solve(engine, state, { number, is }) {
    const [, byRoot = 0] = variances(engine, state);
    const width = Math.sqrt(byRoot);
    const { d, ofQuery, ofKey } = state;
    return {
      answer: number(width),
      working: [`√(${d} · ${number(ofQuery)} · ${number(ofKey)}) ÷ √${d} ${is(width)}`],
    };
  },
});

const unitWidth = reviewTask(divisor, ({ d, ofQuery, ofKey }, { number, is }) => [
  `√(${d} · ${number(ofQuery)} · ${number(ofKey)}) ${is(Math.sqrt(d * ofQuery * ofKey))}`,
]);

const tooMuch = reviewTask(flat, ({ d }, { i18n, number }) => {
  const root = Math.sqrt(d);
  return [`√${d} ÷ ${d} = ${number(root)} ÷ ${d} ≈ ${i18n.number(1 / root, { digits: 3 })}`];
});

export const sheet: readonly Task[] = [scaled, wider, unitWidth, tooMuch, lead, left];

// SPDX-License-Identifier: MIT
// Tests the lesson "scoring" without a page: the numbers that it computes, and its experiments, which measure claims of
// the source texts.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import { createI18n } from '../../web/src/i18n/i18n.ts';
import { drawQuestion } from '../../web/src/lessons/check-question.ts';
import { UNWATCHED } from '../../web/src/lessons/experiment.ts';
import { beats } from '../../web/src/lessons/scoring/beats.ts';
import { experiments, predictions } from '../../web/src/lessons/scoring/claims.ts';
import { additiveClass, squeezed } from '../../web/src/lessons/scoring/classes.ts';
import { bestOf, compute } from '../../web/src/lessons/scoring/compute.ts';
import {
  builtParameters,
  drawExamples,
  drawParameters,
  judge,
  train,
} from '../../web/src/lessons/scoring/retrieval.ts';
import { fields, INITIAL, KINDS, PLACES, type State } from '../../web/src/lessons/scoring/state.ts';
import { type Place, spreadAt, sweep } from '../../web/src/lessons/scoring/sweep.ts';
import { readWithin, within, writeState } from '../../web/src/state/fields.ts';
import { measureAll } from './lessons.ts';

const i18n = await createI18n('en');
/** The tolerance for sums of a few terms in double. */
const ROUNDING = 1e-14;

const golden = JSON.parse(
  readFileSync(new URL('../golden/additive_attention.json', import.meta.url), 'utf8'),
).cases[1].expected;

const engine = await createEngine({ simd: 'simd' });
const at = (change: Partial<State>) => compute({ ...INITIAL, ...change }, engine);
const { measured, verdicts } = await measureAll(experiments, engine);

describe('scoring, the lesson', () => {
  it('gives every experiment its verdict, even those that are not in the ledger', () => {
    expect(verdicts).toEqual({
      additive: 'condition',
      forms: 'holds',
      brackets: 'condition',
      addition: 'condition',
      printed: 'fails',
      shapes: 'fails',
      dot: 'holds',
      odd: 'condition',
      learn: 'condition',
      mirrored: 'condition',
      start: 'holds',
      init: 'condition',
      spread: 'condition',
      bounds: 'condition',
    });
  });

  it('computes the same as the reference of document 001’s class', () => {
    const { scores, weights, output } = additiveClass(engine);
    for (const [name, { data }] of Object.entries({ scores, weights, out: output }))
      for (const [i, x] of Array.from(data).entries())
        expect(Math.abs(x - golden[name].data[i]), `${name}[${i}]`).toBeLessThan(1e-12);
    expect([squeezed([2, 1, 4]), squeezed([2, 3, 4])]).toEqual([2, 3]);
  });

  it('computes the scores of the same pairs by the formulas', () => {
    for (const change of [{}, { biased: 'with' }, { flip: 'both', sigma: 0.7 }] as const) {
      const state = { ...INITIAL, ...change };
      const numbers = at(change);
      for (const [i, q] of numbers.queries.entries())
        for (const [j, k] of numbers.keys.entries()) {
          const [x, y] = q as [number, number];
          const [u, v] = k as [number, number];
          const dot = x * u + y * v;
          const apart = (x - u) ** 2 + (y - v) ** 2;
          const add = state.w_v.reduce((sum, weight, r) => {
            const row = (W: readonly number[], a: number, b: number) =>
              (W[2 * r] as number) * a + (W[2 * r + 1] as number) * b;
            const bias = state.biased === 'with' ? (state.bias[r] as number) : 0;
            return sum + weight * Math.tanh(row(state.W_q, x, y) + row(state.W_k, u, v) + bias);
          }, 0);
          const project = (W: readonly number[], [a, b]: readonly [number, number], r: number) =>
            (W[2 * r] as number) * a + (W[2 * r + 1] as number) * b;
          const bilinear = [0, 1, 2].reduce(
            (sum, r) => sum + project(state.W_q, [x, y], r) * project(state.W_k, [u, v], r),
            0,
          );
          const expected = {
            bilinear,
            dot,
            scaled: dot / Math.SQRT2,
            additive: add,
            gaussian: -apart / (2 * state.sigma ** 2),
          };
          for (const kind of KINDS)
            expect(numbers[kind].scores[i]?.[j], kind).toBeCloseTo(expected[kind], 12);
        }
      for (const kind of KINDS)
        for (const row of numbers[kind].weights)
          expect(Math.abs(row.reduce((sum, x) => sum + x, 0) - 1)).toBeLessThan(ROUNDING);
    }
  });

  it('has scores that are odd without a bias, and even for the others', () => {
    const [before, after] = [at({}), at({ flip: 'both' })];
    for (const kind of ['dot', 'scaled', 'bilinear', 'gaussian'] as const)
      expect(after[kind].scores).toEqual(before[kind].scores);
    expect(after.additive.scores).toEqual(
      before.additive.scores.map((row) => row.map((score) => -score)),
    );
    expect(before.mirrored).toEqual(after.additive.scores);
    expect(after.mirrored).toEqual(before.additive.scores);
    expect(after.units.flat(2)).toEqual(before.units.flat(2).map((x) => -x));
  });

  it('measures what the texts state', () => {
    expect(measured('bounds', 'score')).toBeCloseTo(6 * Math.tanh(2), 12);
    expect(measured('bounds', 'units')).toBeLessThanOrEqual(1);
    expect(measured('bounds', 'ones')).toBeGreaterThan(30);
    expect(measured('mirrored', 'chance')).toBeGreaterThan(Math.log(8) - 1e-9);
    expect(measured('mirrored', 'builtLoss')).toBeGreaterThan(Math.log(8));
    expect(measured('mirrored', 'accuracy')).toBeGreaterThan(0.45);
    expect(measured('mirrored', 'accuracy')).toBeLessThanOrEqual(0.5);
    expect(measured('mirrored', 'biasLoss')).toBeLessThan(1);
    expect(measured('learn', 'sameMul')).toBeGreaterThan(measured('learn', 'same') + 10);
    expect(measured('learn', 'many')).toBeLessThan(0.95);
    for (const row of ['bareFew', 'bare']) expect(measured('learn', row), row).toBeLessThan(0.2);
    const starts = [4, 16, 64, 256].map((d) => measured('start', `none${d}`));
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    expect(measured('init', 'v')).toBeCloseTo(4, 0);
    expect(measured('spread', 'low')).toBeGreaterThan(40);
    expect(measured('spread', 'high')).toBeLessThan(90);
    expect(measured('brackets', 'matrix')).toBe(4);
  });

  it('shows in the figure what a claim has measured', () => {
    const state = experiments.find(({ id }) => id === 'bounds')?.state ?? INITIAL;
    const { additive, bound } = compute(state, engine);
    expect(additive.scores[0]?.[0]).toBe(measured('bounds', 'score'));
    expect(bound).toBe(6);
    for (const { state } of experiments) expect(state).toEqual(within(fields, state));
  });

  it('cancels in the weights what all keys have in common', () => {
    const [before, after] = [at({}), at({ keys: INITIAL.keys.map((x) => x + 1) })];
    for (const kind of ['dot', 'scaled', 'bilinear'] as const) {
      expect(after[kind].scores).not.toEqual(before[kind].scores);
      for (const [j, weight] of (after[kind].weights[0] ?? []).entries())
        expect(weight).toBeCloseTo(before[kind].weights[0]?.[j] ?? Number.NaN, 12);
    }
    expect(after.gaussian.weights[0]?.[0]).not.toBeCloseTo(before.gaussian.weights[0]?.[0] ?? 0, 3);
  });

  it('bounds an additive score by the sum of |v| for every width', () => {
    const question = beats.flatMap((beat) => beat.question ?? [])[0];
    if (question === undefined) throw new Error('no question');
    for (const seed of [1, 7, 30]) {
      const { state, answers, right } = drawQuestion(question, seed, engine, i18n);
      const sum = state.w_v.reduce((all, x) => all + Math.abs(x), 0);
      expect(answers.find(({ id }) => id === right)?.text).toBe(String(sum));
      expect(answers).toHaveLength(3);
    }
  });

  it('computes the answers to the predictions', () => {
    const found = [...beats.flatMap(({ prediction }) => prediction ?? []), ...predictions].map(
      ({ id, measure }) => [id, measure(engine, i18n).right],
    );
    expect(Object.fromEntries(found)).toEqual({
      length: 'same',
      flip: 'additive',
      spread: 'same',
    });
  });
});

describe('slow computations', async () => {
  const engine = await createEngine();
  const stopped = AbortSignal.abort();

  it('draw the curves point by point, with √d in the dot product', async () => {
    const told: (readonly Place[])[] = [];
    const state: State = { ...INITIAL, components: 'normal', hidden: 4 };
    await sweep(state, engine, UNWATCHED.signal, (places) => told.push(places));
    expect(told.map((places) => places.length)).toEqual(PLACES.map((_, i) => i + 1));
    for (const { d, all, row } of told.at(-1) ?? []) {
      expect(Math.abs(Math.log(all.dot / Math.sqrt(d))), `d = ${d}`).toBeLessThan(0.4);
      expect(all.scaled * Math.sqrt(d)).toBeCloseTo(all.dot, 10);
      expect(row.dot).toBeLessThanOrEqual(all.dot * 1.05);
    }
  });

  it('can be cancelled', async () => {
    expect(await spreadAt(engine, INITIAL, stopped)).toBeUndefined();
    const model = { score: 'bias', d: 4, seed: 1 } as const;
    expect(await train(engine, model, 0.3, stopped)).toBeUndefined();
  });

  it('train on the gradient of the loss', async () => {
    for (const score of ['bias', 'scaled', 'unscaled'] as const) {
      const model = { score, d: 4, seed: 2 };
      const examples = drawExamples(engine, model, 'test');
      const before = judge(engine, score, drawParameters(engine, model), examples);
      const after = await train(engine, model, 0.03, UNWATCHED.signal);
      expect(after?.loss, score).toBeLessThan(before.loss);
    }
    const built = judge(
      engine,
      'bare',
      builtParameters(4),
      drawExamples(engine, { d: 4, seed: 3 }, 'test'),
    );
    expect(built.accuracy).toBeGreaterThan(0.45);
  });
});

describe('the lesson’s state', () => {
  it('has no best key if two are tied', () => {
    expect(bestOf([1, 3, 2])).toBe(1);
    expect(bestOf([3, 1, 3])).toBeUndefined();
  });

  it('is restored from its own link, and a bad link is repaired', () => {
    const read = (params: URLSearchParams) =>
      readWithin(fields, params, (state) => within(fields, state));
    const state: State = { ...INITIAL, keys: [1, 2, 3, 4, -1, -2, -3, -4], query: 2 };
    expect(read(writeState(fields, state))).toEqual({ state, problems: [] });
    const { state: repaired, problems } = read(
      new URLSearchParams({ queries: '1,2', W_q: '99,0,0,0,0,0', key: '7', d: '3.4' }),
    );
    expect(repaired).toMatchObject({ queries: INITIAL.queries, key: 4, d: 3 });
    expect(repaired.W_q[0]).toBe(10);
    expect(problems.map(({ kind }) => kind)).toEqual([
      'too-few',
      'out-of-range',
      'out-of-range',
      'not-whole',
    ]);
  });
});

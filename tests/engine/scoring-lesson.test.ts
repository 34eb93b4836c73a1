// SPDX-License-Identifier: MIT
// What the lesson computes and decides, through both twins, without a page.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import { createI18n } from '../../web/src/i18n/i18n.ts';
import { UNWATCHED } from '../../web/src/lessons/experiment.ts';
import { additiveClass, squeezed } from '../../web/src/lessons/scoring/classes.ts';
import { bestOf, compute } from '../../web/src/lessons/scoring/compute.ts';
import { memoryOf, timesOf } from '../../web/src/lessons/scoring/cost.ts';
import { experiments } from '../../web/src/lessons/scoring/experiments.ts';
import { predictions } from '../../web/src/lessons/scoring/predictions.ts';
import { compete } from '../../web/src/lessons/scoring/retrieval.ts';
import {
  fields,
  KINDS,
  readLink,
  type State,
  withinRanges,
} from '../../web/src/lessons/scoring/state.ts';
import { PLACES, type Place, spreadAt, sweep } from '../../web/src/lessons/scoring/sweep.ts';
import { initialState, writeState } from '../../web/src/state/fields.ts';
import { measureAll } from './lessons.ts';

const INITIAL = initialState(fields);
const i18n = await createI18n('en');
/** Sums of a few terms in double. */
const ROUNDING = 1e-14;

const golden = JSON.parse(
  readFileSync(new URL('../golden/additive_attention.json', import.meta.url), 'utf8'),
).cases[1].expected;

for (const twin of ['simd', 'scalar'] as const) {
  const engine = await createEngine({ simd: twin });
  const at = (change: Partial<State>) => compute({ ...INITIAL, ...change }, engine);
  const { measured, verdicts } = await measureAll(experiments, engine);

  describe(`scoring, the lesson, ${twin}`, () => {
    it('gives every experiment its verdict, those that the ledger does not have too', () => {
      expect(verdicts).toEqual({
        additive: 'condition',
        forms: 'holds',
        brackets: 'condition',
        printed: 'fails',
        shapes: 'fails',
        dot: 'holds',
        odd: 'condition',
        learn: 'fails',
        start: 'holds',
        init: 'condition',
        spread: 'condition',
        bounds: 'fails',
      });
    });

    it('computes document 001’s class as the reference does', () => {
      const { scores, weights, output } = additiveClass(engine);
      for (const [name, { data }] of Object.entries({ scores, weights, out: output }))
        for (const [i, x] of Array.from(data).entries())
          expect(Math.abs(x - golden[name].data[i]), `${name}[${i}]`).toBeLessThan(1e-12);
      expect([squeezed([2, 1, 4]), squeezed([2, 3, 4])]).toEqual([2, 3]);
    });

    it('shows four scores of the same pairs, each as its formula says', () => {
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
            const expected = {
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

    it('is odd without a bias, and even in the others', () => {
      const [before, after] = [at({}), at({ flip: 'both' })];
      for (const kind of ['dot', 'scaled', 'gaussian'] as const)
        expect(after[kind].scores).toEqual(before[kind].scores);
      expect(after.additive.scores).toEqual(
        before.additive.scores.map((row) => row.map((score) => -score)),
      );
      expect(before.mirrored).toEqual(after.additive.scores);
      expect(after.mirrored).toEqual(before.additive.scores);
      expect(after.units.flat(2)).toEqual(before.units.flat(2).map((x) => -x));
    });

    it('measures what the errata found', () => {
      expect(measured('bounds', 'score')).toBeCloseTo(5.784165, 6);
      expect(measured('bounds', 'units')).toBeLessThanOrEqual(1);
      expect(measured('learn', 'chance')).toBeCloseTo(Math.log(8), 4);
      expect(measured('learn', 'chance')).toBeGreaterThan(Math.log(8) - 1e-9);
      expect(measured('learn', 'biasLoss')).toBeLessThan(1);
      expect(measured('learn', 'scaledLoss')).toBeLessThan(1);
      const starts = [4, 16, 64, 256].map((d) => measured('start', `none${d}`));
      expect(starts).toEqual(starts.toSorted((a, b) => a - b));
      expect(starts.at(-1)).toBeGreaterThan(4 * Math.log(8) - 2);
      expect(measured('bounds', 'ones')).toBeGreaterThan(30);
      expect(measured('init', 'v')).toBeCloseTo(4, 0);
      expect(measured('spread', 'low')).toBeGreaterThan(40);
      expect(measured('spread', 'high')).toBeLessThan(90);
      expect(measured('brackets', 'matrix')).toBe(4);
    });

    it('sets a state in which the reader sees the score beyond 1', () => {
      const state = experiments.find(({ id }) => id === 'bounds')?.state ?? INITIAL;
      expect(compute(state, engine).additive.scores[0]?.[0]).toBe(measured('bounds', 'score'));
      expect(state).toEqual(withinRanges(state));
    });

    it('decides the predictions by computing them', () => {
      const found = predictions.map(({ id, measure }) => [id, measure(engine, i18n).right]);
      expect(Object.fromEntries(found)).toEqual({
        length: 'same',
        flip: 'additive',
        spread: 'same',
      });
    });
  });
}

describe('what takes its time', async () => {
  const engine = await createEngine();
  const stopped = AbortSignal.abort();

  it('draws the curves place by place, with the root of d in the dot product', async () => {
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

  it('stops where it is told to', async () => {
    expect(await spreadAt(engine, INITIAL, stopped)).toBeUndefined();
    expect(await timesOf(INITIAL, engine, stopped)).toBeUndefined();
    expect(await compete(engine, { ...UNWATCHED, signal: stopped })).toBeUndefined();
  });

  it('times each score, and counts the bytes of the hidden layer', async () => {
    const times = await timesOf({ side: '32', d: 8, hidden: 4 }, engine, UNWATCHED.signal);
    for (const time of Object.values(times ?? { none: Number.NaN }))
      expect(time).toBeGreaterThan(0);
    expect(memoryOf({ side: '32', hidden: 4 })).toEqual({
      scores: 8192,
      hidden: 32_768,
      projected: 2048,
    });
  });
});

describe('the lesson’s state', () => {
  it('has no best key where two share the first place', () => {
    expect(bestOf([1, 3, 2])).toBe(1);
    expect(bestOf([3, 1, 3])).toBeUndefined();
  });

  it('comes back from its own link, and a bad one is repaired', () => {
    const state = withinRanges({ ...INITIAL, keys: [1, 2, 3, 4, -1, -2, -3, -4], query: 2 });
    expect(readLink(writeState(fields, state))).toEqual({ state, problems: [] });
    const { state: repaired, problems } = readLink(
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

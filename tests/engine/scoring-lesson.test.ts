// SPDX-License-Identifier: MIT
// Tests the lesson "scoring" without a page: the numbers of its scenes and of its page Verify, and its experiments, which
// measure claims of the source texts.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import { UNWATCHED } from '../../web/src/lessons/experiment.ts';
import {
  type State as Arrows,
  fields as arrowFields,
  compute as computeArrows,
} from '../../web/src/lessons/scoring/arrows.ts';
import { experiments } from '../../web/src/lessons/scoring/claims.ts';
import { additiveClass, squeezed } from '../../web/src/lessons/scoring/classes.ts';
import { compute, EXAMPLE, KINDS, type State } from '../../web/src/lessons/scoring/compute.ts';
import {
  builtParameters,
  drawExamples,
  drawParameters,
  judge,
  train,
} from '../../web/src/lessons/scoring/retrieval.ts';
import { bestOf } from '../../web/src/lessons/scoring/scored.ts';
import { spreadAt } from '../../web/src/lessons/scoring/spread.ts';
import { steps } from '../../web/src/lessons/scoring/steps.ts';
import { initialState } from '../../web/src/state/fields.ts';
import { measureAll } from './lessons.ts';

/** The tolerance for sums of a few terms in double. */
const ROUNDING = 1e-14;

const golden = JSON.parse(
  readFileSync(new URL('../golden/additive_attention.json', import.meta.url), 'utf8'),
).cases[1].expected;

const engine = await createEngine({ simd: 'simd' });
const at = (change: Partial<State>) => compute({ ...EXAMPLE, ...change }, engine);
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
      const state = { ...EXAMPLE, ...change };
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

  it('sets states that show what the experiments measure', () => {
    const shown = (id: string) =>
      compute(experiments.find((one) => one.id === id)?.state ?? EXAMPLE, engine);
    expect(shown('bounds').additive.scores[0]?.[0]).toBe(measured('bounds', 'score'));
    for (const kind of ['additive', 'dot', 'gaussian'] as const)
      expect(shown('odd')[kind].scores[0]?.[0]).toBe(measured('odd', kind));
    expect(shown('addition').units[0]?.[0]).toHaveLength(measured('addition', 'score'));
  });

  it('cancels in the weights what all keys have in common', () => {
    const [before, after] = [at({}), at({ keys: EXAMPLE.keys.map((x) => x + 1) })];
    for (const kind of ['dot', 'scaled', 'bilinear'] as const) {
      expect(after[kind].scores).not.toEqual(before[kind].scores);
      for (const [j, weight] of (after[kind].weights[0] ?? []).entries())
        expect(weight).toBeCloseTo(before[kind].weights[0]?.[j] ?? Number.NaN, 12);
    }
    expect(after.gaussian.weights[0]?.[0]).not.toBeCloseTo(before.gaussian.weights[0]?.[0] ?? 0, 3);
  });
});

const START = initialState(arrowFields);
const arrowsAt = (change: Partial<Arrows>) => computeArrows({ ...START, ...change }, engine);
const questionOf = (id: string) => {
  const question = steps.find((step) => step.id === id)?.question;
  if (question === undefined) throw new Error(`no question in step ${id}`);
  return question;
};

/** Queries and keys with coordinates between −4 and 4. */
const DRAWS = 200;
const drawn = (() => {
  const { data } = engine.random({
    ...{ precision: 'float64', shape: [DRAWS, 8], seed: 1 },
    ...{ distribution: 'uniform', variance: 16 / 3 },
  } as const);
  return Array.from({ length: DRAWS }, (_, i) => {
    const [x = 0, y = 0, ...keys] = data.slice(8 * i, 8 * i + 8);
    return { query: [x, y], keys };
  });
})();

describe('the scenes of scoring', () => {
  it('begin with another first key for each function', () => {
    const { dot, distance, network } = arrowsAt({});
    expect([dot.best, distance.best, network.best]).toEqual([0, 1, 2]);
    expect(dot.scores).toEqual([5, 3, -3]);
    expect(distance.scores).toEqual([-4.5, -0.5, -6.5]);
    for (const { scores, weights } of [dot, distance, network]) {
      const powers = scores.map(Math.exp);
      const sum = powers.reduce((all, x) => all + x, 0);
      for (const [i, weight] of weights.entries())
        expect(weight).toBeCloseTo((powers[i] ?? 0) / sum, 12);
    }
  });

  it('compute the network by its formula', () => {
    for (const { query, keys } of drawn) {
      const { network, sums, v } = arrowsAt({ query, keys, draw: 3 });
      for (const [i, score] of network.scores.entries()) {
        const inputs = query.map((x, c) => x - (keys[2 * i + c] ?? 0));
        for (const [c, x] of inputs.entries()) expect(sums[i]?.[c]).toBeCloseTo(x, 10);
        const expected = inputs.reduce((sum, x, c) => sum + (v[c] ?? 0) * Math.tanh(x), 0);
        expect(score).toBeCloseTo(expected, 10);
      }
    }
  });

  it('have one right answer to the question about keys of one length, whatever the arrows', () => {
    const { right, guesses } = questionOf('length');
    for (const arrows of [START, ...drawn]) {
      const numbers = arrowsAt({ ...arrows, equal: 1 });
      const [first = 0, ...others] = numbers.lengths;
      for (const length of others) expect(length).toBeCloseTo(first, 10);
      expect(right(numbers)).toBe('same');
    }
    expect(guesses).toContain('same');
    expect(right(arrowsAt({}))).toBe('differ');
    expect(right(arrowsAt({ keys: [1.2, 1.2, 0.2, 0.2, -2, -1] }))).toBe('order');
    // A key of length 0 has no direction, but the keys are of one length all the same.
    expect(right(arrowsAt({ keys: [0, 0, 1, 2, -2, -1], equal: 1 }))).toBe('same');
  });

  it('have one right answer to the question about the bound, in each of 200 draws', () => {
    const { right } = questionOf('network');
    const seen = new Set<string>();
    for (let draw = 1; draw <= DRAWS; draw++) {
      const { v, bound, extreme } = arrowsAt({ draw });
      const [sum, sizes] = [v, v.map(Math.abs)].map((list) => list.reduce((all, x) => all + x, 0));
      expect(new Set([1, sum, sizes]).size, String(v)).toBe(3);
      expect(bound).toBe(sizes);
      expect(right(arrowsAt({ draw }))).toBe('sizes');
      // The other guesses are exceeded, by a key that the figure can show.
      expect(extreme.score).toBeGreaterThan(Math.max(1, sum ?? 0));
      expect(extreme.score).toBeLessThan(bound);
      for (const x of extreme.key) expect(Math.abs(x)).toBeLessThanOrEqual(4);
      const { network } = arrowsAt({ draw, keys: [...extreme.key, 1, 2, -2, -1] });
      expect(network.scores[0]).toBeCloseTo(extreme.score, 10);
      seen.add(String(v));
    }
    expect(arrowsAt({ draw: 1 }).v).toEqual([5, -2]);
    expect(seen.size).toBeGreaterThan(20);
  });

  it('never exceed the bound of the additive score', () => {
    for (const [i, arrows] of drawn.entries()) {
      const { network, bound } = arrowsAt({ ...arrows, draw: i + 1 });
      for (const score of network.scores) expect(Math.abs(score)).toBeLessThanOrEqual(bound);
    }
  });

  it('turn without a change of dot product and distance, and reverse the network at 180 degrees', () => {
    for (const arrows of drawn.slice(0, 20)) {
      const before = arrowsAt(arrows);
      for (const turn of [45, 180, 271]) {
        const { dot, distance } = arrowsAt({ ...arrows, turn });
        for (const [name, now] of Object.entries({ dot, distance }))
          for (const [i, score] of now.scores.entries())
            expect(score).toBeCloseTo(before[name as 'dot' | 'distance'].scores[i] ?? 0, 9);
      }
      const half = arrowsAt({ ...arrows, turn: 180 });
      for (const [i, score] of half.network.scores.entries())
        expect(score).toBeCloseTo(-(before.network.scores[i] ?? 0), 9);
      expect(half.before.best).toBe(before.network.best);
    }
  });

  it('prefer the longer key with the dot product only at an acute angle', () => {
    const along = (factor: number, x: number) => {
      const { dot } = arrowsAt({ keys: [x, 1, 1, 2, -2, -1], factor });
      return dot.scores[0] ?? 0;
    };
    expect(along(1, 4)).toBeGreaterThan(along(0.5, 4));
    expect(along(1, -4)).toBeLessThan(along(0.5, -4));
  });

  it('train a network that finds the key only with a bias', () => {
    const found = (steps: number) => arrowsAt({ query: [1, 2], steps }).trained;
    const [begin, end] = [found(0), found(40)];
    expect(begin.bias.best).toBe(0);
    expect(end.bias.best).toBe(1);
    expect(end.found.distance).toBe(1);
    expect(end.found.bias).toBeGreaterThan(0.95);
    for (const weight of end.bare.weights) expect(weight).toBeCloseTo(1 / 3, 1);
    // Of an example and its mirror image, a network without a bias finds at most one.
    for (const one of [begin, found(7), end]) expect(one.found.bare).toBeLessThanOrEqual(0.5);
    expect(end.found.dot).toBeLessThan(0.8);
    // Going back gives the same numbers.
    expect(found(0)).toEqual(begin);
  });
});

describe('slow computations', async () => {
  const engine = await createEngine();
  const stopped = AbortSignal.abort();

  it('can be cancelled', async () => {
    const inits = { components: 'normal', vInit: 'uniform', wInit: 'uniform' } as const;
    const drawn = { ...inits, d: 4, hidden: 4, seed: 1 };
    expect(await spreadAt(engine, drawn, stopped)).toBeUndefined();
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

it('has no best key if two are tied', () => {
  expect(bestOf([1, 3, 2])).toBe(1);
  expect(bestOf([3, 1, 3])).toBeUndefined();
});

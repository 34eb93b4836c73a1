// SPDX-License-Identifier: MIT
// Tests the lesson "scoring" without a page: what its scenes and its page Verify say, and its trainings.
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import { UNWATCHED } from '../../web/src/lessons/experiment.ts';
import * as arrows from '../../web/src/lessons/scoring/arrows.ts';
import { additiveClass, squeezed } from '../../web/src/lessons/scoring/claims.ts';
import { compute, EXAMPLE, KINDS, type State } from '../../web/src/lessons/scoring/compute.ts';
import {
  bestOf,
  drawExamples,
  drawParameters,
  judge,
  train,
} from '../../web/src/lessons/scoring/retrieval.ts';
import { steps } from '../../web/src/lessons/scoring/steps.ts';
import { initialState } from '../../web/src/state/fields.ts';
import { goldenOf, sumOf } from './support.ts';

const engine = await createEngine({ simd: 'simd' });
const at = (change: Partial<State>) => compute({ ...EXAMPLE, ...change }, engine);

describe('the page Verify', () => {
  it('computes the same as the reference of document 001’s class', () => {
    const { scores, weights, output } = additiveClass(engine);
    const { outputs } = goldenOf('additive_attention', 'pub-additive_attention-02').float64;
    for (const [name, { data }] of Object.entries({ scores, weights, out: output }))
      for (const [i, x] of Array.from(data).entries())
        expect(x, name).toBeCloseTo(outputs[name]?.data[i] ?? Number.NaN, 12);
    expect([squeezed([2, 1, 4]), squeezed([2, 3, 4])]).toEqual([2, 3]);
  });

  it('has scores that are odd without a bias, and even for the others', () => {
    const [before, after] = [at({}), at({ flip: 'both' })];
    for (const kind of KINDS)
      expect(after[kind].scores).toEqual(
        kind === 'additive'
          ? before.additive.scores.map((row) => row.map((score) => -score))
          : before[kind].scores,
      );
    expect(after.units.flat(2)).toEqual(before.units.flat(2).map((x) => -x));
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

const START = initialState(arrows.fields);
const arrowsAt = (change: Partial<arrows.State>) => arrows.compute({ ...START, ...change }, engine);
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

describe('the scenes', () => {
  it('begin with another first key for each function', () => {
    const { dot, distance, network } = arrowsAt({});
    expect([dot.best, distance.best, network.best]).toEqual([0, 1, 2]);
    for (const { scores, weights } of [dot, distance, network]) {
      const sum = sumOf(scores.map(Math.exp));
      for (const [i, weight] of weights.entries())
        expect(weight).toBeCloseTo(Math.exp(scores[i] ?? 0) / sum, 12);
    }
    expect([bestOf([1, 3, 2]), bestOf([3, 1, 3])]).toEqual([1, undefined]);
  });

  it('compute the network by its formula, and never exceed its bound', () => {
    for (const [i, { query, keys }] of drawn.entries()) {
      const { network, sums, v, bound } = arrowsAt({ query, keys, draw: i + 1 });
      for (const [i, score] of network.scores.entries()) {
        const inputs = query.map((x, c) => x - (keys[2 * i + c] ?? 0));
        for (const [c, x] of inputs.entries()) expect(sums[i]?.[c]).toBeCloseTo(x, 10);
        const expected = sumOf(inputs.map((x, c) => (v[c] ?? 0) * Math.tanh(x)));
        expect(score).toBeCloseTo(expected, 10);
        expect(Math.abs(score)).toBeLessThanOrEqual(bound);
      }
    }
  });

  it('have one right answer to the question about keys of one length, whatever the arrows', () => {
    const { right } = questionOf('length');
    for (const one of [START, ...drawn]) {
      const numbers = arrowsAt({ ...one, equal: 1 });
      const [first = 0, ...others] = numbers.lengths;
      for (const length of others) expect(length).toBeCloseTo(first, 10);
      expect(right(numbers)).toBe('same');
    }
    expect(right(arrowsAt({}))).toBe('differ');
    expect(right(arrowsAt({ keys: [1.2, 1.2, 0.2, 0.2, -2, -1] }))).toBe('order');
    // A key of length 0 has no direction, but the keys are of one length all the same.
    expect(right(arrowsAt({ keys: [0, 0, 1, 2, -2, -1], equal: 1 }))).toBe('same');
  });

  it('have one right answer to the question about the bound, which a key of the figure nearly reaches', () => {
    const seen = new Set<string>();
    for (let draw = 1; draw <= DRAWS; draw++) {
      const { v, bound, extreme } = arrowsAt({ draw });
      const [sum, sizes] = [sumOf(v), sumOf(v.map(Math.abs))];
      expect(new Set([1, sum, sizes]).size, String(v)).toBe(3);
      expect(bound).toBe(sizes);
      expect(questionOf('network').right(arrowsAt({ draw }))).toBe('sizes');
      expect(extreme.score).toBeGreaterThan(Math.max(1, sum));
      for (const x of extreme.key) expect(Math.abs(x)).toBeLessThanOrEqual(4);
      const { network } = arrowsAt({ draw, keys: [...extreme.key, 1, 2, -2, -1] });
      expect(network.scores[0]).toBeCloseTo(extreme.score, 10);
      seen.add(String(v));
    }
    expect(seen.size).toBeGreaterThan(20);
  });

  it('turn without a change of dot product and distance, and reverse the network at 180 degrees', () => {
    for (const one of drawn.slice(0, 20)) {
      const before = arrowsAt(one);
      for (const turn of [45, 180, 271]) {
        const after = arrowsAt({ ...one, turn });
        for (const name of ['dot', 'distance'] as const)
          for (const [i, score] of after[name].scores.entries())
            expect(score).toBeCloseTo(before[name].scores[i] ?? 0, 9);
      }
      const half = arrowsAt({ ...one, turn: 180 });
      for (const [i, score] of half.network.scores.entries())
        expect(score).toBeCloseTo(-(before.network.scores[i] ?? 0), 9);
      expect(half.before.best).toBe(before.network.best);
    }
  });

  it('prefer the longer key with the dot product only at an acute angle', () => {
    for (const x of [4, -4]) {
      const [short = 0, long = 0] = [0.5, 1].map(
        (factor) => arrowsAt({ keys: [x, 1, 1, 2, -2, -1], factor }).dot.scores[0],
      );
      expect(long > short).toBe(x > 0);
    }
  });

  it('train a network that finds the key only with a bias', () => {
    const found = (steps: number) => arrowsAt({ query: [1, 2], steps }).trained;
    const [begin, end] = [found(0), found(40)];
    expect([begin.bias.best, end.bias.best]).toEqual([0, 1]);
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

it.each(['bias', 'scaled', 'unscaled'] as const)(
  'a training with the score %s lowers the loss',
  async (score) => {
    const model = { score, d: 4, seed: 2 };
    const examples = drawExamples(engine, model, 'test');
    const before = judge(engine, score, drawParameters(engine, model), examples);
    const after = await train(engine, model, 0.03, UNWATCHED.signal);
    expect(after?.loss).toBeLessThan(before.loss);
  },
);

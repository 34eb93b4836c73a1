// SPDX-License-Identifier: MIT
// Tests the lesson "scoring" without a page: laws of its scenes, with random arrows.
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import { largestDifference } from '../../web/src/lessons/matrix.ts';
import * as arrows from '../../web/src/lessons/scoring/arrows.ts';
import { additiveClass, squeezed } from '../../web/src/lessons/scoring/claims.ts';
import { steps } from '../../web/src/lessons/scoring/steps.ts';
import { initialState } from '../../web/src/state/fields.ts';
import { goldenOf, sumOf } from './support.ts';

const engine = await createEngine({ simd: 'simd' });

it('computes the same as the reference of document 001’s class', () => {
  const { outputs } = goldenOf('additive_attention', 'pub-additive_attention-02').float64;
  expect(largestDifference(additiveClass(engine).output.data, outputs.out?.data)).toBeLessThan(
    1e-12,
  );
  expect([squeezed([2, 1, 4]), squeezed([2, 3, 4])]).toEqual([2, 3]);
});

const START = initialState(arrows.fields);
const arrowsAt = (change: Partial<arrows.State>) => arrows.compute({ ...START, ...change }, engine);
const answerTo = (id: string, change: Partial<arrows.State>) =>
  steps.find((step) => step.id === id)?.question?.right(arrowsAt(change));

/** The number of samples in `drawn`: queries and keys with coordinates between −4 and 4. */
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
  it('compute the network by its formula, and never exceed its bound', () => {
    for (const [i, { query, keys }] of drawn.entries()) {
      const { network, v, bound } = arrowsAt({ query, keys, draw: i + 1 });
      const scores = network.scores.map((_, i) =>
        sumOf(query.map((x, c) => (v[c] ?? 0) * Math.tanh(x - (keys[2 * i + c] ?? 0)))),
      );
      expect(largestDifference(network.scores, scores)).toBeLessThan(1e-10);
      expect(Math.max(...scores.map(Math.abs))).toBeLessThanOrEqual(bound);
    }
  });

  it('have one right answer to the question about keys of one length, whatever the arrows', () => {
    for (const one of [START, ...drawn])
      expect(answerTo('length', { ...one, equal: 1 })).toBe('same');
    expect(answerTo('length', {})).toBe('differ');
    expect(answerTo('length', { keys: [1.2, 1.2, 0.2, 0.2, -2, -1] })).toBe('order');
    // `equal` gives all keys the same length. A key of length 0 has no direction, but the answer stays "same".
    expect(answerTo('length', { keys: [0, 0, 1, 2, -2, -1], equal: 1 })).toBe('same');
  });

  it('have one right answer to the question about the bound, which a key of the figure nearly reaches', () => {
    for (let draw = 1; draw <= DRAWS; draw++) {
      const { v, bound, extreme } = arrowsAt({ draw });
      const [sum, sizes] = [sumOf(v), sumOf(v.map(Math.abs))];
      expect(new Set([1, sum, sizes]).size, String(v)).toBe(3);
      expect(bound).toBe(sizes);
      expect(answerTo('network', { draw })).toBe('sizes');
      expect(extreme.score).toBeGreaterThan(Math.max(1, sum));
      for (const x of extreme.key) expect(Math.abs(x)).toBeLessThanOrEqual(4);
      const { network } = arrowsAt({ draw, keys: [...extreme.key, 1, 2, -2, -1] });
      expect(network.scores[0]).toBeCloseTo(extreme.score, 10);
    }
  });

  it('turn without a change of dot product and distance, and reverse the network at 180 degrees', () => {
    for (const one of drawn.slice(0, 20)) {
      const before = arrowsAt(one);
      for (const turn of [45, 180, 271]) {
        const after = arrowsAt({ ...one, turn });
        for (const name of ['dot', 'distance'] as const)
          expect(largestDifference(after[name].scores, before[name].scores)).toBeLessThan(1e-9);
      }
      const half = arrowsAt({ ...one, turn: 180 });
      const reversed = before.network.scores.map((score) => -score);
      expect(largestDifference(half.network.scores, reversed)).toBeLessThan(1e-9);
      expect(half.before.best).toBe(before.network.best);
    }
  });
});

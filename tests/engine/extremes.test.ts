// SPDX-License-Identifier: MIT
// Tests numbers whose squares, products or sums would not be representable, in both builds.
import { describe, expect, it } from 'vitest';
import { column, openEngine, TWINS } from './support.ts';

describe.each(TWINS)('extreme numbers: %s', async (twin) => {
  const { engine } = await openEngine(twin);

  it.each([1e-25, 1, 1e20])('kernel regression does not depend on the unit %s', (unit) => {
    const { weights } = engine.kernelRegression({
      precision: 'float32',
      queries: column(0),
      keys: column(unit, 0, -2 * unit),
      values: column(1, 2, 3),
      sigma: unit,
    });
    const expected = [0.348, 0.574, 0.078];
    for (const [j, weight] of expected.entries()) expect(weights.data[j]).toBeCloseTo(weight, 3);
  });

  it.each(['float32', 'float64'] as const)(
    'lengths in %s beyond all integers keep every key, or none',
    (precision) => {
      const { weights, emptyRows } = engine.maskedSoftmax({
        precision,
        scores: { shape: [2, 4], data: new Array(8).fill(0) },
        validLens: { shape: [2], data: [1e30, -1e30] },
      });
      expect([...weights.data.slice(0, 4)]).toEqual([0.25, 0.25, 0.25, 0.25]);
      expect(emptyRows).toEqual([false, true]);
    },
  );

  it.each([
    ['float32', 2e19],
    ['float64', 1.5e154],
  ] as const)('attention in %s divides a score of %s² before it overflows', (precision, large) => {
    const input = {
      precision,
      queries: { shape: [1, 4], data: [large, 0, 0, 0] },
      keys: { shape: [2, 4], data: [large, 0, 0, 0, 0, 0, 0, 0] },
      values: { shape: [2, 1], data: [7, 9] },
    };
    const { scores, output } = engine.attention(input);
    expect(scores.data[0]).toBe(Number.POSITIVE_INFINITY);
    expect(output.data[0]).toBe(7);
    expect(engine.streamingAttention(input).output.data[0]).toBe(7);
  });

  it('the mean loss of millions of rows keeps its digits', () => {
    const rows = 4_000_000;
    const { loss } = engine.crossEntropy({
      precision: 'float32',
      logits: { shape: [rows, 2], data: new Float32Array(2 * rows) },
      targets: { shape: [rows], data: new Float32Array(rows) },
    });
    expect(loss).toBeCloseTo(Math.log(2), 5);
  });
});

// SPDX-License-Identifier: MIT
// Compares the results of the relaxed WebAssembly build with the results of the SIMD build in double, for sizes around
// the edges of a SIMD tile. The relaxed build uses fused multiply-adds if the machine has them, which round only once.
import { describe, expect, it } from 'vitest';
import type { Engine, Precision, Tensor } from '../../web/src/engine/index.ts';
import { signed } from './inputs.ts';
import { openEngine } from './support.ts';

const { engine: relaxed } = await openEngine('relaxed');
const { engine: plain } = await openEngine('simd');

/** The tolerances for float32 and float64, relative to the largest entry. */
const FLOATS = 4e-6;
const DOUBLES = 1e-14;

type Call = (engine: Engine, precision: Precision) => readonly Tensor[];

/** The largest |found − right|, relative to the largest entry of the tensor; Infinity if only one entry is NaN. */
function error(found: readonly Tensor[], right: readonly Tensor[]): number {
  const errors = found.flatMap(({ data }, which) => {
    const reference = right[which]?.data ?? [];
    const largest = Array.from(reference, Math.abs).reduce((a, b) => Math.max(a, b), 0);
    return Array.from(data, (x, i) => {
      const y = reference[i] ?? Number.NaN;
      if (Object.is(x, y)) return 0;
      const off = Math.abs(x - y) / largest;
      return Number.isNaN(off) ? Number.POSITIVE_INFINITY : off;
    });
  });
  return Math.max(...errors);
}

function expectNear(call: Call): void {
  const right = call(plain, 'float64');
  expect(error(call(relaxed, 'float32'), right)).toBeLessThan(FLOATS);
  expect(error(call(relaxed, 'float64'), right)).toBeLessThan(DOUBLES);
}

const SIDES = [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33];

describe('the relaxed build is as accurate as rounding allows', () => {
  it.each(SIDES)('products of %i rows', (rows) => {
    for (const columns of SIDES)
      for (const depth of [1, 4, 40, 127, 129, 513]) {
        const queries = signed([rows, depth], rows + depth);
        const keys = signed([columns, depth], columns + depth + 1);
        expectNear((engine, precision) => [
          engine.scaledDotScores({ precision, queries, keys, divisor: 'none' }),
        ]);
      }
  });

  it.each([
    [64, 64, 64, 64],
    [127, 129, 40, 80],
    [129, 127, 80, 1],
    [31, 257, 1, 40],
  ])('streaming attention, %i queries, %i keys, d %i and %i', (m, n, d, dValues) => {
    const tensors = {
      queries: signed([2, m, d], 1),
      keys: signed([2, n, d], 2),
      values: signed([2, n, dValues], 3),
    };
    for (const causal of [false, true])
      expectNear((engine, precision) => {
        const input = { precision, divisor: 'sqrt_dk', causal, ...tensors } as const;
        const { output, logSumExp } = engine.streamingAttention(input);
        return [output, logSumExp];
      });
  });

  it('gradients of multi-head attention', () => {
    const square = (seed: number) => signed([48, 48], seed);
    const x = signed([2, 33, 48], 1);
    const input = {
      ...{ numHeads: 3, queries: x, keys: x, values: x },
      ...{ W_q: square(2), W_k: square(3), W_v: square(4), W_o: square(5) },
      outputGradient: signed([2, 33, 48], 6),
    };
    expectNear((engine, precision) => {
      const { queries, W_q, W_o } = engine.multiHeadGradient({ precision, ...input });
      return [queries, W_q, W_o].filter((one) => one !== undefined);
    });
  });

  it('softmax, from the smallest logits to the largest', () => {
    for (const scale of [1e-30, 1, 30, 90, 300, 1e30]) {
      const { shape, data } = signed([5, 33], 1);
      // The logits are rounded to float32 first, so that the reference in double computes with the same numbers as the
      // relaxed build.
      const logits = { shape, data: Float32Array.from(data, (x) => x * scale) };
      expectNear((engine, precision) => [engine.softmax({ precision, logits })]);
    }
  });
});

/**
 * The softmax of the logits (x, 0) gives x the weight e^x / (1 + e^x). For x ≤ −18 and floats, this weight equals e^x,
 * because 1 + e^x rounds to 1. So these tests measure exp through such weights.
 */
describe('exp of floats is within 2 units in the last place', () => {
  const precision = 'float32';
  const x = Float32Array.from({ length: 10_001 }, (_, i) => -18 - i * 0.0068);
  const exponentials = Float64Array.from(x, Math.exp);

  const ways: Record<string, () => ArrayLike<number>> = {
    softmax: () => {
      const logits = { shape: [x.length, 2], data: Array.from(x).flatMap((one) => [one, 0]) };
      const { data } = relaxed.naiveSoftmax({ precision, logits });
      return data.filter((_, i) => i % 2 === 0);
    },
    'streaming attention, a weight': () => streamed([0, 1]),
    'streaming attention, what an earlier tile shrinks by': () => streamed([1, 0]),
  };
  function streamed(keys: readonly number[]): ArrayLike<number> {
    const list = { shape: [2, 1], data: keys };
    const input = { precision, queries: { shape: [x.length, 1], data: x }, keys: list } as const;
    const { output } = relaxed.streamingAttention({
      ...input,
      values: list,
      divisor: 'none',
      tileKeys: 1,
    });
    return output.data;
  }

  it.each(Object.entries(ways))('%s', (_, way) => {
    const found = way();
    expect(found.length).toBe(x.length);
    const units = Array.from(exponentials, (right, i) => {
      const unit = 2 ** (Math.floor(Math.log2(right)) - 23);
      return Math.abs((found[i] ?? Number.NaN) - right) / unit;
    });
    expect(Math.max(...units)).toBeLessThanOrEqual(2);
  });
});

it('numbers that are not finite give the same result in every lane', () => {
  const odd = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const logits = { shape: [3, 7], data: odd.flatMap((x) => [x, 0, 1, 2, x, 3, 4]) };
  for (const precision of ['float32', 'float64'] as const) {
    const [found, right] = [relaxed, plain].map((engine) =>
      Array.from(engine.softmax({ precision, logits }).data, Number.isNaN),
    );
    expect(found).toEqual(right);
    expect(found?.filter(Boolean)).toHaveLength(14);
  }
});

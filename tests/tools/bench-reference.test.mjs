// SPDX-License-Identifier: MIT
import { describe, expect, test } from 'vitest';
import { peakModule, peakOperations } from '../../tools/bench/peak-module.mjs';
import { largestError, referenceOf } from '../../tools/bench/reference.mjs';
import { operations, parseShape } from '../../tools/bench/shapes.mjs';
import { tensorsOf } from '../../tools/bench/tensors.mjs';

describe('reference outputs', () => {
  test('inputs are the same numbers in every process', () => {
    const { queries, keys } = tensorsOf(parseShape('attention:2x3x4'));
    expect(queries.shape).toEqual([2, 3, 4]);
    expect([...queries.data.subarray(0, 3)]).toEqual([
      ...tensorsOf(parseShape('attention:2x3x4')).queries.data.subarray(0, 3),
    ]);
    expect(queries.data).not.toEqual(keys.data);
    const { data } = tensorsOf(parseShape('matmul:64')).a;
    const mean = data.reduce((a, b) => a + b, 0) / data.length;
    expect(Math.abs(mean)).toBeLessThan(0.05);
    expect(Math.sqrt(data.reduce((a, b) => a + b * b, 0) / data.length)).toBeCloseTo(1, 1);
  });

  test('two keys by hand', () => {
    const shape = parseShape('attention:1x2x4');
    const { queries, keys, values } = tensorsOf(shape);
    const [score0, score1] = [0, 4].map((key) =>
      queries.data.subarray(0, 4).reduce((sum, q, p) => sum + q * keys.data[key + p], 0),
    );
    const weight = 1 / (1 + Math.exp((score1 - score0) / 2));
    const wanted = weight * values.data[0] + (1 - weight) * values.data[4];
    expect(referenceOf(shape)[0]).toBeCloseTo(wanted, 6);
  });

  test('with one token, multi-head attention is two projections', () => {
    const shape = parseShape('multi-head:2x1');
    const { x, W_v, W_o } = tensorsOf(shape);
    const project = (row, { data }) =>
      Array.from({ length: 512 }, (_, out) =>
        row.reduce((sum, value, p) => sum + value * data[out * 512 + p], 0),
      );
    const wanted = project(project([...x.data.subarray(512)], W_v), W_o);
    expect(largestError(referenceOf(shape).subarray(512), wanted)).toBeLessThan(1e-12);
  });

  test('a product transposes the second matrix; rows of softmax sum to 1', () => {
    const product = parseShape('matmul:2');
    const { a, b } = tensorsOf(product);
    const entry = a.data[0] * b.data[2] + a.data[1] * b.data[3];
    expect(referenceOf(product)[1]).toBeCloseTo(entry, 12);
    const weights = referenceOf(parseShape('softmax:3'));
    expect(weights[3] + weights[4] + weights[5]).toBeCloseTo(1, 12);
  });

  test('an error is relative to the largest entry; NaN and wrong sizes give NaN', () => {
    expect(largestError([1, -4.5], [1, -5])).toBe(0.1);
    expect(largestError([Number.NaN, 1, 2], [1, 1, 1])).toBeNaN();
    expect(largestError([1], [1, 1])).toBeNaN();
  });

  test('counts operations', () => {
    expect(operations(parseShape('attention:8x64x64'))).toBe(4 * 8 * 64 * 64 * 64);
    expect(operations(parseShape('multi-head:1x64'))).toBe(142_606_336);
    expect(operations(parseShape('softmax:1024'))).toBeUndefined();
  });
});

test('the peak module computes what its operation count assumes', async () => {
  const { instance } = await WebAssembly.instantiate(peakModule('mul + add'));
  // A round replaces x by x/2 + 1/2 in each of 12 chains; `run` returns their sum. Chain k starts at k = 1 … 12, so the
  // sum after one round is Σ (k/2 + 1/2) = 45. Each chain converges to 1.
  expect(instance.exports.run(1)).toBe(45);
  expect(instance.exports.run(100)).toBe(12);
  expect(peakOperations(1)).toBe(12 * 4 * 2);
  const [plain, fused] = [peakModule('mul + add'), peakModule('fma')];
  expect(fused.length).toBeLessThan(plain.length);
});

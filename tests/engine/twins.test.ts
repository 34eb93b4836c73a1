// SPDX-License-Identifier: MIT
// Tests that the SIMD and the scalar WebAssembly build, which are compiled from the same source, return equal results.
import { describe, expect, it } from 'vitest';
import { Engine, KERNELS } from '../../web/src/engine/index.ts';
import { REQUESTS } from './requests.ts';
import { openEngine, PRECISIONS, randomTensor } from './support.ts';

const { engine: simd } = await openEngine('simd');
const { engine: scalar } = await openEngine('scalar');

it('every method of the engine has a request, and every request a method', () => {
  // These members have no entry in REQUESTS, because sentence-model.test.ts and load.test.ts test them.
  const loading = ['sentenceModel', 'canTrain', 'withTraining'];
  const methods = Object.getOwnPropertyNames(Engine.prototype).filter(
    (name) => !loading.includes(name),
  );
  const requested = new Set(Object.keys(REQUESTS).map((name) => name.split(',')[0]));
  expect([...requested, 'constructor'].sort()).toEqual(methods.sort());
});

describe.each(PRECISIONS)('both builds give the same bits, %s', (precision) => {
  it.each(KERNELS)('kernel regression and its gradient, %s', (kernel) => {
    for (const n of [1, 2, 3, 4, 5, 7, 8, 13, 31, 64]) {
      const d = 1 + (n % 5);
      const input = {
        precision,
        kernel,
        sigma: 0.4,
        queries: randomTensor([9, d], n),
        keys: randomTensor([n, d], n + 100),
        values: randomTensor([n, 3], n + 200),
        curveQueries: randomTensor([17, d], n + 300),
      };
      expect(simd.kernelRegression(input)).toEqual(scalar.kernelRegression(input));
      const backward = { ...input, outputGradient: randomTensor([9, 3], n + 400) };
      expect(simd.kernelRegressionGradient(backward)).toEqual(
        scalar.kernelRegressionGradient(backward),
      );
    }
  });

  it('softmax, from the smallest logits to the largest', () => {
    for (const scale of [1e-30, 1, 30, 90, 300, 1e30])
      for (const n of [1, 3, 4, 6, 33]) {
        const { shape, data } = randomTensor([5, n], n);
        const logits = { shape, data: Array.from(data, (x) => (x - 0.5) * scale) };
        const input = { precision, logits };
        expect(simd.softmax(input)).toEqual(scalar.softmax(input));
      }
  });

  it.each(Object.entries(REQUESTS))('%s', (_name, { call }) => {
    expect(call(simd, precision)).toEqual(call(scalar, precision));
  });

  it('for numbers that are not finite', () => {
    const odd = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    const data = odd.flatMap((x) => [x, 0, 1, 2, x, 3, 4]);
    const logits = { shape: [3, 7], data };
    expect(simd.softmax({ precision, logits })).toEqual(scalar.softmax({ precision, logits }));
  });
});

// SPDX-License-Identifier: MIT
// Tests that the SIMD build and the native library, which are compiled from the same source, return the same bits,
// except where they call functions of the platform (cpp/README.md, "Numbers").
import { afterAll, describe, expect, it } from 'vitest';
import { DISTRIBUTIONS, Engine, KERNELS, type Kernel } from '../../web/src/engine/index.ts';
import { openNative } from './native.ts';
import { methodOf, REQUESTS } from './requests.ts';
import { openEngine, PRECISIONS, randomTensor, TWINS } from './support.ts';

const { engine: wasm } = await openEngine('simd');
const native = openNative();
afterAll(() => native.close());

/** Calls both engines and compares the results. Numbers must be identical, except that all NaN are equal. */
function expectSameBits(call: (engine: Engine) => unknown): void {
  expect(call(native.engine)).toEqual(call(wasm));
}

it('every method of the engine has a request, and every request a method', () => {
  // These members have no entry in REQUESTS, because tests of models and load.test.ts test them.
  const loading = ['sentenceModel', 'talesModel', 'canTrain', 'withTraining', 'twin', 'asked'];
  const members = [...Object.keys(wasm), ...Object.getOwnPropertyNames(Engine.prototype)];
  const methods = members.filter((name) => !loading.includes(name));
  const requested = new Set(Object.keys(REQUESTS).map((name) => methodOf(name)));
  expect([...requested, 'constructor'].sort()).toEqual(methods.sort());
});

/** Requests that call `tanh`, `acos`, `erfc`, or, even in float32, `exp` of doubles. Their last bits may differ. */
const PLATFORM = [
  ...['additiveScores', 'attention, additive scores', 'attentionGradient, additive scores'],
  ...['angles', 'ksDistance', 'newDotProductMoments', 'newSaturation', 'positionalEncoding'],
];
/** Methods that call `exp` of doubles in float64. There, their last bits may differ. */
const EXPONENTIAL = [
  ...['softmax', 'naiveSoftmax', 'softmaxStatistics', 'maskedSoftmax', 'crossEntropy'],
  ...['attention', 'attentionGradient', 'streamingAttention', 'selfSimilarity'],
  ...['multiHead', 'multiHeadOutput', 'multiHeadGradient'],
  ...['kernelRegression', 'kernelRegressionGradient', 'newTrainer', 'newLanguageModel'],
];
const EXPONENTIAL_KERNELS: readonly Kernel[] = ['gaussian', 'dot'];
/** Excluded, because the engine cannot read a tensor's numbers from the memory of the native program. */
const RESIDENT = 'newTensor';

describe.each(PRECISIONS)('the same bits natively, %s', (precision) => {
  const isDouble = precision === 'float64';

  it.each(KERNELS.filter((kernel) => !isDouble || !EXPONENTIAL_KERNELS.includes(kernel)))(
    'kernel regression and its gradient, %s',
    (kernel) => {
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
          outputGradient: randomTensor([9, 3], n + 400),
        };
        expectSameBits((engine) => engine.kernelRegression(input));
        expectSameBits((engine) => engine.kernelRegressionGradient(input));
      }
    },
  );

  const requests = Object.entries(REQUESTS).filter(
    ([name]) =>
      ![RESIDENT, ...PLATFORM].includes(name) &&
      !(isDouble && EXPONENTIAL.includes(methodOf(name))),
  );
  it.each(requests)('%s', (_name, { call }) => {
    expectSameBits((engine) => call(engine, precision));
  });
});

it.each(DISTRIBUTIONS)(
  'every build draws the same bits as the native library, %s',
  async (distribution) => {
    const engines = await Promise.all(TWINS.map(async (twin) => (await openEngine(twin)).engine));
    const [expected, ...found] = [native.engine, ...engines].map((engine) =>
      engine.random({ precision: 'float64', shape: [10_000], seed: 2024, stream: 5, distribution }),
    );
    for (const one of found) expect(one).toEqual(expected);
  },
);

describe('the same bits natively, float32', () => {
  const precision = 'float32';

  it('softmax, from the smallest logits to the largest', () => {
    for (const scale of [1e-30, 1, 30, 90, 300, 1e30])
      for (const n of [1, 3, 4, 6, 33]) {
        const { shape, data } = randomTensor([5, n], n);
        const logits = { shape, data: Array.from(data, (x) => (x - 0.5) * scale) };
        expectSameBits((engine) => engine.softmax({ precision, logits }));
      }
  });

  it('softmax of numbers that are not finite', () => {
    const odd = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    const data = odd.flatMap((x) => [x, 0, 1, 2, x, 3, 4]);
    const logits = { shape: [3, 7], data };
    expectSameBits((engine) => engine.softmax({ precision, logits }));
  });

  it('sums of squares of up to twenty irrational numbers', () => {
    const irrational = (rows: number, d: number) => ({
      shape: [rows, d],
      data: Array.from({ length: rows * d }, (_, i) => Math.sin(i + rows)),
    });
    for (let d = 1; d <= 20; d++) {
      const input = {
        precision,
        queries: irrational(20, d),
        keys: irrational(30, d),
        values: irrational(30, 2),
        outputGradient: irrational(20, 2),
      } as const;
      expectSameBits((engine) => engine.kernelRegression(input));
      expectSameBits((engine) => engine.kernelRegressionGradient(input));
    }
  });
});

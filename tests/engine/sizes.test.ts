// SPDX-License-Identifier: MIT
// Tests calls whose sizes exceed 32 bits, the width of an index in WebAssembly. If a size wrapped around, the memory
// check would pass, and the call would write outside its memory.
import { describe, expect, it } from 'vitest';
import type { LanguageModel, Precision, Tensor } from '../../web/src/engine/index.ts';
import { LANGUAGE_MODEL } from './inputs.ts';
import { canaries, freshEngines, outcomeOf } from './instances.ts';
import { call, type Method } from './requests.ts';
import { PRECISIONS } from './support.ts';

const fresh = await freshEngines('simd');
const healthy = canaries(fresh().engine);

const filled = (number: number, ...shape: number[]): Tensor => {
  const size = shape.reduce((product, side) => product * side, 1);
  return { shape, data: new Float64Array(size).fill(number) };
};
const zeros = (...shape: number[]): Tensor => filled(0, ...shape);

/** Calls with a size of n²: the number of a tensor's entries, the width of a projection, or the number of heads. */
function squares(n: number): [name: Method, input: object][] {
  const [long, wide, one] = [zeros(n, 1), zeros(1, n), zeros(1, 1)];
  const column = { queries: long, keys: long, values: long };
  const single = { queries: long, keys: one, values: one };
  const hidden = { W_q: long, W_k: long, w_v: zeros(n) };
  const full = { ...single, numHeads: n, W_q: long, W_k: long, W_v: long, W_o: wide };
  const items = { queries: zeros(n, 1, 1), keys: zeros(n, 1, 1), values: zeros(n, 1, 1) };
  // One valid length applies to n items with n heads each. The library divides an index by this number of heads, n².
  const line = zeros(1, n, 1, 1);
  const lens = { queries: line, keys: line, values: line, validLens: filled(1, 1) };
  // The projections have n heads of n components. W_o has n² mod 2³² columns, the width after a wrap-around.
  const weights = { W_q: long, W_k: long, W_v: long, W_o: zeros(1, n ** 2 % 2 ** 32) };
  const inputs = { queries: wide, keys: wide, values: wide, numHeads: n, projection: 'shared' };
  const shared = { ...inputs, ...weights };
  const narrow = { ...shared, W_q: one, W_k: one };
  const heads = [
    { ...full, numHeads: 1, outputGradient: long },
    { ...full, outputGradient: long },
    { ...full, ...items, outputGradient: items.queries },
    { ...full, ...lens, outputGradient: line },
    { ...shared, outputGradient: one },
    { ...narrow, outputGradient: one },
  ];
  const model = { ...LANGUAGE_MODEL, heads: 1 };
  const sgd = { optimizer: 'sgd', learningRate: 0.1 };
  const start = { W_q: wide, W_k: wide, W_v: one };
  return [
    ['scaledDotScores', column],
    ['gaussianScores', column],
    ['angles', column],
    ['additiveScores', { ...column, W_q: one, W_k: one, w_v: zeros(1) }],
    ['additiveScores', { ...single, ...hidden }],
    ['softmaxStatistics', { logits: wide }],
    ['kernelRegression', column],
    ['kernelRegressionGradient', { ...column, outputGradient: long }],
    ['attention', column],
    ['attention', { ...single, ...hidden, score: 'additive' }],
    ['attention', { ...single, values: wide }],
    ['attentionGradient', { ...column, outputGradient: long }],
    ['streamingAttention', { ...single, values: wide }],
    ['streamingAttention', { ...column, tileQueries: 2 ** 31 - 1, tileKeys: 2 ** 31 - 1 }],
    ...(['multiHead', 'multiHeadOutput', 'multiHeadGradient'] as const).flatMap((name) =>
      heads.map((input): [Method, object] => [name, input]),
    ),
    ['multiHeadOutput', { ...single, numHeads: 1, projection: 'none', W_o: long }],
    ['selfSimilarity', { tokens: long, W_q: wide, W_k: wide }],
    ['positionalEncoding', { positions: n, width: n }],
    ['alibiBias', { numHeads: 1, m: n, n }],
    ['alibiBias', { numHeads: n, m: n, n: 1 }],
    ['random', { shape: [n, n], seed: 1 }],
    ['random', { shape: [n, n, n, n], seed: 1 }],
    ['newTensor', { shape: [n, n] }],
    ['newLanguageModel', { ...model, width: n }],
    ['newLanguageModel', { ...model, width: n, vocabulary: n, layers: 0 }],
    ['newLanguageModel', { ...model, width: n, positions: n, layers: 0 }],
    ['newTrainer', { ...sgd, task: 'kernel', inputs: long, targets: long, start: { w: one } }],
    ['newTrainer', { ...sgd, task: 'pointing', targets: long, start: { W_q: long, W_k: long } }],
    ['newTrainer', { ...sgd, task: 'sdpa', inputs: long, targets: long, start }],
    ['newTrainer', { ...sgd, ...inputs, task: 'multi-head', targets: one, start: weights }],
  ];
}

const REFUSED = /^OutOfMemory memory: expected (at most|enough for the result)/;

describe.each([2 ** 16, 2 ** 16 + 1])('a size of %d²', (n) => {
  const calls = squares(n).map(([name, input], i) => [`${name}, call ${i}`, name, input] as const);

  it.each(calls)('is refused by %s', (_, name, input) => {
    for (const precision of PRECISIONS) {
      const { engine } = fresh();
      expect(outcomeOf(() => call(name, input)(engine, precision))).toMatch(REFUSED);
      expect(canaries(engine) === healthy).toBe(true);
    }
  });

  const batch = { tokens: zeros(n), targets: zeros(n), counts: filled(1, n) };
  const uses: [name: string, use: (model: LanguageModel<Precision>) => unknown][] = [
    ['stages', (model) => model.stages({ tokens: batch.tokens })],
    ['gradient', (model) => model.gradient(batch)],
    ['train', (model) => model.train(batch, 1)],
  ];

  it.each(uses)('is refused by a language model’s %s', (_, use) => {
    for (const precision of PRECISIONS) {
      const { engine } = fresh();
      const options = { ...LANGUAGE_MODEL, vocabulary: 2, width: 1, layers: 1, heads: 1 };
      const model = engine.newLanguageModel({ ...options, positions: 0, precision });
      expect(outcomeOf(() => use(model))).toMatch(REFUSED);
      const short = outcomeOf(() => model.stages({ tokens: zeros(3) }));
      expect(short).toContain('weights:');
      expect(canaries(engine) === healthy).toBe(true);
    }
  });
});

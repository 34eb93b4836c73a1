// SPDX-License-Identifier: MIT
// Tests norms, GELU, ALiBi and rotary positions: defaults and empty shapes. Also tests optional gradients. The golden
// cases test the numbers.
import { expect, it } from 'vitest';
import { GRADIENT, GROUPED, list, signed } from './inputs.ts';
import { call, type Method } from './requests.ts';
import { openEngine } from './support.ts';

const { engine } = await openEngine('simd');
const precision = 'float64';

const [x, outputGradient] = [signed([3, 4], 1), signed([3, 4], 2)];
const EPSILON = { epsilon: 1e-5 };
const ROTARY = { base: 10_000, first: 0, pairs: 'adjacent' };

it.each<[method: Method, input: object, defaults: object]>([
  ['layerNorm', { x }, EPSILON],
  ['rmsNorm', { x }, EPSILON],
  ['layerNormGradient', { x, outputGradient }, EPSILON],
  ['rmsNormGradient', { x, outputGradient }, EPSILON],
  ['gelu', { x }, { approximation: 'none' }],
  ['geluGradient', { x, outputGradient }, { approximation: 'none' }],
  ['alibiBias', { numHeads: 1, m: 1, n: 3 }, { alignment: 'top_left' }],
  ['rotary', { x }, ROTARY],
  ['rotaryGradient', { outputGradient }, ROTARY],
])('%s has its defaults', (method, input, defaults) => {
  const full = { ...input, ...defaults };
  expect(call(method, input)(engine, precision)).toEqual(call(method, full)(engine, precision));
});

it('a gradient of one number is returned', () => {
  const tensors = {
    queries: signed([2, 3], 1),
    keys: signed([2, 3], 2),
    values: signed([2, 1], 3),
  };
  const hidden = { W_q: signed([1, 3], 4), W_k: signed([1, 3], 5), w_v: list(1) };
  const input = { precision, score: 'additive', ...tensors, ...hidden } as const;
  const gradient = engine.attentionGradient({ ...input, outputGradient: signed([2, 1], 6) });
  expect(gradient.w_v?.data).toHaveLength(1);
});

it('a gradient of the bias of grouped heads has its shape, and needs a bias', () => {
  const gradient = engine.attentionGradient({ precision, ...GROUPED, ...GRADIENT });
  expect(gradient.scoreBias?.shape).toEqual([2, 1, 5]);
  expect(gradient.keys.shape).toEqual([1, 5, 4]);
  const { scoreBias, ...plain } = GROUPED;
  const without = engine.attentionGradient({ precision, ...plain, ...GRADIENT });
  expect(without).not.toHaveProperty('scoreBias');
});

it('a bias without a gain is read as a bias', () => {
  const x = list(1, 3);
  const options = { precision, x, bias: list(10, 20), epsilon: 0 } as const;
  expect([...engine.layerNorm(options).data]).toEqual([9, 21]);
});

it('shapes without entries stay', () => {
  const none = { shape: [2 ** 25, 0], data: [] };
  expect(engine.layerNorm({ precision, x: none }).shape).toEqual(none.shape);
  expect(engine.gelu({ precision, x: none }).shape).toEqual(none.shape);
  const wide = { shape: [0, 2 ** 25], data: [] };
  expect(engine.rotary({ precision, x: wide }).shape).toEqual(wide.shape);
  const bias = engine.alibiBias({ precision, numHeads: 2, m: 0, n: 2 ** 27 });
  expect(bias.shape).toEqual([2, 0, 2 ** 27]);
});

// SPDX-License-Identifier: MIT
// Tests the defaults and empty shapes of norms, activations and positions. The golden cases test
// their numbers.
import { expect, it } from 'vitest';
import { list, signed } from './inputs.ts';
import { openEngine } from './support.ts';

const { engine } = await openEngine('simd');
const precision = 'float64';

it('norms add 1e-5 by default', () => {
  const input = { precision, x: signed([3, 4], 1), outputGradient: signed([3, 4], 2) } as const;
  const epsilon = 1e-5;
  expect(engine.layerNorm(input)).toEqual(engine.layerNorm({ ...input, epsilon }));
  expect(engine.rmsNorm(input)).toEqual(engine.rmsNorm({ ...input, epsilon }));
  expect(engine.layerNormGradient(input)).toEqual(engine.layerNormGradient({ ...input, epsilon }));
  expect(engine.rmsNormGradient(input)).toEqual(engine.rmsNormGradient({ ...input, epsilon }));
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

it('a bias without a gain is read as a bias', () => {
  const x = list(1, 3);
  const options = { precision, x, bias: list(10, 20), epsilon: 0 } as const;
  expect([...engine.layerNorm(options).data]).toEqual([9, 21]);
});

it('GELU is exact by default, and ALiBi aligned at the top left', () => {
  expect(engine.gelu({ precision, x: list(1) }).data[0]).toBeCloseTo(0.8413447460685429, 12);
  const slope = engine.geluGradient({ precision, x: list(1), outputGradient: list(1) });
  expect(slope.data[0]).toBeCloseTo(1.0833154705876864, 12);
  const bias = engine.alibiBias({ precision, numHeads: 1, m: 1, n: 3 });
  expect(bias.shape).toEqual([1, 1, 3]);
  expect([...bias.data]).toEqual([-0, -1 / 256, -2 / 256]);
});

it('rotary positions start at 0 with the base 10,000 and adjacent pairs by default', () => {
  const x = signed([3, 4], 1);
  const options = { base: 10_000, first: 0, pairs: 'adjacent' } as const;
  expect(engine.rotary({ precision, x })).toEqual(engine.rotary({ precision, x, ...options }));
  const back = { precision, outputGradient: x } as const;
  expect(engine.rotaryGradient(back)).toEqual(engine.rotaryGradient({ ...back, ...options }));
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

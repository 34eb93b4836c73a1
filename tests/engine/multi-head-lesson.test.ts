// SPDX-License-Identifier: MIT
// Tests the lesson "multi-head" without a page: the numbers of its page Verify.
import { describe, expect, it } from 'vitest';
import { createEngine, type Tensor } from '../../web/src/engine/index.ts';
import { largestDifference } from '../../web/src/lessons/matrix.ts';
import { influenceOf } from '../../web/src/lessons/multi-head/claims-formulas.ts';
import {
  case002,
  case004,
  compute,
  countOf,
  D_MODEL,
  requestOf,
  type State,
  TOKENS,
  with_,
} from '../../web/src/lessons/multi-head/compute.ts';
import { goldenOf } from './support.ts';

const engine = await createEngine({ simd: 'simd' });
const at = (change: Partial<State>) => compute(with_(change), engine);

describe('multi-head, the lesson', () => {
  it.each([
    ['mha_004', 'pub-mha_004-01', case004(), '004_as_printed'],
    ['mha_002', 'pub-mha_002-01', case002(), '002_as_printed'],
    ['mha_002', 'pub-mha_002-09', case002(), '002_as_meant'],
  ] as const)('reproduces the reference case: %s, %s', (file, id, own, variant) => {
    const { inputs, float64 } = goldenOf(file, id);
    const same = (name: string, given: Tensor | undefined) =>
      expect(Array.from(given?.data ?? []), name).toEqual(inputs[name]?.data);
    for (const name of ['W_q', 'W_k', 'W_v'] as const) same(name, own[name]);
    expect(TOKENS.data).toEqual((inputs.q ?? inputs.queries)?.data);
    const found = engine.multiHead({ ...own, variant });
    for (const [name, stage] of [
      ['weights', found.heads.weights],
      ['concat', found.concat],
      ['out', found.output],
    ] as const)
      stage.data.forEach((x, i) => {
        expect(x, `${name}[${i}]`).toBeCloseTo(float64.outputs[name]?.data[i] as number, 12);
      });
  });

  it('has the same number of parameters for any number of heads, and more scores', () => {
    const count = (change: Partial<State>) => countOf(...Object.values(at(change).parameters));
    for (const heads of [1, 2, 4, 8]) {
      expect(count({ heads })).toBe(4 * (D_MODEL ** 2 + D_MODEL));
      expect(at({ heads }).run.heads.scores.shape).toEqual([heads, 4, 4]);
    }
    expect(count({ variant: '002_as_meant' })).toBe(3 * 4 ** 2 + D_MODEL ** 2 + D_MODEL);
  });

  it('has 004 equal to the standard, 002’s two classes equal, and their layers without effect', () => {
    for (const mask of ['none', 'causal'] as const) {
      const output = (variant: State['variant'], layers: State['layers'] = 'drawn') =>
        at({ mask, variant, layers }).run.output;
      const [standard, printed] = [output('standard'), output('002_as_printed')];
      expect(output('004_as_printed')).toEqual(standard);
      expect(largestDifference(printed.data, standard.data)).toBeGreaterThan(1);
      output('002_tensorflow').data.forEach((x, i) => {
        expect(x).toBeCloseTo(printed.data[i] as number, 12);
      });
      expect(output('002_as_printed', 'million')).toEqual(printed);
      expect(output('002_as_meant', 'million')).not.toEqual(output('002_as_meant'));
    }
  });

  it('traces which token affects which output, in agreement with small changes', () => {
    const state = with_({ mask: 'causal', heads: 4 });
    const { inputs } = compute(state, engine);
    const influence = influenceOf(engine, requestOf(state, inputs));
    influence.forEach((row, i) => {
      row.forEach((size, j) => {
        if (j > i) expect(size).toBe(0);
        else expect(size).toBeGreaterThan(0);
      });
    });
    const [i, j, step] = [3, 1, 1e-5];
    const outputAt = (c: number, change: number) => {
      const at = j * D_MODEL + c;
      const data = Array.from(inputs.x.data);
      const x = { ...inputs.x, data: data.with(at, (data[at] as number) + change) };
      return engine.multiHead(requestOf(state, { ...inputs, x })).output.data;
    };
    const slopes = Array.from({ length: D_MODEL }, (_, c) => {
      const [up, down] = [outputAt(c, step), outputAt(c, -step)];
      return Array.from({ length: D_MODEL }, (__, o) =>
        Math.abs(((up[i * D_MODEL + o] as number) - (down[i * D_MODEL + o] as number)) / step / 2),
      );
    });
    expect(influence[i]?.[j]).toBeCloseTo(Math.max(...slopes.flat()), 7);
  });
});

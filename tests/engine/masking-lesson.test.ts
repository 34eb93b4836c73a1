// SPDX-License-Identifier: MIT
// Tests the lesson "masking" without a page: the numbers of its page Verify. masking-scenes.test.ts tests its scenes.
import { describe, expect, it } from 'vitest';
import { createEngine, type Tensor } from '../../web/src/engine/index.ts';
import {
  compute,
  computeSample,
  computeTwice,
  DRAWN,
  EXAMPLE,
  type SampleState,
  type State,
  TREATMENT_IDS,
  type Treatment,
} from '../../web/src/lessons/masking/compute.ts';
import { goldenOf } from './support.ts';

/** A state with one valid length per query. */
const ROWS = { lens: [3, 2, 4, 1, 5] };

/** The number of keys with a positive weight. */
const usedIn = (row: readonly number[]): number => row.filter((weight) => weight > 0).length;
/** The entries [index, found, expected] that differ by more than rounding. */
const differences = (found: readonly number[], expected: ArrayLike<number> = []) =>
  found.flatMap((x, i) =>
    Math.abs(x - (expected[i] ?? Number.NaN)) <= 1e-12 ? [] : [[i, x, expected[i]]],
  );

const engine = await createEngine({ simd: 'simd' });
const at = (change: Partial<State>) => compute({ ...EXAMPLE, ...change }, engine);
const weightsOf = (treatment: Treatment, change: Partial<State>) =>
  at(change).treated[treatment]().weights[1] ?? [];

describe('masking, the page Verify', () => {
  it('shows the golden numbers of two calls on one tensor, and on copies', () => {
    const { inputs, float64 } = goldenOf('masked_softmax_lens', 'pub-masked_softmax_lens-12');
    const { first, same, fresh } = computeTwice(EXAMPLE, engine, inputs.X as Tensor);
    expect(differences(first.flat(), float64.outputs.y1?.data)).toEqual([]);
    expect(differences(same.tensor.flat(), float64.outputs.X_after_first?.data)).toEqual([]);
    expect(differences(same.weights.flat(), float64.outputs.y2_seed_behaviour?.data)).toEqual([]);
    expect(differences(fresh.weights.flat(), float64.outputs.y2_correct?.data)).toEqual([]);
  });

  it('draws the same numbers as PyTorch and computes the same weights', () => {
    const one = goldenOf('masked_softmax_lens', 'pub-masked_softmax_lens-04');
    const two = goldenOf('masked_softmax_lens', 'pub-masked_softmax_lens-05');
    const { first, same, fresh } = at({}).twice();
    expect(DRAWN.data).toEqual(one.inputs.X?.data);
    expect(differences(first.flat(), one.float64.outputs.y?.data)).toEqual([]);
    expect(differences(fresh.weights.flat(), two.float64.outputs.y?.data)).toEqual([]);
    const rounded = (row: readonly number[] = []) => row.map((x) => Number(x.toFixed(4)));
    expect(rounded(same.weights[1])).toEqual([0.4191, 0.5809, 0, 0]);
    expect(rounded(same.weights[3])).toEqual([0.2882, 0.3337, 0.3781, 0]);
    expect(same.weights.map(usedIn)).toEqual([1, 2, 2, 3]);
    expect(fresh.weights.map(usedIn)).toEqual([1, 3, 2, 4]);
  });

  it('combines lengths and order into the visible keys', () => {
    const seen = (change: Partial<State>) =>
      at(change)
        .visible.map((row) => row.join(''))
        .join(' ');
    expect(seen({})).toBe('11111 11111 11111 11111 11111');
    expect(seen({ causal: 'on' })).toBe('10000 11000 11100 11110 11111');
    expect(seen(ROWS)).toBe('11100 11000 11110 10000 11111');
    expect(seen({ ...ROWS, causal: 'on' })).toBe('10000 11000 11100 10000 11111');
    const read = { causal: 'on', convention: 'hide' } as const;
    expect(seen(read)).toBe('01111 00111 00011 00001 00000');
  });

  it('gives each masking method its own weights for a query without visible keys', () => {
    const nobody = { lens: [3, 0, 4, 1, 5] };
    const open = weightsOf('exclude', {});
    for (const id of ['exclude', 'fill4', 'fill6', 'fill9', 'fill20'] as const)
      expect(weightsOf(id, nobody)).toEqual([0.2, 0.2, 0.2, 0.2, 0.2]);
    expect(weightsOf('infinity', nobody)).toEqual(Array(5).fill(Number.NaN));
    expect(weightsOf('exclude', { ...nobody, emptyRow: 'zeros' })).toEqual([0, 0, 0, 0, 0]);
    expect(weightsOf('exclude', { ...nobody, emptyRow: 'nan' })[0]).toBeNaN();
    weightsOf('add9', nobody).forEach((weight, j) => {
      expect(weight).toBeCloseTo(open[j] ?? Number.NaN, 6);
    });
    expect(weightsOf('add9', { ...nobody, precision: 'float32' })[0]).toBeCloseTo(0.2, 7);
  });

  it.each([
    [1, []],
    [1e3, []],
    [1e4, ['fill4']],
    [1e6, ['fill4', 'fill6']],
    [1e9, ['fill4', 'fill6', 'fill9', 'add9']],
    [1e20, ['fill4', 'fill6', 'fill9', 'fill20', 'add9']],
  ])('leaks if scores are as low as the fill, at size %s', (size, leaking) => {
    for (const precision of ['float64', 'float32'] as const) {
      const { treated } = at({ ...ROWS, size, precision });
      const leak = (id: Treatment) => treated[id]().leaks[1] ?? Number.NaN;
      expect(TREATMENT_IDS.filter((id) => leak(id) > 1e-6)).toEqual(leaking);
      for (const id of TREATMENT_IDS)
        expect(treated[id]().weights[1]?.reduce((sum, x) => sum + x, 0)).toBeCloseTo(1, 6);
    }
  });

  it('runs the documents’ example as PyTorch does, with any seed', () => {
    const { float64 } = goldenOf('additive_attention', 'pub-additive_attention-01');
    const sampleOf = (change: Partial<SampleState>) =>
      computeSample({ ...EXAMPLE, seed: 1, ...change }, engine);
    for (const score of ['additive', 'dot'] as const) {
      for (const seed of [0, 1, 7]) {
        const { output, weights, shape } = sampleOf({ score, seed });
        expect(shape).toEqual([2, 1, 10]);
        expect(differences(output.flat(), float64.outputs.out?.data)).toEqual([]);
        expect(weights.map(usedIn)).toEqual([2, 6]);
      }
      const drawn = sampleOf({ score, keys: 'drawn' }).output.flat();
      expect(differences(drawn, float64.outputs.out?.data).length).toBe(8);
    }
    const again = { keys: 'drawn', seed: 5 } as const;
    expect(sampleOf(again)).toEqual(sampleOf(again));
  });
});

// SPDX-License-Identifier: MIT
// Tests the lesson "softmax" without a page: the numbers that it computes, and its experiments, which measure claims of
// the source texts.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import { experiments } from '../../web/src/lessons/softmax/claims.ts';
import { compute, EXAMPLE, type State } from '../../web/src/lessons/softmax/compute.ts';
import { measureAll } from './lessons.ts';

interface GoldenCase {
  readonly id: string;
  readonly expected: Readonly<Record<string, { readonly data: number[] }>>;
  readonly expected_f32: Readonly<Record<string, { readonly data: number[] }>>;
}

/**
 * One entry of an output of a golden case (tests/golden), by default the first, as computed in
 * double (`f64`) or float (`f32`).
 */
function golden(file: string, id: string, name: string, at = 0, kind: 'f64' | 'f32' = 'f64') {
  const text = readFileSync(new URL(`../golden/${file}.json`, import.meta.url), 'utf8');
  const found = (JSON.parse(text).cases as GoldenCase[]).find((one) => one.id === id);
  return (kind === 'f64' ? found?.expected : found?.expected_f32)?.[name]?.data[at] as number;
}

const engine = await createEngine({ simd: 'simd' });
const { measured, verdicts } = await measureAll(experiments, engine);
const at = (change: Partial<State>) => compute({ ...EXAMPLE, ...change }, engine);

describe('softmax, the lesson', () => {
  it.each([
    [1, 'pub-softmax_stats-01', 0.0702594],
    [2, 'pub-softmax_stats-02', 0.3058078],
  ])('shows the golden numbers at temperature %s', (temperature, id, ledger) => {
    const numbers = at({ temperature });
    const stats = (name: string, i = 0) => golden('softmax_stats', id, name, i);
    expect(numbers.entries[0]?.weight).toBeCloseTo(stats('y'), 14);
    expect(numbers.largest).toBeCloseTo(stats('max'), 14);
    expect(numbers.entropy).toBeCloseTo(stats('entropy'), 14);
    expect(numbers.jacobianNorm).toBeCloseTo(stats('jacobian_fro'), 14);
    expect(numbers.jacobianNorm).toBeCloseTo(ledger, 7);
    numbers.jacobian.flat().forEach((value, i) => {
      expect(value).toBeCloseTo(stats('jacobian', i), 14);
    });
  });

  it('shows the ledger’s norm at temperature 4, and the largest possible one at a tie', () => {
    expect(at({ temperature: 4 }).jacobianNorm).toBeCloseTo(0.4144114, 7);
    expect(at({ x: [5, 5, -500], target: 1 }).jacobianNorm).toBeCloseTo(0.5, 14);
  });

  it('computes in the requested precision', () => {
    const weight = golden('softmax_stats', 'pub-softmax_stats-01', 'y', 3, 'f32');
    expect(at({ precision: 'float32' }).entries[3]?.weight).toBe(weight);
  });

  it('standardises as PyTorch does, which equals a temperature', () => {
    const { entries, ...numbers } = at({ scaling: 'standardise' });
    expect(entries.map(({ logit }) => logit)).toEqual([-0.5, -0.5, -0.5, 1.5]);
    expect(numbers.deviation).toBe(2);
    expect(numbers.logitSkewness).toBeCloseTo(golden('misc', 'pub-misc-02', 'skew_z'), 12);
    expect(numbers.jacobianNorm).toBeCloseTo(at({ temperature: 2 }).jacobianNorm, 14);
  });

  it('has no weights if equal entries are standardised, and no shares if they sum to 0', () => {
    expect(at({ x: [3, 3, 3], target: 1, scaling: 'standardise' }).hasWeights).toBe(false);
    const balanced = at({ x: [-1, 1], target: 1 });
    expect(balanced.hasWeights).toBe(true);
    expect(balanced.entries.map(({ plain }) => plain)).toEqual([Number.NaN, Number.NaN]);
    expect(at({ x: [7], target: 1 }).largest).toBe(1);
    expect(at({ x: [7], target: 1, scaling: 'standardise' }).hasWeights).toBe(false);
  });

  it('gives every statement its verdict', () => {
    expect(verdicts).toEqual({
      example: 'condition',
      chart: 'holds',
      range: 'condition',
      jacobian: 'fails',
      scale: 'holds',
      standardise: 'fails',
      normal: 'condition',
      normalise: 'fails',
      saturate: 'condition',
      loss: 'condition',
      overflow: 'condition',
    });
  });

  it('measures the errata’s numbers', () => {
    expect(measured('example', 'printed')).toBeCloseTo(1.0001, 12);
    expect(measured('standardise', 'outlier')).toBeCloseTo(1.4975367, 7);
    const softmax = [0.0391, 0.7856, 0.1753];
    softmax.forEach((weight, i) => {
      expect(measured('normalise', `p${i + 1}`)).toBeCloseTo(weight, 4);
    });
    const plain = at({ x: [-1, 2, 0.5], target: 1 }).entries.map((entry) => entry.plain);
    [-2 / 3, 4 / 3, 1 / 3].forEach((share, i) => {
      expect(plain[i]).toBeCloseTo(share, 14);
    });
    const entropies = [1, 2, 4, 8].map((temperature) => at({ temperature }).entropy);
    expect(entropies).toEqual([...entropies].sort((a, b) => a - b));
  });

  it('sets states that show what the experiments measure', () => {
    const shown = (id: string) =>
      compute(experiments.find((one) => one.id === id)?.state ?? EXAMPLE, engine);
    expect(shown('example').entries[3]?.weight).toBe(measured('example', 'p4'));
    expect(shown('range').entries[3]?.weight).toBe(measured('range', 'float32'));
    expect(shown('jacobian').jacobianNorm).toBe(measured('jacobian', 'tie'));
    expect(shown('scale').entropy).toBe(measured('scale', 'four'));
    expect(shown('standardise').logitSkewness).toBe(measured('standardise', 'after'));
    expect(shown('normalise').entries[1]?.weight).toBe(measured('normalise', 'p2'));
    expect(shown('saturate').jacobianNorm).toBe(measured('saturate', 'norm'));
    expect(shown('loss').entries[3]?.gradient).toBe(measured('loss', 'wrong'));
    expect(shown('overflow').entries[3]?.naive).toBe(measured('overflow', 'float32'));
    expect(shown('overflow').entries[3]?.naive).toBeNaN();
  });
});

// SPDX-License-Identifier: MIT
// What the lesson computes and decides, through both twins, without a page.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import { agrees, type Measurement, verdictOf } from '../../web/src/lessons/experiment.ts';
import { compute, queryInterval } from '../../web/src/lessons/kernel-regression/compute.ts';
import { experiments } from '../../web/src/lessons/kernel-regression/experiments.ts';
import { fields, type State } from '../../web/src/lessons/kernel-regression/state.ts';
import { initialState } from '../../web/src/state/fields.ts';
import { measureAll } from './lessons.ts';

const DOCUMENT = initialState(fields);
const lines = readFileSync(new URL('../golden/kernel_attention.json', import.meta.url), 'utf8');
const golden = JSON.parse(lines).cases;

for (const twin of ['simd', 'scalar'] as const) {
  const engine = await createEngine({ simd: twin });
  const { measured, verdicts } = await measureAll(experiments, engine);
  const at = (change: Partial<State>) => compute({ ...DOCUMENT, ...change }, engine);

  describe(`kernel regression, the lesson, ${twin}`, () => {
    it('shows the golden numbers for the document’s sample', () => {
      const { expected, expected_f32 } = golden[0];
      expect(at({}).prediction).toBeCloseTo(expected.out.data[0], 12);
      expect(at({ precision: 'float32' }).prediction).toBe(expected_f32.out.data[0]);
      expect(at({}).keyStages.map(({ score }) => score)).toEqual(expected.scores.data);
    });

    it('gives every statement its verdict', () => {
      expect(verdicts).toEqual({
        neighbours: 'holds',
        prediction: 'condition',
        weights: 'holds',
        'printed-sign': 'fails',
        normalised: 'condition',
        wide: 'holds',
        narrow: 'condition',
        dot: 'condition',
        'plane-sample': 'fails',
        'plane-dot': 'condition',
        'plane-gaussian': 'holds',
        'plane-letter': 'condition',
        'plane-length': 'condition',
        'plane-product': 'condition',
        'plane-scale': 'fails',
      });
    });

    it('sets a state in which the reader sees what was measured', () => {
      const shown = (id: string) => {
        const state = experiments.find((one) => one.id === id)?.state ?? DOCUMENT;
        return compute(state, engine);
      };
      expect(shown('neighbours').prediction).toBe(measured('neighbours', 'mean'));
      expect(shown('prediction').prediction).toBe(measured('prediction', 'float32'));
      expect(shown('weights').keyStages[0]?.weight).toBe(measured('weights', 'far'));
      expect(shown('printed-sign').prediction).toBe(measured('printed-sign', 'printed'));
      expect(shown('normalised').weightSum).toBe(measured('normalised', 'empty'));
      expect(shown('narrow').prediction).toBe(measured('narrow', 'below'));
      for (const id of ['wide', 'dot']) {
        const predictions = shown(id).curve.map((point) => point.prediction);
        expect(Math.min(...predictions)).toBe(measured(id, 'smallest'));
        expect(Math.max(...predictions)).toBe(measured(id, 'largest'));
      }
    });

    it('draws a window that is narrower than the curve’s own steps', () => {
      const { curve } = at({ kernel: 'triangular', sigma: 0.01, query: 56 });
      const near = (key: number) =>
        curve.filter((point) => point.hasSupport && Math.abs(point.query - key) < 0.02);
      for (const key of DOCUMENT.keys) expect(near(key).length, `${key}`).toBeGreaterThan(0);
    });

    it('draws the curve from the same numbers as the prediction', () => {
      for (const query of [46, 55, 64]) {
        const { curve, prediction } = at({ query });
        const nearest = curve.find((point) => Math.abs(point.query - query) < 1e-9);
        expect(nearest?.prediction).toBeCloseTo(prediction, 12);
      }
    });
  });
}

describe('a verdict', () => {
  const measured = (tests: Measurement['tests'], computed: number): Measurement => ({
    id: 'x',
    expected: 1,
    computed,
    tolerance: 0.1,
    tests,
  });

  it('holds when all agree, fails when a claim misses, and is conditional when its reach ends', () => {
    expect(verdictOf([measured('claim', 1.05), measured('reach', 1)])).toBe('holds');
    expect(verdictOf([measured('claim', 1.2), measured('reach', 1)])).toBe('fails');
    expect(verdictOf([measured('claim', 1), measured('reach', 2)])).toBe('condition');
    expect(verdictOf([measured('claim', 1), measured('shown', 2)])).toBe('holds');
  });

  it('never holds on NaN', () => {
    expect(agrees(measured('claim', Number.NaN))).toBe(false);
    expect(verdictOf([measured('claim', Number.NaN)])).toBe('fails');
  });
});

describe('the interval of queries', () => {
  it('is round, holds every key with air, and takes in a query from far away', () => {
    expect(queryInterval(DOCUMENT)).toEqual([46, 64]);
    const [low, high] = queryInterval({ ...DOCUMENT, query: 200 });
    expect(low).toBeLessThan(51);
    expect(high).toBeGreaterThanOrEqual(200);
  });

  it('does not collapse when there is one key, or when all are equal', () => {
    for (const keys of [[5], [0, 0, 0], [-3, -3]]) {
      const [low, high] = queryInterval({ ...DOCUMENT, keys, query: keys[0] as number });
      expect(high).toBeGreaterThan(low);
    }
  });
});

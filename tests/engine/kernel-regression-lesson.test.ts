// SPDX-License-Identifier: MIT
// Tests the lesson "kernel-regression" without a page: the numbers that it computes, and its experiments, which measure
// claims of the source texts.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import { createI18n } from '../../web/src/i18n/i18n.ts';
import { drawQuestion } from '../../web/src/lessons/check-question.ts';
import { agrees, type Measurement, verdictOf } from '../../web/src/lessons/experiment.ts';
import { beats, check } from '../../web/src/lessons/kernel-regression/beats.ts';
import { experiments } from '../../web/src/lessons/kernel-regression/claims.ts';
import {
  computeLine as compute,
  queryInterval,
} from '../../web/src/lessons/kernel-regression/compute.ts';
import { fields, type State } from '../../web/src/lessons/kernel-regression/state.ts';
import { initialState } from '../../web/src/state/fields.ts';
import { measureAll } from './lessons.ts';

const DOCUMENT = initialState(fields);
const i18n = await createI18n('en');
const lines = readFileSync(new URL('../golden/kernel_attention.json', import.meta.url), 'utf8');
const golden = JSON.parse(lines).cases;

const engine = await createEngine({ simd: 'simd' });
const { measured, verdicts } = await measureAll(experiments, engine);
const at = (change: Partial<State>) => compute({ ...DOCUMENT, ...change }, engine);

describe('kernel regression, the lesson', () => {
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
      'plane-mean': 'holds',
      'plane-dot': 'condition',
      'plane-gaussian': 'holds',
      'plane-letter': 'condition',
      'plane-length': 'condition',
      'plane-product': 'holds',
      'plane-scale': 'fails',
    });
  });

  it('sets states that show what the experiments measure', () => {
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

  it('answers each check as the nearest value or as the mean, never with the lesson’s numbers', () => {
    const rights = new Set<string>();
    for (let seed = 1; seed <= 60; seed++) {
      const { state, answers, right } = drawQuestion(check, seed, engine, i18n);
      const { keys, values, query, sigma } = state;
      rights.add(right);
      expect(answers).toHaveLength(3);
      expect([...keys, ...values]).not.toEqual([...DOCUMENT.keys, ...DOCUMENT.values]);
      const distances = keys.map((key) => Math.abs(key - query));
      const nearest = values[distances.indexOf(Math.min(...distances))] as number;
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      const text = answers.find(({ id }) => id === right)?.text;
      expect(text).toBe(i18n.number(sigma < 1 ? nearest : mean, { digits: 3 }));
      // The wrong answer "straight" is the linear interpolation between the keys to the left and
      // right of the query.
      const [[k0 = 0, k1 = 0], [v0 = 0, v1 = 0]] = [keys, values];
      const straight = v0 + ((query - k0) / (k1 - k0)) * (v1 - v0);
      expect(answers.find(({ id }) => id === 'straight')?.text).toBe(
        i18n.number(straight, { digits: 3 }),
      );
    }
    expect([...rights].toSorted()).toEqual(['narrow', 'wide']);
  });

  it('animates to states in which a beat’s sentence is true', () => {
    const shown = (id: string) => {
      const { show = {} } = beats.find((beat) => beat.id === id) ?? {};
      const stops = Array.isArray(show) ? show : [show];
      return stops.map((_, i) => at(Object.assign({}, ...stops.slice(0, i + 1))));
    };
    const [tiny, huge] = shown('bandwidth');
    expect(tiny?.keyStages[1]?.weight).toBeGreaterThan(0.999);
    expect(huge?.prediction).toBeCloseTo((40 + 43 + 48) / 3, 2);
    expect(shown('play').map(({ prediction }) => Math.round(prediction))).toEqual([40, 48]);
    expect(shown('formula')[0]?.prediction).toBeCloseTo(45.5, 6);
  });

  it('draws a window that is narrower than the curve’s sampling step', () => {
    const { curve } = at({ kernel: 'triangular', sigma: 0.01, query: 56 });
    const near = (key: number) =>
      curve.filter((point) => point.hasSupport && Math.abs(point.query - key) < 0.02);
    for (const key of DOCUMENT.keys) expect(near(key).length, `${key}`).toBeGreaterThan(0);
  });

  it('uses the same numbers for the curve and the prediction', () => {
    for (const query of [46, 55, 64]) {
      const { curve, prediction } = at({ query });
      const nearest = curve.find((point) => Math.abs(point.query - query) < 1e-9);
      expect(nearest?.prediction).toBeCloseTo(prediction, 12);
    }
  });
});

describe('a verdict', () => {
  const measured = (tests: Measurement['tests'], computed: number): Measurement => ({
    id: 'x',
    expected: 1,
    computed,
    tolerance: 0.1,
    tests,
  });

  it('holds if all agree, fails if a claim misses, and is conditional if its limits are exceeded', () => {
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
  it('is round, contains every key with a margin, and extends to a query far away', () => {
    expect(queryInterval(DOCUMENT)).toEqual([46, 64]);
    const [low, high] = queryInterval({ ...DOCUMENT, query: 200 });
    expect(low).toBeLessThan(51);
    expect(high).toBeGreaterThanOrEqual(200);
  });

  it('does not collapse with one key or with equal keys', () => {
    for (const keys of [[5], [0, 0, 0], [-3, -3]]) {
      const [low, high] = queryInterval({ ...DOCUMENT, keys, query: keys[0] as number });
      expect(high).toBeGreaterThan(low);
    }
  });
});

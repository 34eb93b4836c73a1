// SPDX-License-Identifier: MIT
// Tests the lesson "kernel-regression" without a page: what its scenes say.
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import {
  computeLine as compute,
  EXAMPLE,
} from '../../web/src/lessons/kernel-regression/compute.ts';
import {
  compute as computePeople,
  type State as People,
  fields as peopleFields,
  SIGMA,
  WAIST,
} from '../../web/src/lessons/kernel-regression/people.ts';
import { steps } from '../../web/src/lessons/kernel-regression/steps.ts';
import { initialState } from '../../web/src/state/fields.ts';
import { sumOf } from './support.ts';

const engine = await createEngine({ simd: 'simd' });

const scene = (change: Partial<People>) =>
  computePeople({ ...initialState(peopleFields), ...change }, engine);
const weightsOf = ({ people }: ReturnType<typeof scene>) => people.map(({ weight }) => weight);

describe('the scenes', () => {
  it('divide the heights of the bell by their sum, and average the values', () => {
    for (const query of [47, 50.3, 54, 55, 57, 62])
      for (const sigma of [0.5, 1, 3, 100]) {
        const { people, sum, prediction } = scene({ query, sigma });
        expect(sumOf(people.map(({ height }) => height))).toBeCloseTo(sum, 12);
        for (const { key, distance, score, height, weight } of people) {
          expect(distance).toBeCloseTo(Math.abs(query - key), 12);
          expect(score).toBeCloseTo(-(distance ** 2) / (2 * sigma ** 2), 9);
          expect(height).toBeCloseTo(Math.exp(score), 12);
          expect(weight).toBeCloseTo(height / sum, 12);
        }
        expect(sumOf(people.map(({ part }) => part))).toBeCloseTo(prediction, 12);
      }
  });

  it('never leave the range of the values, at any query and any σ', () => {
    for (const sigma of [SIGMA.min, 0.2, 1, 7, SIGMA.max])
      for (const [, prediction] of scene({ sigma }).curve()) {
        expect(prediction).toBeGreaterThanOrEqual(40);
        expect(prediction).toBeLessThanOrEqual(48);
      }
  });

  it('share a tie at any σ, give the nearest value at a tiny one and the mean at a huge one', () => {
    for (const sigma of [SIGMA.min, 0.2, 0.5]) {
      expect(scene({ query: 57, sigma }).prediction).toBeCloseTo(45.5, 9);
      expect(scene({ query: 53.5, sigma }).prediction).toBeCloseTo(41.5, 9);
      for (const [query, value] of [
        [52, 40],
        [55, 43],
        [60, 48],
      ] as const)
        expect(scene({ query, sigma }).prediction).toBeCloseTo(value, 1);
    }
    // The text says that a tenth of a centimetre decides.
    expect(weightsOf(scene({ query: 57.1, sigma: 0.2 }))[2]).toBeGreaterThan(0.99);
    for (const query of [WAIST.min, 57, WAIST.max]) {
      const huge = scene({ query, sigma: SIGMA.max });
      for (const weight of weightsOf(huge)) expect(weight).toBeCloseTo(1 / 3, 2);
      expect(huge.prediction).toBeCloseTo((40 + 43 + 48) / 3, 1);
    }
  });

  it('use the same numbers for the curve, the bell and the query', () => {
    for (const query of [50, 54, 57, 61]) {
      const { curve, bell, prediction } = scene({ query });
      expect(curve().find(([waist]) => waist === query)?.[1]).toBeCloseTo(prediction, 12);
      expect(Math.max(...bell().map(([, height]) => height))).toBeCloseTo(1, 2);
      for (const [waist = 0, height = 1] of [bell()[0], bell().at(-1)].map((end) => end ?? []))
        expect(height < 0.001 || waist === WAIST.min || waist === WAIST.max).toBe(true);
    }
  });

  it('average two numbers as they average one, and map who counts most', () => {
    const { output, placed, map } = scene({ sigma: 3 });
    expect(output[0]).toBeCloseTo(45.5, 2);
    expect(output[1]).toBeCloseTo(160.5, 2);
    expect(placed.map(({ weight }) => Math.round(1000 * weight))).toEqual([0, 500, 500]);
    for (const weight of map()) {
      expect(weight).toBeGreaterThanOrEqual(1 / 3 - 1e-12);
      expect(weight).toBeLessThanOrEqual(1 + 1e-12);
    }
  });

  it('have a question whose answer is more than 90%', () => {
    const { state = {}, question } = steps.find(({ id }) => id === 'guess') ?? {};
    const numbers = scene(state);
    expect(question?.right(numbers)).toBe('most');
    const [far = 0, near = 0] = weightsOf(numbers);
    expect(near).toBeGreaterThan(0.9);
    expect(near).toBeLessThan(0.99);
    expect(Math.round(near / far)).toBe(12);
    expect(question?.right(scene({ ...state, sigma: SIGMA.min }))).toBe('all');
  });
});

describe('Verify of kernel regression', () => {
  it('uses the same numbers for the curve and the prediction', () => {
    for (const query of [46, 55, 64]) {
      const { curve, prediction } = compute({ ...EXAMPLE, query }, engine, [query]);
      expect(curve).toHaveLength(1);
      expect(curve[0]).toBeCloseTo(prediction, 12);
    }
  });
});

// SPDX-License-Identifier: MIT
// Tests the lesson "kernel-regression" without a page: laws of its scenes, and of the two samples of its page Verify.
import { expect, it } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import {
  computeLine,
  computeMap,
  computePlane,
  EXAMPLE,
  type PlaneState,
  planeState,
  THREE_KEYS,
} from '../../web/src/lessons/kernel-regression/compute.ts';
import { compute, fields, SIGMA } from '../../web/src/lessons/kernel-regression/people.ts';
import { initialState } from '../../web/src/state/fields.ts';
import { sumOf } from './support.ts';

const engine = await createEngine({ simd: 'simd' });

it('divides the heights of the bell by their sum, and averages the values', () => {
  for (const query of [47, 50.3, 54, 55, 57, 62])
    for (const sigma of [SIGMA.min, 0.5, 1, 3, 100]) {
      const { people, sum, prediction } = compute(
        { ...initialState(fields), query, sigma },
        engine,
      );
      for (const { key, distance, score, height, weight } of people) {
        expect(distance).toBeCloseTo(Math.abs(query - key), 12);
        expect(score / (distance / sigma) ** 2 || -0.5).toBeCloseTo(-0.5, 12);
        expect(height).toBeCloseTo(Math.exp(score), 12);
        if (sum > 0) expect(weight).toBeCloseTo(height / sum, 12);
      }
      expect(sumOf(people.map(({ weight }) => weight))).toBeCloseTo(1, 12);
      expect(sumOf(people.map(({ part }) => part))).toBeCloseTo(prediction, 12);
    }
});

it('uses the same numbers for the curve and the prediction', () => {
  for (const query of [46, 55, 64]) {
    const { curve, prediction } = computeLine({ ...EXAMPLE, query }, engine, [query]);
    expect(curve).toHaveLength(1);
    expect(curve[0]).toBeCloseTo(prediction, 12);
  }
});

it.each(['gaussian', 'dot'] as const)(
  'gives equal keys equal weights on a plane, and uses the same numbers for the map: %s',
  (planeScore) => {
    const at = (change: Partial<PlaneState>) => computePlane(planeState(change), engine);
    for (const { weights } of at({ planeScore }).queries) expect(weights[1]).toBe(weights[2]);
    const ties = computeMap(planeState({ planeScore }), engine).winners;
    for (const keys of ties) expect(keys.includes(1)).toBe(keys.includes(2));
    const divisor = { planeDivisor: 'number', planeDivisorNumber: 500 } as const;
    const state = { ...THREE_KEYS, ...divisor, planeScore };
    const map = computeMap(planeState(state), engine);
    for (const cell of [0, 49, 1234, 2499]) {
      const place = [map.points[2 * cell], map.points[2 * cell + 1]] as number[];
      const [own] = at({ ...state, planeQueries: [...place, 55, 76] }).queries;
      expect(own?.winners).toEqual(map.winners[cell]);
    }
  },
);

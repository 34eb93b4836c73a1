// SPDX-License-Identifier: MIT
// Tests the sample in two dimensions of the page Verify of "kernel-regression", without a page: its numbers.
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import {
  computeMap,
  computePlane,
  ON_FIRST_KEY,
  type PlaneState,
  planeState,
  RAW_DOT,
  THREE_KEYS,
} from '../../web/src/lessons/kernel-regression/compute.ts';

const engine = await createEngine({ simd: 'simd' });
const at = (change: Partial<PlaneState>) => computePlane(planeState(change), engine);
const mapAt = (change: Partial<PlaneState>) => computeMap(planeState(change), engine);
const by = (planeDivisorNumber: number) =>
  ({ planeScore: 'dot', planeDivisor: 'number', planeDivisorNumber }) as const;

describe('the sample in two dimensions', () => {
  it('gives equal keys equal weights for every score, and shows ties on the whole map', () => {
    for (const planeScore of ['gaussian', 'dot'] as const) {
      for (const { weights } of at({ planeScore }).queries) expect(weights[1]).toBe(weights[2]);
      for (const keys of mapAt({ planeScore }).winners)
        expect(keys.includes(1)).toBe(keys.includes(2));
    }
    for (const { output } of at({ planeScore: 'dot' }).queries)
      expect(output).toEqual([45.5, 160.5]);
  });

  it('shows that the usual divisors do not help, but 200 and 1000 do', () => {
    const smallest = (change: Partial<PlaneState>) =>
      at({ planeScore: 'dot', ...change }).queries[0]?.weights[0] as number;
    for (const planeDivisor of ['none', 'sqrt_dk'] as const) {
      expect(smallest({ planeDivisor })).toBe(0);
      expect(at({ ...RAW_DOT, planeDivisor }).queries[0]?.jacobianNorm).toBeLessThan(1e-80);
    }
    expect(smallest({ planeDivisor: 'dk' }) / 3.4147e-279).toBeCloseTo(1, 4);
    expect(smallest(by(200))).toBeCloseTo(8.26e-4, 6);
    expect(smallest(by(1000))).toBeCloseTo(0.1219, 4);
  });

  it('lets the longest key win everywhere with raw measures', () => {
    expect(at(ON_FIRST_KEY).queries[0]?.scores).toEqual([7501, 8596, 8838]);
    expect(mapAt(ON_FIRST_KEY).shares).toEqual([0, 0, 1]);
    for (const { output } of at(RAW_DOT).queries) expect(output).toEqual([48, 162]);
  });

  it('uses the same numbers for the map and the queries', () => {
    for (const planeScore of ['gaussian', 'dot'] as const) {
      const map = mapAt({ ...THREE_KEYS, ...by(500), planeScore });
      for (const cell of [0, 49, 1234, 2499]) {
        const place = [map.points[2 * cell], map.points[2 * cell + 1]] as number[];
        const planeQueries = [...place, 55, 76];
        const [own] = at({ ...THREE_KEYS, ...by(500), planeScore, planeQueries }).queries;
        expect(own?.winners).toEqual(map.winners[cell]);
      }
    }
  });
});

// SPDX-License-Identifier: MIT
// The inputs of the claims on the page Verify: three people by their waist alone, and by waist and chest.
import type { ExponentSign, Kernel, Precision } from '../../engine/index.ts';

export const KEY_COUNT = 3;
export const QUERY_COUNT = 2;

/** The sample in two dimensions. Its lists contain one pair after the other. */
export interface PlaneState {
  /** Waist and chest of the keys in cm. */
  readonly planeKeys: readonly number[];
  /** Weight in kg and height in cm of the values. */
  readonly planeValues: readonly number[];
  /** Waist and chest of the queries in cm. */
  readonly planeQueries: readonly number[];
  readonly planeScore: 'gaussian' | 'dot';
  readonly planeSigma: number;
  /** The divisor of the dot product. With `number`, it is `planeDivisorNumber`. */
  readonly planeDivisor: 'none' | 'sqrt_dk' | 'dk' | 'number';
  readonly planeDivisorNumber: number;
}

export interface State extends PlaneState {
  /** Waists in cm. */
  readonly keys: readonly number[];
  /** Weights in kg. */
  readonly values: readonly number[];
  readonly query: number;
  readonly sigma: number;
  readonly kernel: Kernel;
  readonly sign: ExponentSign;
  readonly precision: Precision;
}

/** The samples of document 001 (lines 7, 9, 41, 43 and 45). In two dimensions, its third key equals the second. */
export const EXAMPLE: State = Object.freeze({
  keys: [51, 56, 58],
  values: [40, 43, 48],
  query: 57,
  sigma: 1,
  kernel: 'gaussian',
  sign: 'minus',
  precision: 'float64',
  planeKeys: [51, 70, 56, 82, 56, 82],
  planeValues: [40, 155, 43, 159, 48, 162],
  planeQueries: [57, 83, 55, 76],
  planeScore: 'gaussian',
  planeSigma: 3,
  planeDivisor: 'none',
  planeDivisorNumber: 200,
});

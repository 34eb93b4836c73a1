// SPDX-License-Identifier: MIT
// States with the two-dimensional sample of the claims on the page Verify.
import { EXAMPLE, type PlaneState, type State } from './state.ts';

export const planeState = (change: Partial<PlaneState>): State =>
  Object.freeze({ ...EXAMPLE, ...change });

/** Three different keys. The waist of the third is that of the third key in one dimension. */
export const THREE_KEYS: Partial<PlaneState> = {
  planeKeys: [...EXAMPLE.planeKeys.slice(0, 4), 58, 84],
};
export const RAW_DOT: Partial<PlaneState> = { ...THREE_KEYS, planeScore: 'dot' };
/** A state with the dot product as the score. The first query equals key 1; the second is the document's. */
export const ON_FIRST_KEY: Partial<PlaneState> = {
  ...RAW_DOT,
  planeQueries: [...EXAMPLE.planeKeys.slice(0, 2), ...EXAMPLE.planeQueries.slice(2)],
};

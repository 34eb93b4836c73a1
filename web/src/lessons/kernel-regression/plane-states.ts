// SPDX-License-Identifier: MIT
// States of the sample in two dimensions that the course and Verify share.
import { initialState } from '../../state/fields.ts';
import { fields, KEY_COUNT, type PlaneState, type State, THIRDS, withPair } from './state.ts';

const START = initialState(fields);
/** The sample as the document prints it. */
export const DOCUMENT: State = Object.freeze({
  ...START,
  figure: 'plane',
  planeKeys: withPair(START.planeKeys, KEY_COUNT - 1, THIRDS.printed),
});
export const planeState = (change: Partial<PlaneState>): State =>
  Object.freeze({ ...DOCUMENT, ...change });

/** The sample with a third key that is not the second once more. */
export const THREE_KEYS: Partial<PlaneState> = { planeKeys: START.planeKeys };
/** These keys on the map, with the distance as the score, and the first query on key 1. */
export const NEAREST = {
  figure: 'plane',
  ...THREE_KEYS,
  planeScore: 'gaussian',
  planeSigma: DOCUMENT.planeSigma,
  planeQueries: [...DOCUMENT.planeKeys.slice(0, 2), ...DOCUMENT.planeQueries.slice(2)],
  planeView: 'near',
} as const satisfies Partial<State>;
export const RAW_DOT: Partial<PlaneState> = { ...THREE_KEYS, planeScore: 'dot' };
/** Both queries: one stands on key 1, the other is the document's second. */
export const ON_FIRST_KEY: Partial<PlaneState> = {
  ...RAW_DOT,
  planeQueries: NEAREST.planeQueries,
};

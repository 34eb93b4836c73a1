// SPDX-License-Identifier: MIT
// States of the sample in two dimensions that both the course and Verify use.
import { initialState } from '../../state/fields.ts';
import { fields, KEY_COUNT, type PlaneState, type State, THIRDS, withPair } from './state.ts';

const START = initialState(fields);
/** The sample as printed in the document. */
export const DOCUMENT: State = Object.freeze({
  ...START,
  figure: 'plane',
  planeKeys: withPair(START.planeKeys, KEY_COUNT - 1, THIRDS.printed),
});
export const planeState = (change: Partial<PlaneState>): State =>
  Object.freeze({ ...DOCUMENT, ...change });

/** A sample whose third key differs from the second. */
export const THREE_KEYS: Partial<PlaneState> = { planeKeys: START.planeKeys };
/** The distance as the score, and a first query equal to key 1. */
export const NEAREST = {
  figure: 'plane',
  ...THREE_KEYS,
  planeScore: 'gaussian',
  planeSigma: DOCUMENT.planeSigma,
  planeQueries: [...DOCUMENT.planeKeys.slice(0, 2), ...DOCUMENT.planeQueries.slice(2)],
  planeView: 'near',
} as const satisfies Partial<State>;
export const RAW_DOT: Partial<PlaneState> = { ...THREE_KEYS, planeScore: 'dot' };
/** The dot product as the score. The first query equals key 1; the second is the document's. */
export const ON_FIRST_KEY: Partial<PlaneState> = {
  ...RAW_DOT,
  planeQueries: NEAREST.planeQueries,
};

// SPDX-License-Identifier: MIT
// States with the two-dimensional sample of the claims on the page Verify.
import { initialState } from '../../state/fields.ts';
import { fields, KEY_COUNT, type PlaneState, type State, THIRDS, withPair } from './state.ts';

const START = initialState(fields);
/** The two-dimensional sample as printed in document 001 (a source text, see web/src/ledger). */
export const DOCUMENT: State = Object.freeze({
  ...START,
  figure: 'plane',
  planeKeys: withPair(START.planeKeys, KEY_COUNT - 1, THIRDS.printed),
});
export const planeState = (change: Partial<PlaneState>): State =>
  Object.freeze({ ...DOCUMENT, ...change });

/** The keys of the initial state. The third key differs from the second, but in document 001 both are equal. */
export const THREE_KEYS: Partial<PlaneState> = { planeKeys: START.planeKeys };
export const RAW_DOT: Partial<PlaneState> = { ...THREE_KEYS, planeScore: 'dot' };
/** A state with the dot product as the score. The first query equals key 1; the second is the document's. */
export const ON_FIRST_KEY: Partial<PlaneState> = {
  ...RAW_DOT,
  planeQueries: [...DOCUMENT.planeKeys.slice(0, 2), ...DOCUMENT.planeQueries.slice(2)],
};

// SPDX-License-Identifier: MIT
import { bestTwin, supports, TWINS, type Twin } from '../../engine/index.ts';
import {
  choiceField,
  type Fields,
  numberField,
  type Range,
  readWithin,
  WHOLE,
  within,
} from '../../state/fields.ts';

/** How many keys of the small example come by at a time; a name, as it is one of a few. */
export const TILES = ['1', '2', '4', '8'] as const;
export type Tile = (typeof TILES)[number];

/** What the chart draws over n. */
export const QUANTITIES = ['time', 'memory'] as const;
export type Quantity = (typeof QUANTITIES)[number];

/** The longest text of a run. */
export const LONGEST = ['2048', '4096', '16384'] as const;
export type Longest = (typeof LONGEST)[number];

/** All that the lesson shows is computed from this; what a run measured is the device's own. */
export interface State {
  /** Tokens of the text: as many queries, keys and values. */
  readonly n: number;
  readonly tile: Tile;
  readonly quantity: Quantity;
  readonly twin: Twin;
  readonly longest: Longest;
}

export const N_RANGE: Range = { min: 1, max: 16_384 };

/** The slider offers powers of two from here on. */
const LEAST_STOP = 64;
export const N_STOPS: readonly number[] = Array.from(
  { length: Math.log2(N_RANGE.max / LEAST_STOP) + 1 },
  (_, i) => LEAST_STOP * 2 ** i,
);

export const fields: Fields<State> = {
  n: numberField(2048, N_RANGE, WHOLE),
  tile: choiceField<Tile>('2', TILES),
  quantity: choiceField<Quantity>('time', QUANTITIES),
  twin: choiceField<Twin>('simd', TWINS),
  longest: choiceField<Longest>('2048', LONGEST),
};

/** The compilation of the library that is measured: on a device that does not take it, the fastest that it takes. */
export const measuredTwin = ({ twin }: State): Twin => (supports(twin) ? twin : bestTwin());

/** The state as its own link would give it back: nothing on the page can leave the ranges. */
export const withinRanges = (state: State): State => within(fields, state);

export const readLink = (params: URLSearchParams) => readWithin(fields, params, withinRanges);

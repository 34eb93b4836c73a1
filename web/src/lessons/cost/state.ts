// SPDX-License-Identifier: MIT
import { bestTwin, supports, TWINS, type Twin } from '../../engine/index.ts';
import {
  choiceField,
  type Fields,
  initialState,
  numberField,
  type Range,
  WHOLE,
} from '../../state/fields.ts';

/** The figures of the lesson: memory drawn to scale, multiply-adds over n, the KV cache, and measured times over n. */
export const FIGURES = ['memory', 'work', 'cache', 'time'] as const;
export type Figure = (typeof FIGURES)[number];

/**
 * Number of keys in a tile (a block of keys that is processed together) of the small example. It is a string, because
 * the field is a choice.
 */
export const TILES = ['1', '2', '4', '8'] as const;
export type Tile = (typeof TILES)[number];

/** The quantity that the chart of Verify (the lesson's second view) shows over n. */
export const QUANTITIES = ['time', 'memory'] as const;
export type Quantity = (typeof QUANTITIES)[number];

/** The length, in tokens, of the longest text for which the times are measured. */
export const LONGEST = ['2048', '4096', '16384'] as const;
export type Longest = (typeof LONGEST)[number];

/**
 * The input of all computations. It contains no measured times, because a link must give the same numbers on every
 * device.
 */
export interface State {
  /** Number of tokens in the text. */
  readonly n: number;
  /** Number of components of a token. */
  readonly d: number;
  readonly figure: Figure;
  /** Number of words written so far. */
  readonly words: number;
  readonly cache: 'off' | 'on';
  readonly tile: Tile;
  readonly quantity: Quantity;
  readonly twin: Twin;
  readonly longest: Longest;
}

export const N_RANGE: Range = { min: 1, max: 16_384 };
/** Number of words in the sentence that the model writes. */
export const MOST_WORDS = 8;

const powersOfTwo = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.log2(to / from) + 1 }, (_, i) => from * 2 ** i);

export const N_STOPS = powersOfTwo(64, N_RANGE.max);
const D_STOPS = powersOfTwo(16, 4096);

const LOG = { ...WHOLE, scale: 'log' } as const;

export const fields: Fields<State> = {
  n: numberField(2048, N_RANGE, { ...LOG, stops: N_STOPS }),
  d: numberField(64, { min: 16, max: 4096 }, { ...LOG, stops: D_STOPS }),
  figure: choiceField<Figure>('memory', FIGURES),
  words: numberField(MOST_WORDS, { min: 1, max: MOST_WORDS }, WHOLE),
  cache: choiceField<State['cache']>('off', ['off', 'on']),
  tile: choiceField<Tile>('2', TILES),
  quantity: choiceField<Quantity>('time', QUANTITIES),
  twin: choiceField<Twin>('simd', TWINS),
  longest: choiceField<Longest>('2048', LONGEST),
};

export const with_ = (change: Partial<State>): State =>
  Object.freeze({ ...initialState(fields), ...change });

/**
 * Caches whether the device supports each WebAssembly build, because validating a module takes longer than drawing a
 * figure.
 */
const supported = new Map<Twin, boolean>();

function isSupported(twin: Twin): boolean {
  const known = supported.get(twin) ?? supports(twin);
  supported.set(twin, known);
  return known;
}

/**
 * The WebAssembly build ("twin") that is measured: the chosen one, or the fastest one if the device does not support
 * it.
 */
export const measuredTwin = ({ twin }: State): Twin => (isSupported(twin) ? twin : bestTwin());

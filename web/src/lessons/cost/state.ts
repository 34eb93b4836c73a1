// SPDX-License-Identifier: MIT
import { bestTwin, supports, TWINS, type Twin } from '../../engine/index.ts';
import {
  choiceField,
  initialState,
  numberField,
  type Range,
  type StateOf,
  WHOLE,
} from '../../state/fields.ts';

export const N_RANGE: Range = { min: 1, max: 16_384 };
/** Number of words in the sentence that the model writes. */
export const MOST_WORDS = 8;

const powersOfTwo = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.log2(to / from) + 1 }, (_, i) => from * 2 ** i);

export const N_STOPS = powersOfTwo(64, N_RANGE.max);
const D_STOPS = powersOfTwo(16, 4096);

/** The lengths, in tokens, from which readers choose the longest text whose time is measured. */
export const LONGEST = ['2048', '4096', '16384'] as const;
export type Longest = (typeof LONGEST)[number];

const LOG = { ...WHOLE, scale: 'log' } as const;

/**
 * The input of all computations. It contains no measured times, because a link must give the same numbers on every
 * device.
 */
export const fields = {
  /** Number of tokens in the text. */
  n: numberField(2048, N_RANGE, { ...LOG, stops: N_STOPS }),
  /** Number of components of a token. */
  d: numberField(64, { min: 16, max: 4096 }, { ...LOG, stops: D_STOPS }),
  /**
   * The figure that the lesson shows: memory drawn to scale, multiply-adds over n, the KV cache, or measured times over
   * n.
   */
  figure: choiceField('memory', ['memory', 'work', 'cache', 'time']),
  /** Number of words written so far. */
  words: numberField(MOST_WORDS, { min: 1, max: MOST_WORDS }, WHOLE),
  cache: choiceField('off', ['off', 'on']),
  /** Number of keys in a tile (a block of keys that is processed together) of the small example. */
  tile: choiceField('2', ['1', '2', '4', '8']),
  /** The quantity that the chart of Verify (the lesson's second view) shows over n. */
  quantity: choiceField('time', ['time', 'memory']),
  twin: choiceField<Twin>('simd', TWINS),
  longest: choiceField('2048', LONGEST),
};
export type State = StateOf<typeof fields>;
export type Figure = State['figure'];
export type Quantity = State['quantity'];

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
export const measuredTwin = ({ twin }: Pick<State, 'twin'>): Twin =>
  isSupported(twin) ? twin : bestTwin();

// SPDX-License-Identifier: MIT
import {
  choiceField,
  initialState,
  listField,
  numberField,
  precisionField,
  type Range,
  type StateOf,
  seedField,
  WHOLE,
} from '../../state/fields.ts';

/** The score functions in display order. */
export const KINDS = ['dot', 'scaled', 'bilinear', 'additive', 'gaussian'] as const;
export type Kind = (typeof KINDS)[number];

/**
 * The distribution of initial values: uniform within ±1/√n as in PyTorch, where n is the number of inputs of the layer,
 * or standard normal.
 */
const INITS = ['uniform', 'normal'] as const;

const NUM_QUERIES = 2;
export const NUM_KEYS = 4;
/** The number of components of a query and of a key on the stage (the figure with its controls). */
export const WIDTH = 2;
/** The number of hidden units on the stage (the figure with its controls). */
export const UNITS = 3;

/** The matrices that the reader can edit, row by row. */
export const MATRICES = ['queries', 'keys', 'W_q', 'W_k', 'w_v', 'bias'] as const;
export type MatrixName = (typeof MATRICES)[number];

export const PLANE_RANGE: Range = { min: -4, max: 4 };
const PARAMETER_RANGE: Range = { min: -10, max: 10 };

/** The values of d for the curves: powers of two. */
export const PLACES: readonly number[] = Array.from({ length: 11 }, (_, i) => 2 ** i);

const rangeOf = (name: MatrixName): Range =>
  name === 'queries' || name === 'keys' ? PLANE_RANGE : PARAMETER_RANGE;

const matrix = (name: MatrixName, ...initial: number[]) =>
  listField(initial, rangeOf(name), { step: 0.1 });
const powerOfTwo = (most: number) =>
  numberField(64, { min: 1, max: most }, { ...WHOLE, stops: PLACES.filter((x) => x <= most) });

export const fields = {
  /** The highlighted score function. */
  kind: choiceField('dot', KINDS),
  queries: matrix('queries', 1.5, 0.5, -1, 1.5),
  keys: matrix('keys', 3, 1.5, 0.6, 1.4, -2, 0.5, 0.5, -2.5),
  W_q: matrix('W_q', 0.5, -0.3, 0.8, 0.2, -0.4, 0.9),
  W_k: matrix('W_k', 0.6, 0.4, -0.5, -0.7, 0.2, -0.8),
  w_v: matrix('w_v', 0.7, 1.2, -0.9),
  bias: matrix('bias', 0.5, -0.5, 0.2),
  biased: choiceField('without', ['without', 'with']),
  sigma: numberField(1, { min: 0.1, max: 10 }, { scale: 'log' }),
  /** Whether the signs of all queries and keys are flipped. */
  flip: choiceField('none', ['none', 'both']),
  shown: choiceField('weights', ['weights', 'scores']),
  /** The query and the key whose score the formula shows, counted from 1. */
  query: numberField(1, { min: 1, max: NUM_QUERIES }, WHOLE),
  key: numberField(1, { min: 1, max: NUM_KEYS }, WHOLE),
  /** The number of components and of hidden units in the random draws of Verify (the lesson's second view). */
  d: powerOfTwo(1024),
  hidden: powerOfTwo(256),
  /** The distribution of the components of queries and keys: uniform in [0, 1] as in document 003, or standard normal. */
  components: choiceField('unit', ['unit', 'normal']),
  vInit: choiceField('uniform', INITS),
  wInit: choiceField('uniform', INITS),
  /**
   * What the curves show: the scores' standard deviation over all pairs of a query and a key (`all`), their standard
   * deviation over the keys of one query (`row`), or the mean slope of tanh (`slope`).
   */
  curve: choiceField('all', ['all', 'row', 'slope']),
  seed: seedField(),
  precision: precisionField,
};
export type State = StateOf<typeof fields>;

export const INITIAL: State = initialState(fields);
export const with_ = (change: Partial<State>): State => Object.freeze({ ...INITIAL, ...change });

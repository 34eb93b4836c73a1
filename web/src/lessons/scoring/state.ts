// SPDX-License-Identifier: MIT
import type { Precision } from '../../engine/index.ts';
import {
  choiceField,
  type Fields,
  listField,
  numberField,
  type Range,
  readWithin,
  WHOLE,
  within,
} from '../../state/fields.ts';

/** The scores that are compared, in the order in which they are shown. */
export const KINDS = ['dot', 'scaled', 'additive', 'gaussian'] as const;
export type Kind = (typeof KINDS)[number];

/** Whether query and keys are taken as they are, or turned about. */
export const FLIPS = ['none', 'both'] as const;
export type Flip = (typeof FLIPS)[number];

export const SHOWN = ['weights', 'scores'] as const;
export type Shown = (typeof SHOWN)[number];

export const BIASED = ['without', 'with'] as const;
export type Biased = (typeof BIASED)[number];

/** What the components of queries and keys are drawn from: [0, 1] as in document 003, or N(0, 1). */
export const COMPONENTS = ['unit', 'normal'] as const;
export type Components = (typeof COMPONENTS)[number];

/** What v and the W are drawn from: within ±1/√inputs, as PyTorch does, or N(0, 1). */
export const INITS = ['uniform', 'normal'] as const;
export type Init = (typeof INITS)[number];

/** What the curves show: spread over all pairs, within a query’s row, or tanh’s slope. */
export const CURVES = ['all', 'row', 'slope'] as const;
export type Curve = (typeof CURVES)[number];

/** How many queries and keys are timed; a name, as it is one of a few. */
export const SIDES = ['32', '64', '128'] as const;
export type Side = (typeof SIDES)[number];

export const NUM_QUERIES = 2;
export const NUM_KEYS = 4;
/** Components of a query and of a key in the picture. */
export const WIDTH = 2;
/** Hidden units in the picture. */
export const UNITS = 3;

/** The reader’s own matrices, row by row. */
export const MATRICES = ['queries', 'keys', 'W_q', 'W_k', 'w_v', 'bias'] as const;
export type MatrixName = (typeof MATRICES)[number];

/** All that the lesson shows is computed from this. */
export interface State extends Readonly<Record<MatrixName, readonly number[]>> {
  readonly biased: Biased;
  readonly sigma: number;
  readonly flip: Flip;
  readonly shown: Shown;
  /** The pair that is looked at, each from 1. */
  readonly query: number;
  readonly key: number;
  /** Components, where they are drawn. */
  readonly d: number;
  /** Hidden units, where they are drawn. */
  readonly hidden: number;
  readonly components: Components;
  readonly vInit: Init;
  readonly wInit: Init;
  readonly curve: Curve;
  readonly seed: number;
  readonly side: Side;
  readonly precision: Precision;
}

export const PLANE_RANGE: Range = { min: -4, max: 4 };
export const PARAMETER_RANGE: Range = { min: -10, max: 10 };
export const SIGMA_RANGE: Range = { min: 0.1, max: 10 };
export const D_RANGE: Range = { min: 1, max: 1024 };
export const HIDDEN_RANGE: Range = { min: 1, max: 256 };
export const SEED_RANGE: Range = { min: 0, max: 999_999 };
const QUERY_RANGE: Range = { min: 1, max: NUM_QUERIES };
const KEY_RANGE: Range = { min: 1, max: NUM_KEYS };

export const rangeOf = (name: MatrixName): Range =>
  name === 'queries' || name === 'keys' ? PLANE_RANGE : PARAMETER_RANGE;

const matrix = (name: MatrixName, ...initial: number[]) => listField(initial, rangeOf(name));

export const fields: Fields<State> = {
  queries: matrix('queries', 1.5, 0.5, -1, 1.5),
  keys: matrix('keys', 3, 1.5, 1.2, -0.4, -2, 0.5, 0.5, -2.5),
  W_q: matrix('W_q', 0.5, -0.3, 0.8, 0.2, -0.4, 0.9),
  W_k: matrix('W_k', 0.6, 0.4, -0.5, -0.7, 0.2, -0.8),
  w_v: matrix('w_v', 0.7, 1.2, -0.9),
  bias: matrix('bias', 0.5, -0.5, 0.2),
  biased: choiceField<Biased>('without', BIASED),
  sigma: numberField(1, SIGMA_RANGE),
  flip: choiceField<Flip>('none', FLIPS),
  shown: choiceField<Shown>('weights', SHOWN),
  query: numberField(1, QUERY_RANGE, WHOLE),
  key: numberField(1, KEY_RANGE, WHOLE),
  d: numberField(64, D_RANGE, WHOLE),
  hidden: numberField(64, HIDDEN_RANGE, WHOLE),
  components: choiceField<Components>('unit', COMPONENTS),
  vInit: choiceField<Init>('uniform', INITS),
  wInit: choiceField<Init>('uniform', INITS),
  curve: choiceField<Curve>('all', CURVES),
  seed: numberField(1, SEED_RANGE, WHOLE),
  side: choiceField<Side>('64', SIDES),
  precision: choiceField<Precision>('float64', ['float64', 'float32']),
};

/** The state as its own link would give it back: nothing on the page can leave the ranges. */
export const withinRanges = (state: State): State => within(fields, state);

export const readLink = (params: URLSearchParams) => readWithin(fields, params, withinRanges);

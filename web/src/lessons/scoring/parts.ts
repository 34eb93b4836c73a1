// SPDX-License-Identifier: MIT
// The parts of the figure, their positions, and functions that its files share.
import type { Layout, Scene } from '../../lesson/define.ts';
import { indexed } from '../../marks/label.ts';
import type { Numbers, State } from './arrows.ts';
import type messages from './messages.en.json';

export type Texts = typeof messages;
export type ArrowsScene = Scene<State, Numbers, Texts>;

export const parts = {
  /** The scores and weights of each function, and the placeholder of the distance's unknown weights. */
  dot: 1,
  distance: 1,
  network: 1,
  unknown: 0,
  /** The lines between the query and the keys. */
  lines: 0,
  formulas: 0,
  /** The hidden units of a key; the axis of the scores; and on the axis the bounds of the scores, or question marks. */
  units: 0,
  axis: 0,
  bound: 0,
  unbound: 0,
  /** A key whose score is near the bound. */
  extreme: 0,
  /** The arrows before they were turned, and the network's weights for these arrows. */
  before: 0,
  /** The trained network in place of the example network, and the share of examples that each function solves. */
  trained: 0,
};
export type Parts = { readonly [Name in keyof typeof parts]: number };

export const KEYS = [0, 1, 2] as const;
/** The index of the key whose hidden units the figure shows. */
export const FOLLOWED = 2;

export const keyName = (i: number): string => indexed('k', i);
/** The attribute `data-part` of a key's arrow. */
export const keyPart = (i: number): string => `k${i + 1}`;

/** A number with at most two decimals. */
export const decimal = (
  { i18n }: Pick<ArrowsScene, 'i18n'>,
  value = Number.NaN,
  decimals = 2,
): string => i18n.number(Number(value.toFixed(decimals)));

export const PLACES = {
  wide: {
    ...{ isPhone: false, width: 760 },
    plane: { origin: [192, 282], unit: 43, reach: [4.4, 4.4], tick: 2 },
    /**
     * The rows of the functions. `across`: [x, width]; `middles`: x of the three keys; `bar`: width of a bar; `base`:
     * from a row's top to the base of its bars; `height`: of the highest bar; `score`: from the base to the score.
     */
    rows: {
      ...{ across: [432, 328] as const, middles: [520, 620, 720], bar: 58 },
      ...{ tops: [24, 208, 392], base: 122, height: 72, score: 24 },
    },
    units: {
      columns: [446, 556, 666] as readonly number[],
      tops: [38, 154],
      cell: [76, 36],
      size: 17,
    },
    axis: { across: [446, 296], y: 312 },
  },
  phone: {
    ...{ isPhone: true, width: 390 },
    plane: { origin: [195, 88], unit: 20.5, reach: [9, 4.2], tick: 4 },
    rows: {
      ...{ across: [16, 358] as const, middles: [158, 246, 334], bar: 76 },
      ...{ tops: [196, 249, 302], base: 38, height: 0, score: -38 },
    },
    units: {
      columns: [22, 94, 166, 238, 310],
      tops: [40] as readonly number[],
      cell: [52, 34],
      size: 16,
    },
    axis: { across: [40, 310], y: 166 },
  },
} as const satisfies Record<Layout, unknown>;

export type Places = (typeof PLACES)[Layout];

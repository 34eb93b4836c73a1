// SPDX-License-Identifier: MIT
// The parts of the figure, their positions, and functions that its files share.
import type { Layout, Scene } from '../../lesson/define.ts';
import type messages from './messages.en.json';
import type { Numbers, State } from './pairs.ts';

export type Texts = typeof messages;
export type PairsScene = Scene<State, Numbers, Texts>;

export const parts = {
  /** A query, a key and their products; and the arrow from their sum to the axis. */
  pair: 0,
  drop: 0,
  /** The scores of many pairs on the axis; and the scores of a query with its keys. */
  many: 0,
  keys: 0,
  /** The exponent of d in the number by which the scores on the axis are divided. */
  divided: 0,
  /** The weights of the keys with each divisor, and the placeholder of unknown weights. */
  none: 0,
  root: 0,
  whole: 0,
  unknown: 0,
  /** The gradients of many queries. */
  medians: 0,
  means: 0,
};
export type Parts = { readonly [Name in keyof typeof parts]: number };

/** A number with `decimals` decimals, or with none if it rounds to a whole number. */
export const decimal = ({ i18n }: PairsScene, value = Number.NaN, decimals = 2): string => {
  const isWhole = Number.isInteger(Number(value.toFixed(decimals)));
  return i18n.number(value, { decimals: isWhole ? 0 : decimals });
};

export const PLACES = {
  wide: {
    ...{ isPhone: false, width: 760 },
    /** `across`: [x, width]; `place`: width of a number; `bases`, `height`: of the bars; `sum`: y of the sum. */
    lists: { across: [190, 550], place: 62, bases: [64, 160, 256], height: 40, sum: 316 },
    /**
     * The bars of the weights, with a column for each divisor. `numbers`: y of the two lines of gradients; `across`:
     * width of a column; `height`: height of the weight 1; `title`: height of the title above it.
     */
    weights: {
      ...{ middles: [262, 466, 670] as const, numbers: [278, 310] as const },
      ...{ across: 176, base: 238, height: 176, title: 44 },
    },
    /** `unit` is the width of a score of 1. */
    axis: { middle: 380, unit: 6, base: 522, height: 150, ticks: [-60, -40, -20, 0, 20, 40, 60] },
  },
  phone: {
    ...{ isPhone: true, width: 390 },
    lists: { across: [112, 262], place: 62, bases: [40, 100, 160], height: 24, sum: 204 },
    weights: {
      ...{ middles: [76, 195, 314] as const, numbers: [178, 224] as const },
      ...{ across: 104, base: 134, height: 84, title: 34 },
    },
    axis: { middle: 195, unit: 2.9, base: 290, height: 70, ticks: [-60, -30, 0, 30, 60] },
  },
} as const satisfies Record<Layout, unknown>;

export type Places = (typeof PLACES)[Layout];

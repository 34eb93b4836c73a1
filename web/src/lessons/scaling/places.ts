// SPDX-License-Identifier: MIT
// Where the parts of the figure are.
import type { Layout } from '../../lesson/define.ts';
import type { Triple } from './pairs.ts';

type Span = readonly [start: number, size: number];

export interface Places {
  readonly width: number;
  /** The lists of the pair: across, the room for a number, the bases, and the height of the bars. */
  readonly lists: {
    readonly across: Span;
    readonly place: number;
    readonly bases: readonly number[];
    readonly height: number;
    readonly sum: number;
  };
  /** The weights with each divisor: the middles, the width, the base, the height of 1, and that of the title above it. */
  readonly weights: {
    readonly middles: Triple;
    readonly across: number;
    readonly base: number;
    readonly height: number;
    readonly title: number;
    /** The lines of the gradients. */
    readonly numbers: readonly [medians: number, means: number];
  };
  readonly axis: {
    readonly middle: number;
    /** The width of a score of 1. */
    readonly unit: number;
    readonly base: number;
    readonly height: number;
    readonly ticks: readonly number[];
  };
  readonly isPhone: boolean;
}

export const PLACES: Readonly<Record<Layout, Places>> = {
  wide: {
    width: 760,
    lists: { across: [190, 550], place: 62, bases: [64, 160, 256], height: 40, sum: 316 },
    weights: {
      middles: [262, 466, 670],
      ...{ across: 176, base: 238, height: 176, title: 44, numbers: [278, 310] },
    },
    axis: { middle: 380, unit: 6, base: 522, height: 150, ticks: [-60, -40, -20, 0, 20, 40, 60] },
    isPhone: false,
  },
  phone: {
    width: 390,
    lists: { across: [112, 262], place: 62, bases: [40, 100, 160], height: 24, sum: 204 },
    weights: {
      middles: [76, 195, 314],
      ...{ across: 104, base: 134, height: 84, title: 34, numbers: [178, 224] },
    },
    axis: { middle: 195, unit: 2.9, base: 290, height: 70, ticks: [-60, -30, 0, 30, 60] },
    isPhone: true,
  },
};

// SPDX-License-Identifier: MIT
// Where the parts of the figure are, in each of its layouts.
import type { Layout } from '../../lesson/define.ts';
import { MAP, type Point, WAIST } from './people.ts';

type Span = readonly [start: number, size: number];

export interface Places {
  readonly isPhone: boolean;
  /** Where the names of the axes begin. */
  readonly edge: number;
  readonly size: readonly [width: number, height: number];
  /** The plot of waists and body weights, the axis of waists, and the strip below it. */
  readonly across: Span;
  readonly down: Span;
  readonly axis: number;
  readonly strip: Span;
  readonly ring: number;
  readonly hand: number;
  readonly thickest: number;
  /** The ends of the columns of the table in the strip. */
  readonly columns: Readonly<Partial<Record<Column, number>>>;
  readonly map: { readonly x: number; readonly y: number; readonly side: number };
  /** The list of people beside or below the map: where it begins, its lines, and the ends of its columns. */
  readonly list: {
    readonly x: number;
    readonly y: number;
    readonly step: number;
    readonly ends: readonly number[];
  };
}

export const COLUMNS = ['key', 'distance', 'score', 'height', 'weight', 'value', 'part'] as const;
export type Column = (typeof COLUMNS)[number];

/** The body weights at the lower and the upper end of the plot, in kg. */
export const KILOGRAMS = { min: 37, max: 50 } as const;

export const PLACES: Readonly<Record<Layout, Places>> = {
  wide: {
    isPhone: false,
    edge: 0,
    size: [760, 580],
    across: [52, 690],
    down: [24, 272],
    axis: 312,
    strip: [404, 150],
    ...{ ring: 11, hand: 13, thickest: 26 },
    columns: {
      key: 70,
      distance: 174,
      score: 290,
      height: 410,
      weight: 510,
      value: 610,
      part: 730,
    },
    map: { x: 52, y: 30, side: 480 },
    list: { x: 556, y: 60, step: 118, ends: [] },
  },
  phone: {
    isPhone: true,
    edge: 16,
    size: [390, 296],
    across: [38, 342],
    down: [20, 120],
    axis: 156,
    strip: [214, 72],
    ...{ ring: 8, hand: 11, thickest: 18 },
    columns: { key: 48, score: 118, height: 200, weight: 282, value: 370 },
    map: { x: 62, y: 24, side: 270 },
    list: { x: 16, y: 356, step: 26, ends: [160, 270, 374] },
  },
};

export const xOf = ({ across: [left, width] }: Places, waist: number): number =>
  left + (width * (waist - WAIST.min)) / (WAIST.max - WAIST.min);

/** The waist at a place, in tenths of a centimetre. */
export const waistAt = ({ across: [left, width] }: Places, x: number): number =>
  tenths(WAIST, (x - left) / width);

export const yOf = ({ down: [top, height] }: Places, kilograms: number): number =>
  top + (height * (KILOGRAMS.max - kilograms)) / (KILOGRAMS.max - KILOGRAMS.min);

/** The place of a waist and a chest on the map. */
export function onMap({ map: { x, y, side } }: Places, [waist = 0, chest = 0]: readonly number[]) {
  const { waist: across, chest: up } = MAP;
  return [
    x + (side * (waist - across.min)) / (across.max - across.min),
    y + (side * (up.max - chest)) / (up.max - up.min),
  ] as const satisfies Point;
}

/** The waist and the chest at a place of the map. */
export const measuresAt = ({ map: { x, y, side } }: Places, [left, top]: Point): Point => [
  tenths(MAP.waist, (left - x) / side),
  tenths(MAP.chest, 1 - (top - y) / side),
];

const tenths = ({ min, max }: { min: number; max: number }, share: number): number =>
  Math.min(max, Math.max(min, Math.round(10 * (min + share * (max - min))) / 10));

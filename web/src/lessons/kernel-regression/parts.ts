// SPDX-License-Identifier: MIT
import type { Layout, Scene } from '../../lesson/define.ts';
import type messages from './messages.en.json';
import { MAP, type Numbers, type Point, type State, WAIST } from './people.ts';

export type Texts = typeof messages;
export type PeopleScene = Scene<State, Numbers, Texts>;

export const parts = {
  /** The plot of the three people above the waist axis. */
  line: 1,
  /** Below the plot: the distances from the query, the bell with its height at each person, or all numbers. */
  distances: 0,
  bell: 0,
  table: 0,
  /** The letters of the formula (k, v, α, q and f) beside the numbers in the plot. */
  letters: 0,
  /** The weights as bands to the prediction, and the placeholder of a prediction that the reader must guess. */
  answer: 1,
  unknown: 0,
  curve: 0,
  mean: 0,
  /** The map of people with two numbers each. */
  map: 0,
};
export type Parts = { readonly [Name in keyof typeof parts]: number };

/** The number, rounded to at most two decimals and without trailing zeros. */
export const short = ({ i18n }: PeopleScene, value: number) =>
  i18n.number(Math.round(value * 100) / 100, { digits: 6 });

export const decimal = ({ i18n }: PeopleScene, value: number, decimals: number) =>
  i18n.number(value, { decimals });

export const pathOf = (points: readonly Point[]) =>
  points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L');

export const COLUMNS = ['key', 'distance', 'score', 'height', 'weight', 'value', 'part'] as const;
export type Column = (typeof COLUMNS)[number];

/** The body weights at the lower and the upper end of the plot, in kg. */
export const KILOGRAMS = { min: 37, max: 50 } as const;

export const PLACES = {
  wide: {
    /** `edge`: the x at which the names of the axes begin. */
    ...{ isPhone: false, edge: 0 },
    size: [760, 580],
    /** [start, size] of the plot, across and down; y of the waist axis; and [y, height] of the strip below it. */
    across: [52, 690],
    down: [24, 272],
    axis: 312,
    strip: [404, 150],
    ...{ ring: 11, hand: 13, thickest: 26 },
    /** The right ends of the columns of the table in the strip. */
    columns: {
      ...{ key: 70, distance: 174, score: 290, height: 410 },
      ...{ weight: 510, value: 610, part: 730 },
    } as Partial<Record<Column, number>>,
    map: { x: 52, y: 30, side: 480 },
    /** The list of people beside or below the map: its start, its line height, and the right ends of its columns. */
    list: { x: 556, y: 60, step: 118, ends: [] as readonly number[] },
  },
  phone: {
    ...{ isPhone: true, edge: 16 },
    size: [390, 296],
    across: [38, 342],
    down: [20, 120],
    axis: 156,
    strip: [214, 72],
    ...{ ring: 8, hand: 11, thickest: 18 },
    columns: { key: 48, score: 118, height: 200, weight: 282, value: 370 } as Partial<
      Record<Column, number>
    >,
    map: { x: 62, y: 24, side: 270 },
    list: { x: 16, y: 356, step: 26, ends: [160, 270, 374] as readonly number[] },
  },
} as const satisfies Record<Layout, unknown>;

export type Places = (typeof PLACES)[Layout];

export const xOf = ({ across: [left, width] }: Places, waist: number): number =>
  left + (width * (waist - WAIST.min)) / (WAIST.max - WAIST.min);

/** The waist at an x of the plot, rounded to tenths of a centimetre. */
export const waistAt = ({ across: [left, width] }: Places, x: number): number =>
  tenths(WAIST, (x - left) / width);

export const yOf = ({ down: [top, height] }: Places, kilograms: number): number =>
  top + (height * (KILOGRAMS.max - kilograms)) / (KILOGRAMS.max - KILOGRAMS.min);

export function onMap({ map: { x, y, side } }: Places, [waist = 0, chest = 0]: readonly number[]) {
  const { waist: across, chest: up } = MAP;
  return [
    x + (side * (waist - across.min)) / (across.max - across.min),
    y + (side * (up.max - chest)) / (up.max - up.min),
  ] as const satisfies Point;
}

/** The waist and the chest at a point of the map, rounded to tenths of a centimetre. */
export const measuresAt = ({ map: { x, y, side } }: Places, [left, top]: Point): Point => [
  tenths(MAP.waist, (left - x) / side),
  tenths(MAP.chest, 1 - (top - y) / side),
];

const tenths = ({ min, max }: { min: number; max: number }, share: number): number =>
  Math.min(max, Math.max(min, Math.round(10 * (min + share * (max - min))) / 10));

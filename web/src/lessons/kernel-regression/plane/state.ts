// SPDX-License-Identifier: MIT
// The part of the lesson's state that holds the sample in two dimensions.
import type { Divisor } from '../../../engine/index.ts';
import {
  choiceField,
  type Field,
  type Fields,
  numberField,
  numbersField,
  type Range,
} from '../../../state/fields.ts';

export type PlaneScore = 'gaussian' | 'dot';
export const PLANE_SCORES: readonly PlaneScore[] = ['gaussian', 'dot'];

export type PlaneDivisor = Extract<Divisor, 'none' | 'sqrt_dk' | 'dk' | 'number'>;
export const PLANE_DIVISORS: readonly PlaneDivisor[] = ['none', 'sqrt_dk', 'dk', 'number'];

/** What the map shows: the body measures, or the plane around the origin. */
export const VIEWS = ['near', 'origin'] as const;
export type View = (typeof VIEWS)[number];

/** Points and values are pairs, one after the other. */
export interface PlaneState {
  /** Waist and chest in cm (document 001, line 41). */
  readonly planeKeys: readonly number[];
  /** Weight in kg and height in cm (line 43). */
  readonly planeValues: readonly number[];
  /** Line 45. */
  readonly planeQueries: readonly number[];
  readonly planeScore: PlaneScore;
  readonly planeSigma: number;
  /** Of the dot product. */
  readonly planeDivisor: PlaneDivisor;
  /** For the divisor `number`. */
  readonly planeDivisorNumber: number;
  readonly planeView: View;
}

export const KEY_COUNT = 3;
export const QUERY_COUNT = 2;

/** The third key as the document prints it, and one as the sample in one dimension suggests. */
export const PRINTED_THIRD: readonly number[] = [56, 82];
export const OTHER_THIRD: readonly number[] = [58, 84];

export const VALUE_RANGE: Range = { min: -10_000, max: 10_000 };
export const PLANE_SIGMA_RANGE: Range = { min: 0.1, max: 100 };
export const DIVISOR_RANGE: Range = { min: 1, max: 1_000 };

const ORIGIN: Range = { min: -100, max: 100 };

/** Both sides of each view have one length, so that a distance looks the same in every direction. */
export const VIEW_RANGES: Readonly<Record<View, readonly [waist: Range, chest: Range]>> = {
  near: [
    { min: 40, max: 70 },
    { min: 62, max: 92 },
  ],
  origin: [ORIGIN, ORIGIN],
};

/** As many pairs as the sample has: what holds fewer numbers cannot be laid out. */
function pairsField(initial: readonly number[], range: Range): Field<readonly number[]> {
  const list = numbersField(initial, range, initial.length);
  return {
    ...list,
    read: (text) => {
      const reading = list.read(text);
      if (reading.value.length === initial.length) return reading;
      return { value: initial, problem: 'without-partner' };
    },
  };
}

export const planeFields: Fields<PlaneState> = {
  planeKeys: pairsField([51, 70, 56, 82, ...PRINTED_THIRD], ORIGIN),
  planeValues: pairsField([40, 155, 43, 159, 48, 162], VALUE_RANGE),
  planeQueries: pairsField([57, 83, 55, 76], ORIGIN),
  planeScore: choiceField<PlaneScore>('gaussian', PLANE_SCORES),
  planeSigma: numberField(3, PLANE_SIGMA_RANGE),
  planeDivisor: choiceField<PlaneDivisor>('none', PLANE_DIVISORS),
  planeDivisorNumber: numberField(200, DIVISOR_RANGE),
  planeView: choiceField<View>('near', VIEWS),
};

/** Unchanged where nothing has to be, so that what was computed from it can be kept. */
export function clampAll(
  list: readonly number[],
  rangeOf: (index: number) => Range,
): readonly number[] {
  const clamped = list.map((x, i) => Math.min(Math.max(x, rangeOf(i).min), rangeOf(i).max));
  return clamped.every((x, i) => x === list[i]) ? list : clamped;
}

/** Everything inside its range, and every point inside the map. */
export function planeWithinRanges(state: PlaneState): PlaneState {
  const ranges = VIEW_RANGES[state.planeView];
  const ofPoint = (index: number) => ranges[index % 2] as Range;
  const clamped = (x: number, range: Range) => clampAll([x], () => range)[0] as number;
  return {
    planeKeys: clampAll(state.planeKeys, ofPoint),
    planeValues: clampAll(state.planeValues, () => VALUE_RANGE),
    planeQueries: clampAll(state.planeQueries, ofPoint),
    planeScore: state.planeScore,
    planeSigma: clamped(state.planeSigma, PLANE_SIGMA_RANGE),
    planeDivisor: state.planeDivisor,
    planeDivisorNumber: clamped(state.planeDivisorNumber, DIVISOR_RANGE),
    planeView: state.planeView,
  };
}

/** The pair of numbers at `index`. */
export const pairAt = (list: readonly number[], index: number): readonly [number, number] => [
  list[2 * index] as number,
  list[2 * index + 1] as number,
];

/** The list with another pair at `index`. */
export const withPair = (
  list: readonly number[],
  index: number,
  [first, second]: readonly number[],
): readonly number[] => list.with(2 * index, first as number).with(2 * index + 1, second as number);

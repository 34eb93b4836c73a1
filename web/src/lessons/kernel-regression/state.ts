// SPDX-License-Identifier: MIT
import {
  type Divisor,
  EXPONENT_SIGNS,
  type ExponentSign,
  KERNELS,
  type Kernel,
  type Precision,
} from '../../engine/index.ts';
import {
  choiceField,
  type Fields,
  listField,
  numberField,
  numbersField,
  type Problem,
  type Range,
  readWithin,
  shortened,
} from '../../state/fields.ts';

export const FIGURES = ['line', 'plane'] as const;
export const PLANE_SCORES = ['gaussian', 'dot'] as const;
export const PLANE_DIVISORS = ['none', 'sqrt_dk', 'dk', 'number'] as const satisfies Divisor[];
/** What the map shows: the body measures, or the plane around the origin. */
export const VIEWS = ['near', 'origin'] as const;
export type View = (typeof VIEWS)[number];

/** The sample in two dimensions: points and values are pairs, one after the other. */
export interface PlaneState {
  /** Waist and chest in cm (document 001, line 41, with a third key of its own). */
  readonly planeKeys: readonly number[];
  /** Weight in kg and height in cm (line 43). */
  readonly planeValues: readonly number[];
  /** Line 45. */
  readonly planeQueries: readonly number[];
  readonly planeScore: (typeof PLANE_SCORES)[number];
  readonly planeSigma: number;
  /** Of the dot product. */
  readonly planeDivisor: (typeof PLANE_DIVISORS)[number];
  /** For the divisor `number`. */
  readonly planeDivisorNumber: number;
  readonly planeView: View;
}

/** All that the lesson shows is computed from this. */
export interface State extends PlaneState {
  /** Waists in cm (document 001, line 7). */
  readonly keys: readonly number[];
  /** Weights in kg (line 9). */
  readonly values: readonly number[];
  readonly query: number;
  readonly sigma: number;
  readonly kernel: Kernel;
  readonly sign: ExponentSign;
  readonly precision: Precision;
  /** Which of the two samples the stage shows. */
  readonly figure: (typeof FIGURES)[number];
}

/** Limits of typed and linked data: wide enough for own data, narrow enough for float32 plots. */
export const DATA_RANGE: Range = { min: -10_000, max: 10_000 };
export const MOST_KEYS = 50;
export const KEY_COUNT = 3;
export const QUERY_COUNT = 2;

/** The third key as the document prints it, the second once more; and one as the sample in one dimension suggests. */
export const THIRDS = { printed: [56, 82], other: [58, 84] } as const;

const ORIGIN: Range = { min: -100, max: 100 };
/** Both sides of each view have one length, so that a distance looks the same in every direction. */
export const VIEW_RANGES: Readonly<Record<View, readonly [waist: Range, chest: Range]>> = {
  near: [
    { min: 40, max: 70 },
    { min: 62, max: 92 },
  ],
  origin: [ORIGIN, ORIGIN],
};

const CM = { unit: 'unit.waist' } as const;
const LOG = { scale: 'log' } as const;

export const fields: Fields<State> = {
  keys: numbersField([51, 56, 58], DATA_RANGE, MOST_KEYS),
  values: numbersField([40, 43, 48], DATA_RANGE, MOST_KEYS),
  query: numberField(57, DATA_RANGE, CM),
  sigma: numberField(1, { min: 0.01, max: 1_000 }, { ...LOG, ...CM }),
  kernel: choiceField('gaussian', KERNELS),
  sign: choiceField('minus', EXPONENT_SIGNS),
  precision: choiceField<Precision>('float64', ['float64', 'float32']),
  figure: choiceField('line', FIGURES),
  planeKeys: listField([51, 70, 56, 82, ...THIRDS.other], ORIGIN),
  planeValues: listField([40, 155, 43, 159, 48, 162], DATA_RANGE),
  planeQueries: listField([57, 83, 55, 76], ORIGIN),
  planeScore: choiceField('gaussian', PLANE_SCORES),
  planeSigma: numberField(3, { min: 0.1, max: 100 }, { ...LOG, ...CM }),
  planeDivisor: choiceField('none', PLANE_DIVISORS),
  planeDivisorNumber: numberField(200, { min: 1, max: 1_000 }, LOG),
  planeView: choiceField<View>('near', VIEWS),
};

/** Every point inside the map, and as many values as keys. */
export function constrain(state: State): State {
  const ranges = VIEW_RANGES[state.planeView];
  const inside = (list: readonly number[]) => {
    const moved = list.map((x, i) => {
      const { min, max } = ranges[i % 2] as Range;
      return Math.min(Math.max(x, min), max);
    });
    // The same list where nothing moves, so that the numbers computed from it are kept.
    return moved.every((x, i) => x === list[i]) ? list : moved;
  };
  const count = Math.min(state.keys.length, state.values.length);
  const whole = (list: readonly number[]) => (list.length === count ? list : list.slice(0, count));
  return Object.freeze({
    ...state,
    keys: whole(state.keys),
    values: whole(state.values),
    planeKeys: inside(state.planeKeys),
    planeQueries: inside(state.planeQueries),
  });
}

/** Keys and values belong together: where a link lacks one list, or one is unreadable, both are the sample's. */
export function readLink(params: URLSearchParams): { state: State; problems: Problem[] } {
  const read = readWithin(fields, params, constrain);
  const isUnusable = (field: 'keys' | 'values') =>
    !params.has(field) ||
    read.problems.some((problem) => problem.field === field && problem.kind === 'not-a-number');
  if (isUnusable('keys') === isUnusable('values')) return read;
  const field = isUnusable('keys') ? 'values' : 'keys';
  const got = shortened(params.get(field) ?? '');
  const used = fields[field].write(fields[field].initial);
  const problems = read.problems.filter(
    (problem) => problem.kind !== 'adjusted' || problem.field !== field,
  );
  return {
    state: Object.freeze({
      ...read.state,
      keys: fields.keys.initial,
      values: fields.values.initial,
    }),
    problems: [...problems, { field, kind: 'without-partner', got, used }],
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

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
/** The region of the map: around the body measures, or around the origin. */
export const VIEWS = ['near', 'origin'] as const;
export type View = (typeof VIEWS)[number];

/** The sample in two dimensions. Each list contains pairs, flattened. */
export interface PlaneState {
  /** Waist and chest in cm (document 001, line 41; the third key is our own). */
  readonly planeKeys: readonly number[];
  /** Weight in kg and height in cm (document 001, line 43). */
  readonly planeValues: readonly number[];
  /** Waist and chest in cm (document 001, line 45). */
  readonly planeQueries: readonly number[];
  readonly planeScore: (typeof PLANE_SCORES)[number];
  readonly planeSigma: number;
  /** Divisor of the dot product. */
  readonly planeDivisor: (typeof PLANE_DIVISORS)[number];
  /** Used with the divisor `number`. */
  readonly planeDivisorNumber: number;
  readonly planeView: View;
}

/** The input of all computations of the lesson. */
export interface State extends PlaneState {
  /** Waists in cm (document 001, line 7). */
  readonly keys: readonly number[];
  /** Weights in kg (document 001, line 9). */
  readonly values: readonly number[];
  readonly query: number;
  readonly sigma: number;
  readonly kernel: Kernel;
  readonly sign: ExponentSign;
  readonly precision: Precision;
  /** The sample that the stage shows. */
  readonly figure: (typeof FIGURES)[number];
}

/** Limits of typed and linked data. They allow custom data, and plots in float32 stay precise. */
export const DATA_RANGE: Range = { min: -10_000, max: 10_000 };
export const MOST_KEYS = 50;
export const KEY_COUNT = 3;
export const QUERY_COUNT = 2;

/** The third key as printed, which equals the second, and one that extends the sample in one dimension. */
export const THIRDS = { printed: [56, 82], other: [58, 84] } as const;

const ORIGIN: Range = { min: -100, max: 100 };
/** The sides of each view have the same length, so that distances look the same in all directions. */
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

/** Keeps every point inside the map, and gives `keys` and `values` the same length. */
export function constrain(state: State): State {
  const ranges = VIEW_RANGES[state.planeView];
  const inside = (list: readonly number[]) => {
    const moved = list.map((x, i) => {
      const { min, max } = ranges[i % 2] as Range;
      return Math.min(Math.max(x, min), max);
    });
    // Return the same list if nothing changed, so that numbers computed from it are reused.
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

/** Reads a link. If it lacks keys or values, or one of the two is unreadable, both become the default sample. */
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

/** The pair at `index` in a flattened list. */
export const pairAt = (list: readonly number[], index: number): readonly [number, number] => [
  list[2 * index] as number,
  list[2 * index + 1] as number,
];

/** A copy of a flattened list with another pair at `index`. */
export const withPair = (
  list: readonly number[],
  index: number,
  [first, second]: readonly number[],
): readonly number[] => list.with(2 * index, first as number).with(2 * index + 1, second as number);

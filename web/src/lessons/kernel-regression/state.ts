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
/** The region that the map of queries shows: around the body measures of the sample, or around the origin. */
export const VIEWS = ['near', 'origin'] as const;
export type View = (typeof VIEWS)[number];

/** The fields of the two-dimensional sample. Each list contains pairs of numbers, one pair after the other. */
export interface PlaneState {
  /**
   * Waist and chest of the keys in cm, from line 41 of document 001 (a source text, see web/src/ledger). The third key
   * is different, because the document prints the second key twice.
   */
  readonly planeKeys: readonly number[];
  /** Weight in kg and height in cm of the values (source document 001, line 43). */
  readonly planeValues: readonly number[];
  /** Waist and chest of the queries in cm (source document 001, line 45). Values are predicted for these. */
  readonly planeQueries: readonly number[];
  readonly planeScore: (typeof PLANE_SCORES)[number];
  readonly planeSigma: number;
  /** The divisor of the dot product. */
  readonly planeDivisor: (typeof PLANE_DIVISORS)[number];
  /** The divisor if `planeDivisor` is `number`. */
  readonly planeDivisorNumber: number;
  readonly planeView: View;
}

export interface State extends PlaneState {
  /** Waists in cm (source document 001, line 7). */
  readonly keys: readonly number[];
  /** Weights in kg (source document 001, line 9). */
  readonly values: readonly number[];
  readonly query: number;
  readonly sigma: number;
  readonly kernel: Kernel;
  readonly sign: ExponentSign;
  readonly precision: Precision;
  /** The sample that the stage (the figure with its controls) shows. */
  readonly figure: (typeof FIGURES)[number];
}

/**
 * The range of numbers that readers type or links contain. It suffices for the reader's own data, and plots stay
 * precise in float32.
 */
export const DATA_RANGE: Range = { min: -10_000, max: 10_000 };
export const MOST_KEYS = 50;
export const KEY_COUNT = 3;
export const QUERY_COUNT = 2;

/**
 * The third key as printed in source document 001, where it equals the second, and another one, which extends the
 * one-dimensional sample.
 */
export const THIRDS = { printed: [56, 82], other: [58, 84] } as const;

const ORIGIN: Range = { min: -100, max: 100 };
/**
 * The ranges of waist and chest in cm. In each view, both are equally long, so that distances look the same in all
 * directions.
 */
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

/**
 * Limits every point to the region of the map, and shortens the longer one of `keys` and `values` to the length of the
 * other.
 */
export function constrain(state: State): State {
  const ranges = VIEW_RANGES[state.planeView];
  const inside = (list: readonly number[]) => {
    const moved = list.map((x, i) => {
      const { min, max } = ranges[i % 2] as Range;
      return Math.min(Math.max(x, min), max);
    });
    // If nothing changed, the same list is returned, so that numbers computed from it can be reused.
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

/**
 * Reads a link. Keys and values belong together: if one list is missing or unreadable, both become those of the default
 * sample.
 */
export function readLink(params: URLSearchParams): { state: State; problems: Problem[] } {
  const read = readWithin(fields, params, constrain);
  const isUnusable = (field: 'keys' | 'values') =>
    !params.has(field) ||
    read.problems.some((problem) => problem.field === field && problem.kind === 'not-a-number');
  if (isUnusable('keys') === isUnusable('values')) return read;
  const [field, other] = isUnusable('keys')
    ? (['values', 'keys'] as const)
    : (['keys', 'values'] as const);
  const got = shortened(params.get(field) ?? '');
  const { keys, values } = fields;
  const used = { keys: keys.write(keys.initial), values: values.write(values.initial) };
  const problems = read.problems
    .filter((problem) => problem.field !== field)
    .map((problem) => (problem.field === other ? { ...problem, used: used[other] } : problem));
  return {
    state: Object.freeze({
      ...read.state,
      keys: keys.initial,
      values: values.initial,
    }),
    problems: [...problems, { field, kind: 'without-partner', got, used: used[field] }],
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

// SPDX-License-Identifier: MIT
import { EXPONENT_SIGNS, type ExponentSign, KERNELS, type Kernel } from '../../engine/index.ts';
import { shortened } from '../../i18n/shortened.ts';
import {
  choiceField,
  listField,
  mended,
  numberField,
  numbersField,
  type Problem,
  precisionField,
  type Range,
  readWithin,
  type StateOf,
} from '../../state/fields.ts';

/** The region that the map of queries shows: around the body measures of the sample, or around the origin. */
const VIEWS = ['near', 'origin'] as const;
export type View = (typeof VIEWS)[number];

/**
 * The range of numbers that readers type or links contain. It suffices for the reader's own data, and plots stay
 * precise in float32.
 */
export const DATA_RANGE: Range = { min: -10_000, max: 10_000 };
export const MOST_KEYS = 50;
export const KEY_COUNT = 3;
export const QUERY_COUNT = 2;

/**
 * The waist and the chest of the third key. `printed` is the pair in source document 001, which equals the second key.
 * `other` differs from it; its waist is that of the third key in the one-dimensional sample.
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

/** Line numbers in the comments below are those of document 001 (a source text, see web/src/ledger). */
export const fields = {
  /** Waists in cm (line 7). */
  keys: { ...numbersField([51, 56, 58], DATA_RANGE, MOST_KEYS), partner: 'values' },
  /** Weights in kg (line 9). */
  values: { ...numbersField([40, 43, 48], DATA_RANGE, MOST_KEYS), partner: 'keys' },
  query: numberField(57, DATA_RANGE, CM),
  sigma: numberField(1, { min: 0.01, max: 1_000 }, { ...LOG, ...CM }),
  kernel: choiceField<Kernel>('gaussian', KERNELS),
  sign: choiceField<ExponentSign>('minus', EXPONENT_SIGNS),
  precision: precisionField,
  /** The sample that the stage (the figure with its controls) shows. */
  figure: choiceField('line', ['line', 'plane']),
  /**
   * Waist and chest of the keys in cm (line 41), one pair after the other. The third key differs from the document, in
   * which it equals the second key.
   */
  planeKeys: listField([51, 70, 56, 82, ...THIRDS.other], ORIGIN),
  /** Weight in kg and height in cm of the values (line 43). */
  planeValues: listField([40, 155, 43, 159, 48, 162], DATA_RANGE),
  /** Waist and chest of the queries in cm (line 45). Values are predicted for these. */
  planeQueries: listField([57, 83, 55, 76], ORIGIN),
  planeScore: choiceField('gaussian', ['gaussian', 'dot']),
  planeSigma: numberField(3, { min: 0.1, max: 100 }, { ...LOG, ...CM }),
  /** The divisor of the dot product. With `number`, it is `planeDivisorNumber`. */
  planeDivisor: choiceField('none', ['none', 'sqrt_dk', 'dk', 'number']),
  planeDivisorNumber: numberField(200, { min: 1, max: 1_000 }, LOG),
  planeView: choiceField('near', VIEWS),
};
export type State = StateOf<typeof fields>;
/** The fields of the two-dimensional sample. */
export type PlaneState = Pick<State, Extract<keyof State, `plane${string}`>>;

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
  const own = mended(fields, params);
  const read = readWithin(fields, own, constrain);
  const isUnusable = (field: 'keys' | 'values') =>
    !own.has(field) ||
    read.problems.some((problem) => problem.field === field && problem.kind === 'not-a-number');
  if (isUnusable('keys') === isUnusable('values')) return read;
  const [field, other] = isUnusable('keys')
    ? (['values', 'keys'] as const)
    : (['keys', 'values'] as const);
  const got = shortened(own.get(field) ?? '');
  const { keys, values } = fields;
  const used = { keys: keys.write(keys.initial), values: values.write(values.initial) };
  const problems = read.problems
    .filter((problem) => problem.field !== field || problem.kind === 'repeated')
    .map((problem) =>
      problem.field === field || problem.field === other
        ? { ...problem, used: used[problem.field] }
        : problem,
    );
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

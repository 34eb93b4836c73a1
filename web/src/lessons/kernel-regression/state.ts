// SPDX-License-Identifier: MIT
import {
  EXPONENT_SIGNS,
  type ExponentSign,
  KERNELS,
  type Kernel,
  type Precision,
} from '../../engine/index.ts';
import {
  choiceField,
  type Fields,
  numberField,
  numbersField,
  type Problem,
  type Range,
  readState,
  shortened,
} from '../../state/fields.ts';
import { clampAll, type PlaneState, planeFields, planeWithinRanges } from './plane/state.ts';

/** All that the lesson shows is computed from this. */
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
}

/** What data may be, by hand or by link: wide enough for own data, narrow enough for float32 plots. */
export const DATA_RANGE: Range = { min: -10_000, max: 10_000 };
export const SIGMA_RANGE: Range = { min: 0.01, max: 1_000 };
export const MOST_KEYS = 50;

export const fields: Fields<State> = {
  keys: numbersField([51, 56, 58], DATA_RANGE, MOST_KEYS),
  values: numbersField([40, 43, 48], DATA_RANGE, MOST_KEYS),
  query: numberField(57, DATA_RANGE),
  sigma: numberField(1, SIGMA_RANGE),
  kernel: choiceField('gaussian', KERNELS),
  sign: choiceField<ExponentSign>('minus', EXPONENT_SIGNS),
  precision: choiceField<Precision>('float64', ['float64', 'float32']),
  ...planeFields,
};

/** Points of a link that lie beyond its map are told of, as any number out of range is. */
export function readLink(params: URLSearchParams): { state: State; problems: Problem[] } {
  const { state, problems } = readPairs(params);
  const usable = withinRanges(state);
  const moved = (['planeKeys', 'planeQueries'] as const).filter(
    (field) => usable[field] !== state[field] && problems.every((known) => known.field !== field),
  );
  const told = moved.map((field): Problem => {
    const used = shortened(fields[field].write(usable[field]));
    return { field, kind: 'out-of-range', got: shortened(params.get(field) ?? ''), used };
  });
  return { state: usable, problems: [...problems, ...told] };
}

/** Keys and values belong together: where one list cannot be used, the sample's own pairs are. */
function readPairs(params: URLSearchParams): { state: State; problems: Problem[] } {
  const { state, problems } = readState(fields, params);
  const isUnusable = (field: 'keys' | 'values') =>
    !params.has(field) ||
    problems.some((problem) => problem.field === field && problem.kind === 'not-a-number');
  if (isUnusable('keys') !== isUnusable('values')) {
    const field = isUnusable('keys') ? 'values' : 'keys';
    const got = shortened(params.get(field) ?? '');
    const used = fields[field].write(fields[field].initial);
    const pairs = { keys: fields.keys.initial, values: fields.values.initial };
    return {
      state: Object.freeze({ ...state, ...pairs }),
      problems: [...problems, { field, kind: 'without-partner', got, used }],
    };
  }
  const count = Math.min(state.keys.length, state.values.length);
  if (state.keys.length === state.values.length) return { state, problems };
  const field = state.keys.length > count ? 'keys' : 'values';
  const [keys, values] = [state.keys.slice(0, count), state.values.slice(0, count)];
  const got = shortened(fields[field].write(state[field]));
  const used = shortened(fields[field].write(field === 'keys' ? keys : values));
  return {
    state: Object.freeze({ ...state, keys, values }),
    problems: [...problems, { field, kind: 'without-partner', got, used }],
  };
}

const clamp = (x: number, { min, max }: Range): number => Math.min(Math.max(x, min), max);

/** The state as its own link would give it back: nothing on the page can leave the ranges. */
export function withinRanges(state: State): State {
  return Object.freeze({
    ...state,
    ...planeWithinRanges(state),
    keys: clampAll(state.keys, () => DATA_RANGE),
    values: clampAll(state.values, () => DATA_RANGE),
    query: clamp(state.query, DATA_RANGE),
    sigma: clamp(state.sigma, SIGMA_RANGE),
  });
}

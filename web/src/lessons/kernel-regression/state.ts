// SPDX-License-Identifier: MIT
import { type ExponentSign, KERNELS, type Kernel, type Precision } from '../../engine/index.ts';
import {
  choiceField,
  type Fields,
  numberField,
  numbersField,
  type Problem,
  type Range,
  readState,
} from '../../state/fields.ts';

/** All that the lesson shows is computed from this. */
export interface State {
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
  sign: choiceField<ExponentSign>('minus', ['minus', 'plus']),
  precision: choiceField<Precision>('float64', ['float64', 'float32']),
};

/** Reads a link; keys and values without a partner are left out. */
export function readLink(params: URLSearchParams): { state: State; problems: Problem[] } {
  const { state, problems } = readState(fields, params);
  const count = Math.min(state.keys.length, state.values.length);
  if (state.keys.length === state.values.length) return { state, problems };
  const field = state.keys.length > count ? 'keys' : 'values';
  const got = String(state[field].length);
  return {
    state: Object.freeze({
      ...state,
      keys: state.keys.slice(0, count),
      values: state.values.slice(0, count),
    }),
    problems: [...problems, { field, kind: 'wrong-count', got, used: String(count) }],
  };
}

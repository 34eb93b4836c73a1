// SPDX-License-Identifier: MIT
import type { Precision } from '../../engine/index.ts';
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

/** What is done to the entries before softmax. */
export const SCALINGS = ['temperature', 'standardise'] as const;
export type Scaling = (typeof SCALINGS)[number];

/** What the second picture draws over the last entry. */
export const CURVES = ['jacobian', 'gradient', 'loss'] as const;
export type Curve = (typeof CURVES)[number];

/** All that the lesson shows is computed from this. */
export interface State {
  /** The entries (document 000, lines 22–25). */
  readonly x: readonly number[];
  readonly temperature: number;
  readonly scaling: Scaling;
  /** The entry that the loss counts as right, from 1. */
  readonly target: number;
  readonly curve: Curve;
  readonly precision: Precision;
}

export const ENTRY_RANGE: Range = { min: -10_000, max: 10_000 };
export const TEMPERATURE_RANGE: Range = { min: 0.01, max: 100 };
export const MOST_ENTRIES = 6;

export const fields: Fields<State> = {
  x: numbersField([1, 1, 1, 5], ENTRY_RANGE, MOST_ENTRIES),
  temperature: numberField(1, TEMPERATURE_RANGE),
  scaling: choiceField<Scaling>('temperature', SCALINGS),
  target: numberField(4, { min: 1, max: MOST_ENTRIES }),
  curve: choiceField<Curve>('jacobian', CURVES),
  precision: choiceField<Precision>('float64', ['float64', 'float32']),
};

const clamp = (x: number, { min, max }: Range): number => Math.min(Math.max(x, min), max);

/** The state as its own link would give it back: nothing on the page can leave the ranges. */
export function withinRanges(state: State): State {
  return Object.freeze({
    ...state,
    x: state.x.map((entry) => clamp(entry, ENTRY_RANGE)),
    temperature: clamp(state.temperature, TEMPERATURE_RANGE),
    target: clamp(Math.round(state.target), { min: 1, max: state.x.length }),
  });
}

/** The right entry has to be one of those that there are. */
export function readLink(params: URLSearchParams): { state: State; problems: Problem[] } {
  const { state, problems } = readState(fields, params);
  const usable = withinRanges(state);
  if (usable.target === state.target) return { state, problems };
  const isNews = params.has('target') && problems.every(({ field }) => field !== 'target');
  const got = shortened(params.get('target') ?? '');
  const used = String(usable.target);
  const problem: Problem = { field: 'target', kind: 'out-of-range', got, used };
  return { state: usable, problems: isNews ? [...problems, problem] : problems };
}

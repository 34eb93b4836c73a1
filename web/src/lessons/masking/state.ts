// SPDX-License-Identifier: MIT
import type { EmptyRow, MaskMethod, Precision } from '../../engine/index.ts';
import {
  choiceField,
  type Fields,
  numberField,
  numbersField,
  type Range,
  readWithin,
  WHOLE,
} from '../../state/fields.ts';

/** Queries, and keys, of the bench. */
export const SIZE = 5;

/** The bench's scores, before they are made larger. */
export const BASE: readonly (readonly number[])[] = [
  [1.2, -0.4, 0.8, 2.1, -1.3],
  [-2, -2.5, 0.5, 1.5, -1],
  [0.3, 1.7, -0.6, 0.9, 2.4],
  [-1.1, 0.6, 1.9, -0.2, 0.7],
  [2.2, -0.8, 0.4, 1.1, -1.6],
];

/** One length for all queries, one for each, or none. */
export const LENS_KINDS = ['none', 'one', 'rows'] as const;
export type LensKind = (typeof LENS_KINDS)[number];

export const SWITCH = ['off', 'on'] as const;
export type Switch = (typeof SWITCH)[number];

/** What a 1 among the flags says: the key is kept, or it is hidden. */
export const CONVENTIONS = ['keep', 'hide'] as const;
export type Convention = (typeof CONVENTIONS)[number];

/** What is done to a hidden score, with its constant as Python writes it. */
export const TREATMENTS = {
  exclude: { method: 'exclude', fill: -1e9, python: '-1e9' },
  fill4: { method: 'fill', fill: -1e4, python: '-1e4' },
  fill6: { method: 'fill', fill: -1e6, python: '-1e6' },
  fill9: { method: 'fill', fill: -1e9, python: '-1e9' },
  fill20: { method: 'fill', fill: -1e20, python: '-1e20' },
  infinity: { method: 'fill', fill: Number.NEGATIVE_INFINITY, python: 'float("-inf")' },
  add9: { method: 'add', fill: -1e9, python: '-1e9' },
} as const satisfies Record<string, { method: MaskMethod; fill: number; python: string }>;
export type Treatment = keyof typeof TREATMENTS;
export const TREATMENT_IDS = Object.keys(TREATMENTS) as Treatment[];

/** What compares query and key in the documents' example, and what its keys are. */
export const SAMPLE_SCORES = ['additive', 'dot'] as const;
export type SampleScore = (typeof SAMPLE_SCORES)[number];
export const SAMPLE_KEYS = ['ones', 'drawn'] as const;
export type SampleKeys = (typeof SAMPLE_KEYS)[number];

/** All that the lesson shows is computed from this. */
export interface State {
  /** The query that is looked at, from 1. */
  readonly row: number;
  /** Row by row, 0 where a cell was pressed to be taken out. */
  readonly mask: readonly number[];
  readonly lensKind: LensKind;
  readonly len: number;
  readonly lens: readonly number[];
  readonly causal: Switch;
  readonly convention: Convention;
  readonly treatment: Treatment;
  readonly emptyRow: EmptyRow;
  /** What the scores are multiplied by. */
  readonly size: number;
  /** The lengths of the first of the two calls (document 001, line 86). */
  readonly firstLens: readonly number[];
  readonly score: SampleScore;
  readonly keys: SampleKeys;
  readonly seed: number;
  readonly precision: Precision;
}

export const LEN_RANGE: Range = { min: 0, max: SIZE };
export const FLAG_RANGE: Range = { min: 0, max: 1 };
export const SIZE_RANGE: Range = { min: 1, max: 1e21 };
export const FIRST_RANGE: Range = { min: 0, max: 4 };
export const SEED_RANGE: Range = { min: 0, max: 999_999 };
export const EMPTY_CHOICES = ['uniform', 'nan', 'zeros'] as const satisfies readonly EmptyRow[];

const ALL_KEPT: readonly number[] = Array<number>(SIZE * SIZE).fill(1);

export const fields: Fields<State> = {
  row: numberField(2, { min: 1, max: SIZE }, WHOLE),
  mask: numbersField(ALL_KEPT, FLAG_RANGE, SIZE * SIZE, WHOLE),
  lensKind: choiceField<LensKind>('rows', LENS_KINDS),
  len: numberField(3, LEN_RANGE, WHOLE),
  lens: numbersField([3, 2, 4, 1, 5], LEN_RANGE, SIZE, WHOLE),
  causal: choiceField<Switch>('off', SWITCH),
  convention: choiceField<Convention>('keep', CONVENTIONS),
  treatment: choiceField<Treatment>('exclude', TREATMENT_IDS),
  emptyRow: choiceField<EmptyRow>('uniform', EMPTY_CHOICES),
  size: numberField(1, SIZE_RANGE),
  firstLens: numbersField([2, 3], FIRST_RANGE, 2, WHOLE),
  score: choiceField<SampleScore>('additive', SAMPLE_SCORES),
  keys: choiceField<SampleKeys>('ones', SAMPLE_KEYS),
  seed: numberField(1, SEED_RANGE, WHOLE),
  precision: choiceField<Precision>('float64', ['float64', 'float32']),
};

const clamp = (x: number, { min, max }: Range): number => Math.min(Math.max(x, min), max);
const whole = (x: number, range: Range): number => clamp(Math.round(x), range);
/** As many whole numbers as `usual` has, those that are missing taken from it. */
const wholes = (list: readonly number[], usual: readonly number[], range: Range): number[] =>
  usual.map((one, i) => whole(list[i] ?? one, range));

/** The state as its own link would give it back: nothing on the page can leave the ranges. */
export function withinRanges(state: State): State {
  return Object.freeze({
    ...state,
    row: whole(state.row, { min: 1, max: SIZE }),
    mask: wholes(state.mask, ALL_KEPT, FLAG_RANGE),
    len: whole(state.len, LEN_RANGE),
    lens: wholes(state.lens, fields.lens.initial, LEN_RANGE),
    size: clamp(state.size, SIZE_RANGE),
    firstLens: wholes(state.firstLens, fields.firstLens.initial, FIRST_RANGE),
    seed: whole(state.seed, SEED_RANGE),
  });
}

export const readLink = (params: URLSearchParams) => readWithin(fields, params, withinRanges);

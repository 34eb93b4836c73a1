// SPDX-License-Identifier: MIT
import type { EmptyRow, Engine, MaskingOptions, MaskMethod } from '../../engine/index.ts';
import {
  choiceField,
  initialState,
  listField,
  numberField,
  precisionField,
  type Range,
  type StateOf,
  seedField,
  WHOLE,
} from '../../state/fields.ts';
import { type Matrix, matrix, rowsOf } from '../matrix.ts';
import { kept, once } from '../on-demand.ts';
import type { Computed } from '../scene.ts';
import { computeSample, computeTwice, type Sample, type Twice } from './examples.ts';

/**
 * The indices of the tokens. Their texts are in the catalogues of messages, because each language has its own sentence.
 */
export const TOKENS = [0, 1, 2, 3, 4] as const;
export const SIZE = TOKENS.length;

/**
 * Example scores of each query (row) for each key (column). The reader chooses a factor, the size, by which they are
 * multiplied.
 */
export const BASE: Matrix = [
  [1.2, -0.4, 0.8, 2.1, -1.3],
  [-2, -2.5, 0.5, 1.5, -1],
  [0.3, 1.7, -0.6, 0.9, 2.4],
  [-1.1, 0.6, 1.9, -0.2, 0.7],
  [2.2, -0.8, 0.4, 1.1, -1.6],
];

/**
 * The masking methods. `fill` is the constant that replaces hidden scores (method `fill`) or is added to them (method
 * `add`). `python` is the same constant in Python syntax.
 */
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

/** The masking methods with a finite constant. With these, hidden keys can get weight. */
export const LEAKING = ['fill4', 'fill6', 'fill9', 'fill20', 'add9'] as const satisfies Treatment[];
export type Leaking = (typeof LEAKING)[number];

const LEN_RANGE: Range = { min: 0, max: SIZE };
export const SIZE_RANGE: Range = { min: 1, max: 1e21 };
const ALL_KEPT: readonly number[] = Array<number>(SIZE * SIZE).fill(1);

export const fields = {
  /** The selected query, counted from 1. */
  row: numberField(2, { min: 1, max: SIZE }, WHOLE),
  /** The reader's mask, row by row: 0 for each cell that the reader has hidden, else 1. */
  mask: listField(ALL_KEPT, { min: 0, max: 1 }, WHOLE),
  /** Whether there are valid lengths: none, one for all queries, or one for each query. */
  lensKind: choiceField('none', ['none', 'one', 'rows']),
  len: numberField(3, LEN_RANGE, WHOLE),
  lens: listField([3, 2, 4, 1, 5], LEN_RANGE, WHOLE),
  causal: choiceField('off', ['off', 'on']),
  /** Whether a flag of 1 in the mask means that a key is kept or that it is hidden. */
  convention: choiceField('keep', ['keep', 'hide']),
  treatment: choiceField<Treatment>('infinity', TREATMENT_IDS),
  /** The weights of a query without visible keys, if hidden keys are excluded. */
  emptyRow: choiceField<EmptyRow>('uniform', ['uniform', 'nan', 'zeros']),
  /** The factor by which the scores in `BASE` are multiplied. Large scores show which masking methods fail. */
  size: numberField(1, SIZE_RANGE, { scale: 'log' }),
  /**
   * The valid lengths of the first of two calls (source document 001 in web/src/ledger, line 86). The document's
   * function masks its tensor in place, so a second call with the same tensor also keeps the mask of the first call.
   */
  firstLens: listField([2, 3], { min: 0, max: 4 }, WHOLE),
  score: choiceField('additive', ['additive', 'dot']),
  keys: choiceField('ones', ['ones', 'drawn']),
  seed: seedField(),
  precision: precisionField,
};
export type State = StateOf<typeof fields>;

export const INITIAL: State = initialState(fields);
export const with_ = (change: Partial<State>): State => Object.freeze({ ...INITIAL, ...change });

/** The valid length of a query. Undefined if there are no valid lengths. */
export function lengthOf({ lensKind, len, lens }: State, i: number): number | undefined {
  if (lensKind === 'none') return undefined;
  return lensKind === 'one' ? len : lens[i];
}

export interface Treated {
  readonly logits: Matrix;
  readonly weights: Matrix;
  /** For each query, the sum of its weights on hidden keys (`leaks`), and the sum of all its weights (`sums`). */
  readonly leaks: readonly number[];
  readonly sums: readonly number[];
}

/** The sum of the selected query's weights on hidden keys, for each method in `LEAKING`, with scores of one size. */
export interface LeakPoint {
  readonly size: number;
  readonly leaks: Readonly<Record<Leaking, number>>;
}

/**
 * All numbers of the lesson. The engine computes all of them except the sums of a row's weights. Numbers that are
 * returned by a function are computed at its first call. The course shows only the chosen method, Verify shows all.
 */
export interface Numbers {
  readonly scores: Matrix;
  /** 1 if the valid length, the causal mask and the reader's mask all keep a key, else 0. */
  readonly flags: Matrix;
  /** 1 if a key is visible to a query: the flags, interpreted by the chosen convention. */
  readonly visible: Matrix;
  readonly emptyRows: readonly boolean[];
  readonly treated: Readonly<Record<Treatment, () => Treated>>;
  readonly leaks: () => readonly LeakPoint[];
  readonly twice: () => Twice;
  readonly sample: () => Sample;
}

/** The masks that a state selects, as options for the engine. */
function masksOf({ mask, lensKind, len, lens, causal }: State): MaskingOptions {
  const keep = { keepMask: { shape: [SIZE, SIZE], data: mask }, causal: causal === 'on' };
  if (lensKind === 'none') return keep;
  const validLens = lensKind === 'one' ? { shape: [], data: [len] } : { shape: [SIZE], data: lens };
  return { ...keep, validLens };
}

/** 1 for each kept key, 0 for each excluded one. `logits` must come from the method `exclude`, which sets −∞. */
const keptOf = (logits: Matrix): Matrix =>
  logits.map((row) => row.map((logit) => (logit === Number.NEGATIVE_INFINITY ? 0 : 1)));

/** The numbers of the stage (the figure with its controls), for every masking method. */
function computeBench(state: State, engine: Engine): Omit<Numbers, 'leaks' | 'twice' | 'sample'> {
  const { precision, convention, emptyRow, size } = state;
  const scores = matrix(...BASE.map((one) => one.map((score) => score * size)));
  const masked = (options: MaskingOptions) => {
    const { logits, weights, emptyRows } = engine.maskedSoftmax({
      precision,
      scores,
      emptyRow,
      ...options,
    });
    return { logits: rowsOf(logits), weights: rowsOf(weights), emptyRows };
  };
  const own = masked({ ...masksOf(state), maskMethod: 'exclude' });
  const flags = keptOf(own.logits);
  const isRead = convention === 'keep';
  const seen = isRead ? masksOf(state) : { hideMask: matrix(...flags) };
  const excluded = isRead ? own : masked(seen);
  const visible = keptOf(excluded.logits);
  const treatedBy = (id: Treatment): Treated => {
    const { method, fill } = TREATMENTS[id];
    const { logits, weights } =
      id === 'exclude' ? excluded : masked({ ...seen, maskMethod: method, fill });
    // Only the weights of the hidden keys are summed. Multiplying the other weights by 0 instead would turn an infinite
    // one into NaN.
    const sumOf = (row: readonly number[]) => row.reduce((sum, weight) => sum + weight, 0);
    const leaks = weights.map((row, i) => {
      const hidden = row.filter((_, j) => visible[i]?.[j] === 0);
      return row.some(Number.isNaN) ? Number.NaN : sumOf(hidden);
    });
    return { logits, weights, leaks, sums: weights.map(sumOf) };
  };
  const treated = TREATMENT_IDS.map((id) => [id, once(() => treatedBy(id))] as const);
  return {
    scores: rowsOf(scores),
    flags,
    visible,
    emptyRows: excluded.emptyRows,
    treated: Object.fromEntries(treated) as Numbers['treated'],
  };
}

const PER_DECADE = 2;
const SIZES: readonly number[] = Array.from(
  { length: PER_DECADE * Math.log10(SIZE_RANGE.max) + 1 },
  (_, i) => 10 ** (i / PER_DECADE),
);

/** For several sizes of scores and each method in `LEAKING`: the sum of the selected query's weights on hidden keys. */
function computeLeaks(
  { row, precision }: State,
  visible: readonly number[],
  engine: Engine,
): readonly LeakPoint[] {
  const base = BASE[row - 1] ?? [];
  const scores = matrix(...SIZES.map((size) => base.map((score) => score * size)));
  const keepMask = { shape: [SIZE], data: visible };
  const leaks = LEAKING.map((id) => {
    const { method: maskMethod, fill } = TREATMENTS[id];
    const { weights } = engine.maskedSoftmax({ precision, scores, keepMask, maskMethod, fill });
    return rowsOf(weights).map((weight) =>
      weight.reduce((sum, x, j) => sum + (visible[j] === 0 ? x : 0), 0),
    );
  });
  return SIZES.map((size, i) => ({
    size,
    leaks: Object.fromEntries(LEAKING.map((id, at) => [id, leaks[at]?.[i]])) as LeakPoint['leaks'],
  }));
}

/**
 * Computes the numbers of a state. Numbers that a change does not affect are reused from `last`.
 * @throws AttentionError
 */
export function compute(state: State, engine: Engine, last?: Computed<State, Numbers>): Numbers {
  const bench = computeBench(state, engine);
  const visible = bench.visible[state.row - 1] ?? [];
  const isSeenAlike = String(last?.numbers.visible[state.row - 1]) === String(visible);
  return {
    ...bench,
    leaks:
      (isSeenAlike && kept(last, state, ['row', 'precision'])?.leaks) ||
      once(() => computeLeaks(state, visible, engine)),
    twice:
      kept(last, state, ['firstLens', 'precision'])?.twice ??
      once(() => computeTwice(state, engine)),
    sample:
      kept(last, state, ['score', 'keys', 'seed', 'precision'])?.sample ??
      once(() => computeSample(state, engine)),
  };
}

// SPDX-License-Identifier: MIT
import type {
  EmptyRow,
  Engine,
  MaskingOptions,
  MaskMethod,
  Precision,
} from '../../engine/index.ts';
import { type Matrix, matrix, rowsOf } from '../matrix.ts';
import { once } from '../once.ts';
import { computeSample, computeTwice, type Sample, type Twice } from './examples.ts';

/**
 * The indices of the tokens. Their texts are in the catalogues of messages, because each language has its own sentence.
 */
export const TOKENS = [0, 1, 2, 3, 4] as const;
export const SIZE = TOKENS.length;
/** The seed of the random numbers in the example of document 001. */
const SEED = 1;

/** Example scores of each query (row) for each key (column), which the state's `size` multiplies. */
const BASE: Matrix = [
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

/** The scores and how they are masked, and the inputs of the examples of document 001. */
export interface State {
  /** The valid length of each query. Undefined if there are no valid lengths. */
  readonly lens: readonly number[] | undefined;
  readonly causal: 'off' | 'on';
  /** Whether a flag of 1 in the mask means that a key is kept or that it is hidden. */
  readonly convention: 'keep' | 'hide';
  readonly treatment: Treatment;
  /** The weights of a query without visible keys, if hidden keys are excluded. */
  readonly emptyRow: EmptyRow;
  /** The factor by which the scores in `BASE` are multiplied. Large scores show which masking methods fail. */
  readonly size: number;
  /**
   * The valid lengths of the first of two calls (source document 001 in web/src/ledger, line 86). The document's
   * function masks its tensor in place, so a second call with the same tensor also keeps the mask of the first call.
   */
  readonly firstLens: readonly number[];
  readonly score: 'additive' | 'dot';
  readonly keys: 'ones' | 'drawn';
  readonly precision: Precision;
}

export const EXAMPLE: State = Object.freeze({
  lens: undefined,
  causal: 'off',
  convention: 'keep',
  treatment: 'infinity',
  emptyRow: 'uniform',
  size: 1,
  firstLens: [2, 3],
  score: 'additive',
  keys: 'ones',
  precision: 'float64',
});

export const with_ = (change: Partial<State>): State => Object.freeze({ ...EXAMPLE, ...change });

interface Treated {
  readonly logits: Matrix;
  readonly weights: Matrix;
  /** For each query, the sum of its weights on hidden keys. */
  readonly leaks: readonly number[];
}

/**
 * The engine computes all numbers except the sums of weights. Numbers that are returned by a function are computed at
 * its first call, because most experiments read only a few of them.
 */
export interface Numbers {
  readonly scores: Matrix;
  /** 1 if the valid length and the causal mask both keep a key, else 0. */
  readonly flags: Matrix;
  /** 1 if a key is visible to a query: the flags, interpreted by the chosen convention. */
  readonly visible: Matrix;
  readonly treated: Readonly<Record<Treatment, () => Treated>>;
  readonly twice: () => Twice;
  readonly sample: () => Sample;
}

/** The masks that a state selects, as options for the engine. */
const masksOf = ({ lens, causal }: State): MaskingOptions => ({
  ...(lens ? { validLens: { shape: [SIZE], data: lens } } : {}),
  causal: causal === 'on',
});

/** 1 for each kept key, 0 for each excluded one. `logits` must come from the method `exclude`, which sets −∞. */
const keptOf = (logits: Matrix): Matrix =>
  logits.map((row) => row.map((logit) => (logit === Number.NEGATIVE_INFINITY ? 0 : 1)));

/** @throws AttentionError */
export function compute(state: State, engine: Engine): Numbers {
  const { precision, convention, emptyRow, size } = state;
  const scores = matrix(...BASE.map((one) => one.map((score) => score * size)));
  const masked = (options: MaskingOptions) => {
    const { logits, weights } = engine.maskedSoftmax({
      precision,
      scores,
      emptyRow,
      ...options,
    });
    return { logits: rowsOf(logits), weights: rowsOf(weights) };
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
    const leaks = weights.map((row, i) => {
      const hidden = row.filter((_, j) => visible[i]?.[j] === 0);
      return row.some(Number.isNaN) ? Number.NaN : hidden.reduce((sum, weight) => sum + weight, 0);
    });
    return { logits, weights, leaks };
  };
  const treated = TREATMENT_IDS.map((id) => [id, once(() => treatedBy(id))] as const);
  return {
    scores: rowsOf(scores),
    flags,
    visible,
    treated: Object.fromEntries(treated) as Numbers['treated'],
    twice: once(() => computeTwice(state, engine)),
    sample: once(() => computeSample({ ...state, seed: SEED }, engine)),
  };
}

// SPDX-License-Identifier: MIT
import type {
  EmptyRow,
  Engine,
  MaskingOptions,
  MaskMethod,
  Precision,
  Tensor,
} from '../../engine/index.ts';
import { type Matrix, matrix, rowsOf } from '../matrix.ts';
import { once } from '../once.ts';

/** The numbers of torch.rand(2, 2, 4) with seed 0 (source document 001, line 81). */
export const DRAWN: Tensor = {
  shape: [2, 2, 4],
  data: [
    0.49625658988952637, 0.7682217955589294, 0.08847743272781372, 0.13203048706054688,
    0.30742281675338745, 0.6340786814689636, 0.4900934100151062, 0.8964447379112244,
    0.455627977848053, 0.6323062777519226, 0.3488934636116028, 0.40171730518341064,
    0.022325754165649414, 0.16885894536972046, 0.2938884496688843, 0.518521785736084,
  ],
};
/** The valid lengths of the second call (source document 001, line 88), one for each row. */
const SECOND_LENS: readonly number[] = [1, 3, 2, 4];
/** The constant with which the document overwrites hidden scores. */
const FILL = -1e6;

type Given = Pick<State, 'firstLens' | 'precision'>;

/**
 * Reproduces the two calls of masked softmax in document 001, whose function overwrites its argument. Here, no tensor
 * is overwritten: `same` passes the masked scores to the second call, and `fresh` the original scores.
 */
export function computeTwice({ firstLens, precision }: Given, engine: Engine, drawn = DRAWN) {
  const call = (scores: Tensor, validLens: Tensor) =>
    engine.maskedSoftmax({ precision, scores, validLens, maskMethod: 'fill', fill: FILL });
  const second = { shape: [2, 2], data: SECOND_LENS };
  const first = call(drawn, { shape: [2], data: firstLens });
  const answer = (given: Tensor) => ({
    tensor: rowsOf(given),
    weights: rowsOf(call(given, second).weights),
  });
  return {
    same: answer(first.logits),
    fresh: answer(drawn),
    first: rowsOf(first.weights),
  };
}

const [BATCH, KEYS, KEY_SIZE, VALUE_SIZE] = [2, 10, 2, 4];
/** Number of components of a projected query and of a projected key. */
export const HIDDEN = 8;
/**
 * Number of components of a query. The additive score accepts any number; for the dot product, a query needs as many
 * components as a key.
 */
const QUERY_SIZE = { additive: 20, dot: KEY_SIZE } as const;
const VALID_LENS: Tensor = { shape: [BATCH], data: [2, 6] };

export interface SampleState extends Pick<State, 'score' | 'keys' | 'precision'> {
  readonly seed: number;
}

export function computeSample({ score, keys, seed, precision }: SampleState, engine: Engine) {
  let stream = 0;
  const normal = (...shape: number[]) =>
    engine.random({ precision, shape, seed, stream: stream++ });
  // torch.nn.Linear draws its initial weights from a uniform distribution within ±1/√inputs.
  const linear = (outputs: number, inputs: number) =>
    engine.random({
      precision,
      shape: [outputs, inputs],
      seed,
      stream: stream++,
      distribution: 'uniform',
      variance: 1 / (3 * inputs),
    });
  const size = QUERY_SIZE[score];
  const ones = Array<number>(BATCH * KEYS * KEY_SIZE).fill(1);
  const range = Array.from({ length: KEYS * VALUE_SIZE }, (_, i) => i);
  const queries = normal(BATCH, 1, size);
  const drawn = normal(BATCH, KEYS, KEY_SIZE);
  const found = engine.attention({
    precision,
    queries,
    keys: keys === 'ones' ? { shape: drawn.shape, data: ones } : drawn,
    values: { shape: [BATCH, KEYS, VALUE_SIZE], data: [...range, ...range] },
    validLens: VALID_LENS,
    maskMethod: 'fill',
    fill: FILL,
    ...(score === 'dot'
      ? { score }
      : {
          score,
          W_q: linear(HIDDEN, size),
          W_k: linear(HIDDEN, KEY_SIZE),
          w_v: { shape: [HIDDEN], data: linear(1, HIDDEN).data },
        }),
  });
  return {
    /** The shape (2, 1, 10) of the weights: two matrices with one row each. */
    shape: found.weights.shape,
    weights: rowsOf(found.weights),
    output: rowsOf(found.output),
  };
}

/** The indices of the tokens. Their texts are messages, because each language has its own sentence. */
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

const masksOf = ({ lens, causal }: State): MaskingOptions => ({
  ...(lens ? { validLens: { shape: [SIZE], data: lens } } : {}),
  causal: causal === 'on',
});

/** 1 for each kept key, 0 for each excluded one. `logits` must come from the method `exclude`, which sets −∞. */
const keptOf = (logits: Matrix): Matrix =>
  logits.map((row) => row.map((logit) => (logit === Number.NEGATIVE_INFINITY ? 0 : 1)));

/** Members that are functions compute their numbers at the first call, because most experiments read only a few. */
export function compute(state: State, engine: Engine) {
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
  const treatedBy = (id: Treatment) => {
    const { method, fill } = TREATMENTS[id];
    const { logits, weights } =
      id === 'exclude' ? excluded : masked({ ...seen, maskMethod: method, fill });
    // Only the weights of the hidden keys are summed. Multiplying the other weights by 0 instead would turn an infinite
    // weight into NaN.
    const leaks = weights.map((row, i) => {
      const hidden = row.filter((_, j) => visible[i]?.[j] === 0);
      return row.some(Number.isNaN) ? Number.NaN : hidden.reduce((sum, weight) => sum + weight, 0);
    });
    /** `leaks` is, for each query, the sum of its weights on hidden keys. */
    return { logits, weights, leaks };
  };
  const treated = TREATMENT_IDS.map((id) => [id, once(() => treatedBy(id))] as const);
  return {
    scores: rowsOf(scores),
    /** 1 if the valid length and the causal mask both keep a key, else 0. */
    flags,
    /** 1 if a key is visible to a query: the flags, interpreted by the chosen convention. */
    visible,
    treated: Object.fromEntries(treated) as Record<Treatment, () => ReturnType<typeof treatedBy>>,
    twice: once(() => computeTwice(state, engine)),
    sample: once(() => computeSample({ ...state, seed: SEED }, engine)),
  };
}

export type Numbers = ReturnType<typeof compute>;

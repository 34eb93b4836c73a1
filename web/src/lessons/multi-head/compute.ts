// SPDX-License-Identifier: MIT
import { sum, transpose } from 'd3-array';
import type {
  Engine,
  MultiHeadInput,
  MultiHeadVariant,
  Precision,
  Tensor,
} from '../../engine/index.ts';
import { type Matrix, matrix, rowsOf } from '../matrix.ts';

/** The small multi-head attention of random tokens whose code and numbers the page Verify shows. */
export interface State {
  /** A divisor of `D_MODEL`. */
  readonly heads: number;
  readonly variant: MultiHeadVariant;
  readonly mask: 'none' | 'causal';
  /** Whether the entries of W_Q, W_K and W_V are random, or all are a million (entry E-29 of the ledger). */
  readonly layers: 'drawn' | 'million';
  readonly precision: Precision;
}

export const EXAMPLE: State = Object.freeze({
  heads: 2,
  variant: 'standard',
  mask: 'none',
  layers: 'drawn',
  precision: 'float64',
});

/** Number of tokens T, and of components of a token. Both are small, so that the page can show every number. */
export const [TOKEN_COUNT, D_MODEL] = [4, 8];

export const headWidth = ({ heads }: Pick<State, 'heads'>): number => D_MODEL / heads;

/** Random numbers are rounded to this number of decimal places, so that readers can check each sum by hand. */
const PLACES = 2;
const SEED = 1;
const LARGE = 1e6;
/** The variance of the full-width matrices' entries. For tokens of variance 1, the projections have variance 1, too. */
const VARIANCE = 1 / D_MODEL;

/**
 * The tokens and the full-width parameters. The index of each is the number of its random stream. The streams of the
 * small matrices start at `SHARED`.
 */
const STREAMS = ['x', 'W_q', 'W_k', 'W_v', 'W_o', 'b_q', 'b_k', 'b_v', 'b_o'] as const;
const SHARED = 16;

export type Parameters = Pick<MultiHeadInput<Precision>, Exclude<(typeof STREAMS)[number], 'x'>>;

export interface Inputs {
  /** The tokens, of shape (T, d_model). */
  readonly x: Tensor;
  /** Parameters with full-width matrices, for the standard form and for source document 004's class. */
  readonly full: Required<Parameters>;
  /** Parameters for source document 002's classes: one small matrix for all heads. Only the last layer has a bias. */
  readonly shared: Parameters;
}

export function drawInputs({ heads, layers }: State, engine: Engine): Inputs {
  const draw = (stream: number, shape: readonly number[], variance = VARIANCE): Tensor => {
    const { data } = engine.random({ precision: 'float64', shape, seed: SEED, stream, variance });
    return { shape, data: Array.from(data, (x) => Number(x.toFixed(PLACES))) };
  };
  const isLayer = (name: string) => ['W_q', 'W_k', 'W_v'].includes(name) && layers === 'million';
  const asLayer = (name: string, tensor: Tensor): Tensor =>
    isLayer(name) ? { ...tensor, data: Array.from(tensor.data, () => LARGE) } : tensor;
  const [, ...names] = STREAMS;
  const width = headWidth({ heads });
  const full = Object.fromEntries(
    names.map((name, i) => [
      name,
      asLayer(name, draw(i + 1, name.startsWith('W') ? [D_MODEL, D_MODEL] : [D_MODEL])),
    ]),
  ) as Inputs['full'];
  const small = Object.fromEntries(
    names
      .slice(0, 3)
      .map((name, i) => [name, asLayer(name, draw(SHARED + i, [width, width], 1 / width))]),
  );
  return {
    x: draw(0, [TOKEN_COUNT, D_MODEL], 1),
    full,
    shared: { ...small, W_o: full.W_o, b_o: full.b_o },
  };
}

/** Document 002's classes have one small matrix for all heads. */
export const parametersOf = (inputs: Inputs, variant: MultiHeadVariant): Parameters =>
  variant.startsWith('002') ? inputs.shared : inputs.full;

/** How a variant projects tokens: with full-width matrices, with one small matrix for all heads (`shared`), or not. */
export function projectionOf(variant: MultiHeadVariant): 'full' | 'shared' | 'none' {
  if (variant === '002_as_meant') return 'shared';
  return variant.startsWith('002') ? 'none' : 'full';
}

/** A causal mask. In source document 002's TensorFlow class, 1 means hidden; in the other variants, 1 means kept. */
function maskOf({ mask, variant }: State) {
  if (mask === 'none') return {};
  const flags = (isSet: (i: number, j: number) => boolean): Tensor => ({
    shape: [TOKEN_COUNT, TOKEN_COUNT],
    data: Array.from({ length: TOKEN_COUNT ** 2 }, (_, at) =>
      isSet(Math.floor(at / TOKEN_COUNT), at % TOKEN_COUNT) ? 1 : 0,
    ),
  });
  return variant === '002_tensorflow'
    ? { hideMask: flags((i, j) => j > i) }
    : { keepMask: flags((i, j) => j <= i) };
}

export function requestOf(state: State, inputs: Inputs) {
  const { x } = inputs;
  const { precision, variant, heads } = state;
  return {
    ...{ precision, variant, numHeads: heads },
    ...{ queries: x, keys: x, values: x },
    ...parametersOf(inputs, variant),
    ...maskOf(state),
  };
}

/** For each head, the matrix of the first sequence. The heads are on the third axis from the end. */
export const byHead = (tensor: Tensor): number[][][] =>
  Array.from({ length: tensor.shape.at(-3) ?? 1 }, (_, head) => rowsOf(tensor, head));

export const sums = (rows: Matrix): number[] => rows.map((row) => sum(row));

export const turned = (rows: Matrix): number[][] => transpose(rows.map((row) => [...row]));

export const countOf = (...tensors: readonly (Tensor | undefined)[]): number =>
  sum(tensors, (tensor) => tensor?.data.length ?? 0);

export function compute(state: State, engine: Engine) {
  const inputs = drawInputs(state, engine);
  return {
    inputs,
    parameters: parametersOf(inputs, state.variant),
    run: engine.multiHead(requestOf(state, inputs)),
  };
}

export type Numbers = ReturnType<typeof compute>;

export const with_ = (change: Partial<State>): State => Object.freeze({ ...EXAMPLE, ...change });

export const precision = 'float64';
export const ROUNDING = 1e-12;

/** Runs `EXAMPLE` with changes of its state (`change`) and of the engine's input (`extra`). */
export function runOf(engine: Engine, change: Partial<State> = {}, extra = {}) {
  const state = with_(change);
  return engine.multiHead({ ...requestOf(state, drawInputs(state, engine)), ...extra });
}

type Case = Omit<MultiHeadInput<'float64'>, 'variant'>;

const X = [1, 0, 2, -1, 0, 1, 1, 0.5, -1, 2, 0, 1];
const HALF = [0.5, 0, 1, -0.5, 0, 0.5, 0.5, 0.25, -0.5, 1, 0, 0.5];
/** Test inputs: one sequence of three tokens, and a batch with a second sequence, whose entries are half as large. */
export const TOKENS: Tensor = { shape: [1, 3, 4], data: X };
export const TWO_SEQUENCES: Tensor = { shape: [2, 3, 4], data: [...X, ...HALF] };

const W_o = matrix(
  [0.3, -0.1, 0.2, 0.5],
  [0, 0.4, -0.6, 0.1],
  [0.7, 0.2, 0.1, -0.3],
  [-0.2, 0.5, 0.3, 0.6],
);
const b_o: Tensor = { shape: [4], data: [0.1, -0.2, 0.05, 0] };
const own = (x: Tensor) =>
  ({ precision, numHeads: 2, queries: x, keys: x, values: x, W_o, b_o }) as const;

/** The test input for source document 002's class, which uses one small matrix for both heads. */
export const case002 = (x = TOKENS): Case => ({
  ...own(x),
  W_q: matrix([0.2, 0.9], [0.7, -0.5]),
  W_k: matrix([1, 0.3], [-0.4, 0.6]),
  W_v: matrix([0.5, -0.2], [0.1, 0.8]),
});

export const case004 = (x = TOKENS): Case => ({
  ...own(x),
  W_q: matrix([0.2, 0.9, 0, 0.1], [0.7, -0.5, 0.3, 0], [0.1, 0, 0.4, -0.6], [0, 0.2, 0.5, 0.3]),
  b_q: { shape: [4], data: [0.1, 0, -0.1, 0.2] },
  W_k: matrix([1, 0.3, 0, 0], [-0.4, 0.6, 0.2, 0], [0, 0.1, 0.8, 0.5], [0.3, 0, -0.2, 0.7]),
  b_k: { shape: [4], data: [0, 0.05, 0.1, 0] },
  W_v: matrix([0.5, -0.2, 0, 0.3], [0.1, 0.8, 0, 0], [0, 0, 1, -0.5], [0.4, 0, 0.2, 0.6]),
  b_v: { shape: [4], data: [0, 0.1, 0, -0.1] },
});

export const AS_PRINTED: MultiHeadVariant = '002_as_printed';
export const CAUSAL = [1, 0, 0, 1, 1, 0, 1, 1, 1];

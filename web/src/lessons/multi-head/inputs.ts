// SPDX-License-Identifier: MIT
// Draws random tokens and parameters, and creates the engine's input for each variant: the standard form, or an
// implementation in the documents.
import type {
  Engine,
  MultiHeadInput,
  MultiHeadVariant,
  Precision,
  Tensor,
} from '../../engine/index.ts';
import { D_MODEL, headWidth, type State, TOKEN_COUNT } from './state.ts';

/** Random numbers are rounded to this number of decimal places, so that readers can check each sum by hand. */
const PLACES = 2;
const SEED = 1;
const LARGE = 1e6;
/**
 * The variance of the entries of the full-width matrices. If the components of a token have variance 1, the components
 * of its product with such a matrix also have variance 1.
 */
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

/** The parameters that a variant needs. Document 002's classes have one small matrix for all heads. */
export const parametersOf = (inputs: Inputs, variant: MultiHeadVariant): Parameters =>
  variant.startsWith('002') ? inputs.shared : inputs.full;

/** How a variant projects its input to queries, keys and values. */
export function projectionOf(variant: MultiHeadVariant): 'full' | 'shared' | 'none' {
  if (variant === '002_as_meant') return 'shared';
  return variant.startsWith('002') ? 'none' : 'full';
}

/**
 * A causal mask in the convention of the variant. In source document 002's TensorFlow class, 1 means hidden; elsewhere,
 * 1 means kept.
 */
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

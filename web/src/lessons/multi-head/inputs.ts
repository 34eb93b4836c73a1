// SPDX-License-Identifier: MIT
// What the pipeline begins with: tokens and parameters, drawn and rounded so that a reader can follow each sum by hand.
import type { Engine, MultiHeadInput, Precision, Tensor } from '../../engine/index.ts';
import { D_MODEL, headWidth, type State } from './state.ts';

const PLACES = 2;
const LARGE = 1e6;
/** Rows of a token times columns of this variance have variance 1. */
const VARIANCE = 1 / D_MODEL;

export type Drawing = Pick<State, 'tokens' | 'heads' | 'seed' | 'layers'>;

const LAYER_NAMES = ['W_q', 'W_k', 'W_v'] as const;
const BIAS_NAMES = ['b_q', 'b_k', 'b_v', 'b_o'] as const;
type Name = 'W_o' | (typeof LAYER_NAMES)[number] | (typeof BIAS_NAMES)[number];
export type Parameters = Pick<MultiHeadInput<Precision>, Name>;

export interface Inputs {
  /** (T, d_model) */
  readonly x: Tensor;
  /** A matrix for the whole width: the standard form and document 004's. */
  readonly full: Required<Parameters>;
  /** One small matrix for all heads and no bias but the last: document 002's. */
  readonly shared: Parameters;
}

const STREAMS = ['x', 'W_q', 'W_k', 'W_v', 'W_o', 'b_q', 'b_k', 'b_v', 'b_o'] as const;
const SHARED = 16;

export function drawInputs({ tokens, heads, seed, layers }: Drawing, engine: Engine): Inputs {
  const draw = (stream: number, shape: readonly number[], variance = VARIANCE): Tensor => {
    const { data } = engine.random({ precision: 'float64', shape, seed, stream, variance });
    return { shape, data: Array.from(data, (number) => Number(number.toFixed(PLACES))) };
  };
  const of = (name: (typeof STREAMS)[number], ...shape: readonly number[]) =>
    draw(STREAMS.indexOf(name), shape);
  const layer = (tensor: Tensor): Tensor =>
    layers === 'drawn' ? tensor : { ...tensor, data: Array.from(tensor.data, () => LARGE) };
  const square = [D_MODEL, D_MODEL];
  const d = headWidth({ heads });
  const [W_q, W_k, W_v] = LAYER_NAMES.map((name) => layer(of(name, ...square)));
  const small = LAYER_NAMES.map((_, i) => layer(draw(SHARED + i, [d, d], 1 / d)));
  const [b_q, b_k, b_v, b_o] = BIAS_NAMES.map((name) => of(name, D_MODEL));
  const W_o = of('W_o', ...square);
  return {
    x: draw(0, [tokens, D_MODEL], 1),
    full: { W_q, b_q, W_k, b_k, W_v, b_v, W_o, b_o } as Required<Parameters>,
    shared: { W_q: small[0], W_k: small[1], W_v: small[2], W_o, b_o } as Parameters,
  };
}

/** How many numbers stand in tensors. */
export const countOf = (...tensors: readonly (Tensor | undefined)[]): number =>
  tensors.reduce((count, tensor) => count + (tensor?.data.length ?? 0), 0);

// SPDX-License-Identifier: MIT
// Computes the examples of document 001 (a source text, see web/src/ledger): two calls that mask the same tensor, and
// both attention classes applied to ten equal keys.
import type { Engine, Tensor } from '../../engine/index.ts';
import { type Matrix, rowsOf } from '../matrix.ts';
import type { State } from './compute.ts';

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

export interface Twice {
  /**
   * Input and weights of the second call if it gets the tensor that the first call has overwritten (`same`), and if it
   * gets a copy of the original tensor (`fresh`).
   */
  readonly same: { readonly tensor: Matrix; readonly weights: Matrix };
  readonly fresh: { readonly tensor: Matrix; readonly weights: Matrix };
  /** The weights that the first call returns. */
  readonly first: Matrix;
}

type Given = Pick<State, 'firstLens' | 'precision'>;

/**
 * Computes the masked softmax of a tensor twice, with different valid lengths. The first call overwrites scores in the
 * tensor.
 */
export function computeTwice(
  { firstLens, precision }: Given,
  engine: Engine,
  drawn = DRAWN,
): Twice {
  const call = (scores: Tensor, validLens: Tensor) =>
    engine.maskedSoftmax({ precision, scores, validLens, maskMethod: 'fill', fill: FILL });
  const second = { shape: [2, 2], data: SECOND_LENS };
  const first = call(drawn, { shape: [2], data: firstLens });
  const answer = (given: Tensor) => ({
    tensor: rowsOf(given),
    weights: rowsOf(call(given, second).weights),
  });
  return { same: answer(first.logits), fresh: answer(drawn), first: rowsOf(first.weights) };
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

export interface Sample {
  /** The shape (2, 1, 10) of the weights: two matrices with one row each. */
  readonly shape: readonly number[];
  readonly weights: Matrix;
  readonly output: Matrix;
}

export interface SampleState extends Pick<State, 'score' | 'keys' | 'precision'> {
  readonly seed: number;
}

export function computeSample(
  { score, keys, seed, precision }: SampleState,
  engine: Engine,
): Sample {
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
    shape: found.weights.shape,
    weights: rowsOf(found.weights),
    output: rowsOf(found.output),
  };
}

// SPDX-License-Identifier: MIT
// The example that document 001 runs both its classes on: all keys are ones.
import type { Engine, Tensor } from '../../engine/index.ts';
import { type Matrix, rowsOf } from './matrix.ts';
import type { State } from './state.ts';

const [BATCH, KEYS, KEY_SIZE, VALUE_SIZE, HIDDEN] = [2, 10, 2, 4, 8];
/** Numbers of a query: the additive class takes any, the dot product as many as a key has. */
const QUERY_SIZE = { additive: 20, dot: KEY_SIZE } as const;
const VALID_LENS: Tensor = { shape: [BATCH], data: [2, 6] };
const FILL = -1e6;

export interface Sample {
  /** (2, 1, 10): two matrices of one row each. */
  readonly shape: readonly number[];
  readonly weights: Matrix;
  readonly output: Matrix;
}

export type SampleState = Pick<State, 'score' | 'keys' | 'seed' | 'precision'>;

export function computeSample(
  { score, keys, seed, precision }: SampleState,
  engine: Engine,
): Sample {
  let stream = 0;
  const normal = (...shape: number[]) =>
    engine.random({ precision, shape, seed, stream: stream++ });
  // As torch.nn.Linear begins: evenly within ±1/√inputs.
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

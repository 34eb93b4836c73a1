// SPDX-License-Identifier: MIT
// Which token reaches which output: the gradient of every output by every input.
import type { Engine, MultiHeadInput, Precision, Tensor } from '../../engine/index.ts';

/**
 * The largest |∂output_i/∂x_j| over both tokens' components, by one backward pass for a batch that
 * holds a copy of the tokens for each output.
 * @param input  of self-attention: its queries, keys and values are the same tokens (T, width)
 * @returns (T, T)
 */
export function influence(engine: Engine, input: MultiHeadInput<Precision>): number[][] {
  const [tokens = 0, width = 0] = input.queries.shape;
  const each = tokens * width;
  const shape = [each, tokens, width];
  const repeated: Tensor = {
    shape,
    data: Array.from({ length: each }, () => Array.from(input.queries.data)).flat(),
  };
  const one: Tensor = {
    shape,
    data: Array.from({ length: each * each }, (_, at) =>
      at % each === Math.floor(at / each) ? 1 : 0,
    ),
  };
  const { queries, keys, values } = engine.multiHeadGradient({
    ...input,
    queries: repeated,
    keys: repeated,
    values: repeated,
    outputGradient: one,
  });
  // One token is query, key and value at once: its gradients add up.
  const { data } = engine.scaledDotScores({
    precision: input.precision,
    queries: {
      shape: [each * each, 3],
      data: Array.from(queries.data).flatMap((x, i) => [
        x,
        keys.data[i] as number,
        values.data[i] as number,
      ]),
    },
    keys: { shape: [1, 3], data: [1, 1, 1] },
    divisor: 'none',
  });
  const largest = Array.from({ length: tokens }, () => Array<number>(tokens).fill(0));
  data.forEach((x, at) => {
    const i = Math.floor(at / each / width);
    const j = Math.floor((at % each) / width);
    const row = largest[i] as number[];
    row[j] = Math.max(row[j] as number, Math.abs(x));
  });
  return largest;
}

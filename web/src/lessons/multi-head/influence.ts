// SPDX-License-Identifier: MIT
import type { Engine, MultiHeadInput, Precision, Tensor } from '../../engine/index.ts';
import type { Matrix } from '../matrix.ts';

/**
 * The largest |∂output_i/∂x_j| over the components of tokens i and j. One backward pass computes all derivatives: its
 * batch contains a copy of the tokens for each component of the output.
 * @param input  self-attention: queries, keys and values are the same T tokens, of shape (T, width)
 * @returns a matrix of shape (T, T)
 */
export function influenceOf(engine: Engine, input: MultiHeadInput<Precision>): Matrix {
  const [tokens = 0, width = 0] = input.queries.shape;
  const each = tokens * width;
  const shape = [each, tokens, width];
  const copies: Tensor = {
    shape,
    data: Array.from({ length: each }, () => Array.from(input.queries.data)).flat(),
  };
  const data = Array.from({ length: each ** 2 }, (_, at) =>
    Number(at % each === Math.floor(at / each)),
  );
  const { queries, keys, values } = engine.multiHeadGradient({
    ...{ ...input, queries: copies, keys: copies, values: copies },
    outputGradient: { shape, data },
  });
  const largest = Array.from({ length: tokens }, () => Array<number>(tokens).fill(0));
  queries.data.forEach((x, at) => {
    // A token is query, key and value, so the derivative with respect to it is the sum of three gradients.
    const slope = x + (keys.data[at] as number) + (values.data[at] as number);
    const row = largest[Math.floor(at / each / width)] as number[];
    const j = Math.floor((at % each) / width);
    row[j] = Math.max(row[j] as number, Math.abs(slope));
  });
  return largest;
}

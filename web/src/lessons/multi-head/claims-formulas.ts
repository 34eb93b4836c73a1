// SPDX-License-Identifier: MIT
// Experiments on the claims of documents 002 and 004 (source texts, see web/src/ledger) about attention, in formulas
// and in prose.
import type { Engine, MultiHeadInput, Precision, Tensor } from '../../engine/index.ts';
import { claim, probe, reach } from '../experiment.ts';
import { dotsOf, identity, largestDifference, type Matrix, matrix, rowsOf } from '../matrix.ts';
import {
  AS_PRINTED,
  case002,
  drawInputs,
  EXAMPLE,
  headWidth,
  precision,
  ROUNDING,
  requestOf,
  runOf,
  type State,
  sums,
  TOKEN_COUNT,
  turned,
  with_,
} from './compute.ts';

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

/** The first entry of softmax(17, 23), which is 1/(1 + e⁶). */
const SHARE = 0.0024726231566347743;

export const scores = probe(EXAMPLE, (engine) => {
  const queries = matrix([1, 2], [3, 4]);
  const keys = matrix([5, 6], [7, 8]);
  const found = engine.attention({ precision, queries, keys, values: keys, divisor: 'none' });
  const { data } = found.scores;
  return [
    ...[17, 23, 39, 53].map((score, i) =>
      claim(`s${Math.floor(i / 2) + 1}${(i % 2) + 1}`, score, data[i], ROUNDING),
    ),
    claim('share', SHARE, found.weights.data[0], ROUNDING),
    claim('rest', 1 - SHARE, found.weights.data[1], ROUNDING),
  ];
});

export const linear = probe(EXAMPLE, (engine) => {
  const x = matrix([1, 2], [3, 4]);
  const { projectedQueries } = engine.multiHead({
    ...{ precision, numHeads: 1, queries: x, keys: x, values: x },
    // The engine expects transposed matrices, as PyTorch stores them.
    W_q: matrix([5, 7], [6, 8]),
    ...{ W_k: identity(2), W_v: identity(2), W_o: identity(2) },
  });
  return [19, 22, 43, 50].map((entry, i) =>
    claim(`q${Math.floor(i / 2) + 1}${(i % 2) + 1}`, entry, projectedQueries.data[i], ROUNDING),
  );
});

export const own = probe(with_({ variant: AS_PRINTED }), (engine) => {
  const different = (change: Partial<State>) => {
    const { projectedQueries, projectedKeys, projectedValues } = runOf(engine, change);
    return new Set(
      [projectedQueries, projectedKeys, projectedValues].map(({ data }) => data.join()),
    ).size;
  };
  return [
    claim('standard', 3, different({})),
    reach('printed', 3, different({ variant: AS_PRINTED })),
  ];
});

export const sumsOfWeights = probe(with_({ variant: '002_as_meant' }), (engine) => {
  const { heads } = engine.multiHead({ ...case002(), variant: '002_as_meant' });
  const weights = rowsOf(heads.weights, 0);
  const columns = sums(turned(weights));
  return [
    ...sums(weights).map((sum, i) => claim(`row${i + 1}`, 1, sum, ROUNDING)),
    ...columns.map((sum, j) => reach(`column${j + 1}`, 1, sum, ROUNDING)),
    reach('whole', 1, sums([weights.flat()])[0], ROUNDING),
  ];
});

export const steps = probe(EXAMPLE, (engine) => {
  const missed = (heads: State['heads']) => {
    const [scaled, plain] = [
      runOf(engine, { heads }),
      runOf(engine, { heads }, { divisor: 'none' }),
    ];
    return largestDifference(scaled.output.data, plain.output.data);
  };
  return [claim('one', 0, missed(8)), reach('four', 0, missed(2))];
});

/** Multi-head attention, computed head by head: each head uses its own rows of the projection matrices. */
function assembled(engine: Engine, heads: State['heads']): Tensor {
  const { x, full } = drawInputs(with_({ heads }), engine);
  const d = headWidth({ heads });
  const part = ({ shape, data }: Tensor, head: number): Tensor => {
    const each = (data.length / (shape[0] as number)) * d;
    return {
      shape: [d, ...shape.slice(1)],
      data: Array.from(data).slice(head * each, (head + 1) * each),
    };
  };
  const outputs = Array.from({ length: heads }, (_, head) => {
    const own = Object.entries(full)
      .filter(([name]) => !name.endsWith('o'))
      .map(([name, tensor]) => [name, part(tensor, head)]);
    const request = { precision, numHeads: 1, queries: x, keys: x, values: x } as const;
    return rowsOf(
      engine.multiHead({ ...request, ...Object.fromEntries(own), W_o: identity(d) }).output,
    );
  });
  const joined = outputs[0]?.map((_, i) => [...outputs.flatMap((rows) => rows[i] ?? []), 1]) ?? [];
  const last = rowsOf(full.W_o).map((row, i) => [...row, full.b_o.data[i] as number]);
  return dotsOf(engine, matrix(...joined), matrix(...last));
}

export const concat = probe(with_({ heads: 4 }), (engine) =>
  [1, 2, 4, 8].map((heads) =>
    claim(
      `h${heads}`,
      0,
      largestDifference(assembled(engine, heads).data, runOf(engine, { heads }).output.data),
      ROUNDING,
    ),
  ),
);

export const weighting = probe(EXAMPLE, (engine) => {
  const { heads, headValues, output } = runOf(engine);
  const columns = turned(rowsOf(headValues, 0));
  const outside = rowsOf(heads.output, 0).flatMap((row) =>
    row.filter(
      (x, c) => x < Math.min(...(columns[c] ?? [])) || x > Math.max(...(columns[c] ?? [])),
    ),
  );
  return [
    claim('outputs', TOKEN_COUNT, output.shape[0]),
    claim('sum', 1, sums(rowsOf(heads.weights, 0))[0], ROUNDING),
    claim('outside', 0, outside.length),
  ];
});

export const global = probe(with_({ mask: 'causal' }), (engine) => {
  const reached = (change: Partial<State>) => {
    const state = with_(change);
    const request = requestOf(state, drawInputs(state, engine));
    return influenceOf(engine, request)
      .flat()
      .filter((size) => size > 0).length;
  };
  return [claim('all', 16, reached({})), reach('causal', 16, reached({ mask: 'causal' }))];
});

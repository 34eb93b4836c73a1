// SPDX-License-Identifier: MIT
import type { Tensor } from '../../engine/index.ts';
import type { LessonCode, Literal } from '../code.ts';
import { rowsOf } from './arithmetic.ts';
import type { Numbers } from './compute.ts';
import { rootOf } from './pipeline/trace.ts';
import { projectionOf } from './request.ts';
import type { State } from './state.ts';

/** A vector, or a matrix row by row; nothing where a variant has none. */
function literal(tensor: Tensor | undefined): Literal {
  if (tensor === undefined) return [];
  return tensor.shape.length === 1 ? Array.from(tensor.data) : rowsOf(tensor);
}

const byHead = (tensor: Tensor): number[][][] =>
  Array.from({ length: tensor.shape.at(-3) ?? 1 }, (_, head) => rowsOf(tensor, head));

/** How the programs in `code/` go with the picture: what was drawn is given to them. */
export const code: LessonCode<State, Numbers> = {
  inputs: (state, { inputs, parameters }) => ({
    precision: state.precision,
    heads: Number(state.heads),
    projection: projectionOf(state.variant),
    width: rootOf(state),
    masked: state.mask === 'causal' ? 1 : 0,
    x: literal(inputs.x),
    ...Object.fromEntries(
      (['W_q', 'b_q', 'W_k', 'b_k', 'W_v', 'b_v', 'W_o', 'b_o'] as const).map((name) => [
        name,
        literal(parameters[name]),
      ]),
    ),
  }),
  results: ({ run }) => ({
    queries: rowsOf(run.projectedQueries),
    keys: rowsOf(run.projectedKeys),
    values: rowsOf(run.projectedValues),
    head_queries: byHead(run.headQueries),
    scores: byHead(run.heads.scores),
    scaled_scores: byHead(run.heads.scaledScores),
    weights: byHead(run.heads.weights),
    head_outputs: byHead(run.heads.output),
    concat: rowsOf(run.concat),
    output: rowsOf(run.output),
  }),
  ran: ({ variant }) => [
    'multi-head',
    'linear',
    ...(projectionOf(variant) === 'shared' ? ['shared'] : []),
    ...['split', 'dot', 'weigh', 'softmax', 'weighted', 'merge'],
  ],
};

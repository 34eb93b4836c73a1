// SPDX-License-Identifier: MIT
import type { Tensor } from '../../engine/index.ts';
import type { LessonCode, Literal } from '../code.ts';
import { rowsOf } from '../matrix.ts';
import type { Numbers } from './compute.ts';
import { projectionOf } from './inputs.ts';
import { D_MODEL, headWidth, type State } from './state.ts';
import { byHead } from './tensors.ts';

/** Converts a tensor to a list, or to a list of rows. Empty for a parameter that the variant does not have. */
function literal(tensor: Tensor | undefined): Literal {
  if (tensor === undefined) return [];
  return tensor.shape.length === 1 ? Array.from(tensor.data) : rowsOf(tensor);
}

/**
 * The scores are divided by the square root of this number. Document 002's class uses the full width instead of a
 * head's width (entry E-31 of the ledger, web/src/ledger).
 */
const rootOf = (state: State): number =>
  projectionOf(state.variant) === 'none' ? D_MODEL : headWidth(state);

/** The inputs and the expected results of the programs in `code/`. */
export const code: LessonCode<State, Numbers> = {
  inputs(state, { inputs, parameters }) {
    return {
      precision: state.precision,
      heads: state.heads,
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
    };
  },
  results({ run }) {
    return {
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
    };
  },
  ran: ({ variant }) => [
    'multi-head',
    'linear',
    ...(projectionOf(variant) === 'shared' ? ['shared'] : []),
    ...['split', 'dot', 'weigh', 'softmax', 'weighted', 'merge'],
  ],
};

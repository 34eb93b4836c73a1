// SPDX-License-Identifier: MIT
import { html } from 'lit';
import '../../../components/data-table.ts';
import type { Tensor } from '../../../engine/index.ts';
import { defineVerify } from '../../../lesson/define-verify.ts';
import type { LessonCode, Literal } from '../../code.ts';
import { rowsOf } from '../../matrix.ts';
import { experiments } from '../claims.ts';
import {
  byHead,
  compute,
  D_MODEL,
  EXAMPLE,
  headWidth,
  type Numbers,
  projectionOf,
  type State,
} from '../compute.ts';
import type messages from './messages.en.json';

/** Converts a tensor to a list, or to a list of rows. Empty for a parameter that the variant does not have. */
function literal(tensor: Tensor | undefined): Literal {
  if (tensor === undefined) return [];
  return tensor.shape.length === 1 ? Array.from(tensor.data) : rowsOf(tensor);
}

/**
 * The number whose square root divides the scores. Document 002's class uses the full width instead of a head's width
 * (entry E-31 of the ledger, web/src/ledger).
 */
const rootOf = (state: State): number =>
  projectionOf(state.variant) === 'none' ? D_MODEL : headWidth(state);

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

const WEIGHT_HEADS = ['head', 'query', 'key', 'score', 'scaled', 'weight'] as const;

/** One row for each head, query and key. */
function weightRows({ run }: Numbers): number[][] {
  const { scores, logits, weights } = run.heads;
  const [scaled, shares] = [byHead(logits), byHead(weights)];
  return byHead(scores).flatMap((rows, head) =>
    rows.flatMap((row, i) =>
      row.map((score, j) => [
        ...[head, i, j].map((index) => index + 1),
        ...[score, scaled[head]?.[i]?.[j] as number, shares[head]?.[i]?.[j] as number],
      ]),
    ),
  );
}

/** The matrices with one row for each token, in the order in which they are computed. */
const vectorsOf = ({ inputs, run }: Numbers) =>
  [
    ['input', inputs.x],
    ['queries', run.projectedQueries],
    ['keys', run.projectedKeys],
    ['values', run.projectedValues],
    ['concat', run.concat],
    ['output', run.output],
  ] as const;

export const lesson = defineVerify<State, Numbers, typeof messages>({
  id: 'multi-head',
  experiments,
  example: EXAMPLE,
  compute,
  data: ({ numbers, t }) => html`
    <al-data-table name="weights" .summary=${t('data.weights')}
      .columns=${WEIGHT_HEADS.map((head) => t(`data.${head}`))}
      .rows=${() => weightRows(numbers)}></al-data-table>
    <al-data-table name="vectors" .summary=${t('data.vectors')}
      .columns=${[t('data.vector'), t('data.token'), ...Array.from({ length: D_MODEL }, (_, i) => String(i + 1))]}
      .rows=${() =>
        vectorsOf(numbers).flatMap(([name, tensor]) =>
          rowsOf(tensor).map((row, i) => [t(`data.${name}`), i + 1, ...row]),
        )}></al-data-table>`,
  code: { own: code, excerpts: () => import('../code?excerpts') },
});

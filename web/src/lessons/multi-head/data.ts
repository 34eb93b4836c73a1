// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import '../../components/data-table.ts';
import type { Example } from '../../lesson/define-verify.ts';
import { rowsOf } from '../matrix.ts';
import type { Numbers } from './compute.ts';
import { D_MODEL, type State } from './state.ts';
import { byHead } from './tensors.ts';
import type messages from './verify/messages.en.json';

export type Texts = typeof messages;

const WEIGHT_HEADS = ['head', 'query', 'key', 'score', 'scaled', 'weight'] as const;

export const data = ({ numbers, t }: Example<State, Numbers, Texts>): TemplateResult => html`
  <al-data-table name="weights" .summary=${t('data.weights')}
    .columns=${WEIGHT_HEADS.map((head) => t(`data.${head}`))}
    .rows=${() => weightRows(numbers)}></al-data-table>
  <al-data-table name="vectors" .summary=${t('data.vectors')}
    .columns=${[t('data.vector'), t('data.token'), ...Array.from({ length: D_MODEL }, (_, i) => String(i + 1))]}
    .rows=${() =>
      vectorsOf(numbers).flatMap(([name, tensor]) =>
        rowsOf(tensor).map((row, i) => [t(`data.${name}`), i + 1, ...row]),
      )}></al-data-table>`;

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

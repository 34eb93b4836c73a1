// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import { known } from '../../components/csv.ts';
import '../../components/data-table.ts';
import type { Example } from '../../lesson/define-verify.ts';
import type { Numbers } from './compute.ts';
import type { State } from './state.ts';
import type messages from './verify/messages.en.json';

export type Texts = typeof messages;

const HEADS = ['score', 'own', 'given', 'sum', 'distance'] as const;
const MEASURES = [
  'scoresAsymmetry',
  'weightsAsymmetry',
  'meanDiagonal',
  'smallestEigenvalue',
] as const;

export const data = ({ numbers, t }: Example<State, Numbers, Texts>): TemplateResult => {
  const { tokens, scores, weights, columnSums, rowSums, distances } = numbers;
  return html`
    <al-data-table name="scores" .summary=${t('scores.table')}
      .columns=${[t('scores.from'), t('scores.to'), t('scores.score'), t('scores.weight')]}
      .rows=${() =>
        tokens.flatMap((from, i) =>
          tokens.map((to, j) => [from, to, scores[i]?.[j], weights[i]?.[j]]),
        )}></al-data-table>
    <al-data-table name="tokens" .summary=${t('tokens.table')}
      .columns=${[t('tokens.token'), ...HEADS.map((head) => t(`tokens.${head}`))]}
      .rows=${() =>
        tokens.map((token, i) => [
          token,
          ...[scores[i]?.[i], weights[i]?.[i], columnSums[i], rowSums[i], distances[i]].map(
            (x = Number.NaN) => known(x),
          ),
        ])}></al-data-table>
    <al-data-table name="measures" .summary=${t('measures.table')}
      .columns=${[t('measures.name'), t('measures.value')]}
      .rows=${() => MEASURES.map((name) => [t(`measures.${name}`), known(numbers[name])])}></al-data-table>`;
};

// SPDX-License-Identifier: MIT
import { html } from 'lit';
import '../../../components/data-table.ts';
import { known } from '../../../components/csv.ts';
import { defineVerify } from '../../../lesson/define-verify.ts';
import type { LessonCode } from '../../code.ts';
import { experiments } from '../claims.ts';
import { compute, EXAMPLE, type Numbers, type State } from '../compute.ts';
import type messages from './messages.en.json';

/** The programs take the scores as input, because the vectors are too long to print. */
export const code: LessonCode<State, Numbers> = {
  inputs: ({ precision }, { scores }) => ({ precision, scores }),
  results: (numbers) => ({
    scores: numbers.scores,
    weights: numbers.weights,
    row_sums: numbers.rowSums,
    column_sums: numbers.columnSums,
    mean_diagonal: numbers.meanDiagonal,
    scores_asymmetry: numbers.scoresAsymmetry,
    weights_asymmetry: numbers.weightsAsymmetry,
    smallest_eigenvalue: numbers.smallestEigenvalue,
  }),
  ran: () => ['measures', 'scores', 'softmax', 'asymmetry'],
};

const HEADS = ['score', 'own', 'given', 'sum', 'distance'] as const;
const MEASURES = [
  'scoresAsymmetry',
  'weightsAsymmetry',
  'meanDiagonal',
  'smallestEigenvalue',
] as const;

export const lesson = defineVerify<State, Numbers, typeof messages>({
  id: 'query-key',
  experiments,
  example: EXAMPLE,
  compute,
  data: ({ numbers, t }) => {
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
  },
  code: { own: code, excerpts: () => import('../code?excerpts') },
});

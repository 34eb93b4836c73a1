// SPDX-License-Identifier: MIT
import { html } from 'lit';
import '../../../components/data-table.ts';
import { defineVerify } from '../../../lesson/define-verify.ts';
import { indexed } from '../../../marks/label.ts';
import type { LessonCode } from '../../code.ts';
import { rowsOf } from '../../matrix.ts';
import { experiments } from '../claims.ts';
import {
  compute,
  EXAMPLE,
  KINDS,
  type Numbers,
  parametersOf,
  type State,
  UNITS,
  vectorsOf,
} from '../compute.ts';
import type messages from './messages.en.json';

/** If the score has no bias, the input `bias` of the programs is a list of zeros. */
export const code: LessonCode<State, Numbers> = {
  inputs(state) {
    const { queries, keys } = vectorsOf(state);
    const { W_q, W_k, bias } = parametersOf(state);
    return {
      precision: state.precision,
      sigma: state.sigma,
      queries: rowsOf(queries),
      keys: rowsOf(keys),
      W_q: rowsOf(W_q),
      W_k: rowsOf(W_k),
      w_v: state.w_v,
      bias: bias === undefined ? Array.from({ length: UNITS }, () => 0) : state.bias,
    };
  },
  results: (numbers) => ({
    sums: numbers.sums,
    features: numbers.units,
    ...Object.fromEntries(
      KINDS.flatMap((kind) => [
        [`${kind}_scores`, numbers[kind].scores],
        [`${kind}_weights`, numbers[kind].weights],
      ]),
    ),
  }),
  ran: () => ['dot', 'divide', 'features', 'additive', 'gaussian', 'softmax'],
};

const queryName = (i: number): string => indexed('q', i);
const keyName = (j: number): string => indexed('k', j);

export const lesson = defineVerify<State, Numbers, typeof messages>({
  id: 'scoring',
  experiments,
  example: EXAMPLE,
  compute,
  data: ({ state, numbers, t }) => html`
    <al-data-table name="scores" .summary=${t('data.scores')}
      .columns=${[t('data.kind'), t('data.query'), t('data.key'), t('data.score'), t('data.weight')]}
      .rows=${() =>
        KINDS.flatMap((kind) =>
          numbers[kind].scores.flatMap((row, i) =>
            row.map((score, j) => [
              ...[t(`kind.${kind}`), queryName(i), keyName(j)],
              ...[score, numbers[kind].weights[i]?.[j]],
            ]),
          ),
        )}></al-data-table>
    <al-data-table name="units" .summary=${t('data.units')}
      .columns=${[t('data.query'), t('data.key'), t('units.unit'), t('units.sum'), t('units.output'), t('units.factor')]}
      .rows=${() =>
        numbers.units.flatMap((row, i) =>
          row.flatMap((outputs, j) =>
            outputs.map((output, r) => [
              ...[queryName(i), keyName(j), r + 1],
              ...[numbers.sums[i]?.[j]?.[r], output, state.w_v[r]],
            ]),
          ),
        )}></al-data-table>`,
  code: { own: code, excerpts: () => import('../code?excerpts') },
});

// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import '../../components/data-table.ts';
import type { Example } from '../../lesson/define-verify.ts';
import { indexed } from '../indexed.ts';
import { KINDS, type Numbers, type State } from './compute.ts';
import type messages from './verify/messages.en.json';

export type Texts = typeof messages;

const queryName = (i: number): string => indexed('q', i);
const keyName = (j: number): string => indexed('k', j);

export const data = ({ state, numbers, t }: Example<State, Numbers, Texts>): TemplateResult => html`
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
      )}></al-data-table>`;

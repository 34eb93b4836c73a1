// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import { known } from '../../components/csv.ts';
import '../../components/data-table.ts';
import type { Example } from '../../lesson/define-verify.ts';
import { indexed } from '../indexed.ts';
import type { Numbers, State } from './compute.ts';
import type messages from './verify/messages.en.json';

export type Texts = typeof messages;

/** The columns of the table. Each is the result of a step of the computation for an entry. */
const HEADS = ['x', 'logit', 'exponential', 'weight', 'naive', 'plain', 'gradient'] as const;

export const data = ({ numbers, t }: Example<State, Numbers, Texts>): TemplateResult => html`
  <al-data-table name="weights" .summary=${t('weights.table')}
    .columns=${[t('stages.entry'), ...HEADS.map((head) => t(`stages.${head}`))]}
    .rows=${() =>
      numbers.entries.map((entry, i) => [
        indexed('x', i),
        ...HEADS.map((head) => known(entry[head])),
      ])}></al-data-table>`;

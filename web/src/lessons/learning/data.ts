// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import '../../components/data-table.ts';
import type { Example } from '../../lesson/define-verify.ts';
import type { Numbers, State } from './compute.ts';
import { LETTERS } from './courses.ts';
import type messages from './verify/messages.en.json';

export type Texts = typeof messages;

export const data = ({ numbers, t }: Example<State, Numbers, Texts>): TemplateResult => html`
  ${(['weights', 'trained'] as const).map(
    (name) => html`
      <al-data-table name=${name} .summary=${t(`data.${name}`)} .columns=${[t('data.letter'), ...LETTERS]}
        .rows=${() => numbers[name].map((row, i) => [LETTERS[i] ?? '', ...row])}></al-data-table>`,
  )}`;

// SPDX-License-Identifier: MIT
import { html, nothing, type TemplateResult } from 'lit';
import '../../components/data-table.ts';
import type { Example } from '../../lesson/define-verify.ts';
import { type Numbers, PLACES, type State, WIDTH } from './compute.ts';
import type messages from './verify/messages.en.json';

export type Texts = typeof messages;

const COMPONENTS = Array.from({ length: WIDTH }, (_, i) => String(i + 1));
const POSITIONS = Array.from({ length: PLACES }, (_, i) => String(i));

export const data = ({ state, numbers, t }: Example<State, Numbers, Texts>): TemplateResult => {
  const words = state.order.map((word) => numbers.words[word - 1] ?? '');
  const sentence = words.join(' ');
  return html`
    <al-data-table name="outputs" .summary=${t('data.outputs', { sentence })}
      .columns=${[t('data.word'), t('data.change'), ...COMPONENTS]}
      .rows=${() =>
        numbers.outputs.map((row, i) => [
          words[i],
          numbers.changes[(state.order[i] ?? 0) - 1],
          ...row,
        ])}></al-data-table>
    <al-data-table name="weights" .summary=${t('data.weights', { sentence })}
      .columns=${[t('data.word'), ...words]}
      .rows=${() => numbers.weights.map((row, i) => [words[i], ...row])}></al-data-table>
    ${
      state.positions === 'none'
        ? nothing
        : html`
          <al-data-table name="positions" .summary=${t('data.products')}
            .columns=${[t('data.position'), ...POSITIONS]}
            .rows=${() => numbers.products.map((row, i) => [POSITIONS[i], ...row])}></al-data-table>`
    }`;
};

// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import '../../../components/data-table.ts';
import { defineVerify } from '../../../lesson/define-verify.ts';
import type { LessonCode } from '../../code.ts';
import { experiments } from '../claims.ts';
import { COUNT, compute, EXAMPLE, type Numbers, PLACES, type State, WIDTH } from '../compute.ts';
import type messages from './messages.en.json';

export const code: LessonCode<State, Numbers> = {
  inputs: ({ order, positions, mask }, { X, P }) => ({
    X,
    learned: P.slice(0, COUNT),
    order: order.map((word) => word - 1),
    positions,
    mask,
  }),
  results: ({ added, weights, outputs }) => ({ P: added, weights, outputs }),
  ran: ({ positions }) => [
    ...(positions === 'sinusoidal' ? ['positions'] : []),
    'visible',
    'softmax',
    'outputs',
  ],
};

const COMPONENTS = Array.from({ length: WIDTH }, (_, i) => String(i + 1));
const POSITIONS = Array.from({ length: PLACES }, (_, i) => String(i));

export const lesson = defineVerify<State, Numbers, typeof messages>({
  id: 'order',
  experiments,
  example: EXAMPLE,
  compute,
  data: ({ state, numbers, t }) => {
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
  },
  code: { own: code, excerpts: () => import('../code?excerpts') },
});

// SPDX-License-Identifier: MIT
import { html } from 'lit';
import '../../../components/data-table.ts';
import { defineVerify } from '../../../lesson/define-verify.ts';
import type { LessonCode } from '../../code.ts';
import { experiments } from '../claims.ts';
import { compute, EXAMPLE, type Numbers, type State } from '../compute.ts';
import { LETTERS, OPTIMIZER } from '../pointing.ts';
import type messages from './messages.en.json';

export const code: LessonCode<State, Numbers> = {
  inputs: ({ projections }, { W_q, W_k, targets }) => ({
    ...{ W_q, W_k, targets, projections, scale: 'sqrt_dk', rate: OPTIMIZER.learningRate },
  }),
  results: ({ scores, weights, loss, gradient, moved }) => ({
    ...{ scores, weights, loss, gradient, moved },
  }),
  ran: () => ['scores', 'loss', 'gradient', 'step'],
};

export const lesson = defineVerify<State, Numbers, typeof messages>({
  id: 'learning',
  experiments,
  example: EXAMPLE,
  compute,
  data: ({ numbers, t }) => html`
    ${(['weights', 'trained'] as const).map(
      (name) => html`
        <al-data-table name=${name} .summary=${t(`data.${name}`)} .columns=${[t('data.letter'), ...LETTERS]}
          .rows=${() => numbers[name].map((row, i) => [LETTERS[i] ?? '', ...row])}></al-data-table>`,
    )}`,
  code: { own: code, excerpts: () => import('../code?excerpts') },
});

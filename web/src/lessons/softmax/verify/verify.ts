// SPDX-License-Identifier: MIT
import { html } from 'lit';
import '../../../components/data-table.ts';
import { known } from '../../../components/csv.ts';
import { defineVerify } from '../../../lesson/define-verify.ts';
import { indexed } from '../../../marks/label.ts';
import type { LessonCode } from '../../code.ts';
import { experiments } from '../claims.ts';
import { compute, type Entry, EXAMPLE, type Numbers, type State } from '../compute.ts';
import type messages from './messages.en.json';

export const code: LessonCode<State, Numbers> = {
  inputs: (state) => ({ ...state }),
  results({ entries, entropy, jacobian, jacobianNorm, loss, hasWeights }) {
    const all = (stage: keyof Entry) => entries.map((one) => one[stage]);
    const results = {
      logits: all('logit'),
      weights: all('weight'),
      exponentials: all('exponential'),
      naive: all('naive'),
      entropy,
      jacobian,
      jacobian_norm: jacobianNorm,
      loss,
      gradient: all('gradient'),
    };
    if (hasWeights) return results;
    return Object.fromEntries(Object.keys(results).map((name) => [name, undefined]));
  },
  ran: ({ scaling }) => [scaling, 'softmax', 'naive', 'entropy', 'jacobian', 'norm', 'loss'],
};

const HEADS = ['x', 'logit', 'exponential', 'weight', 'naive', 'plain', 'gradient'] as const;

export const lesson = defineVerify<State, Numbers, typeof messages>({
  id: 'softmax',
  experiments,
  example: EXAMPLE,
  compute,
  data: ({ numbers, t }) => html`
    <al-data-table name="weights" .summary=${t('weights.table')}
      .columns=${[t('stages.entry'), ...HEADS.map((head) => t(`stages.${head}`))]}
      .rows=${() =>
        numbers.entries.map((entry, i) => [
          indexed('x', i),
          ...HEADS.map((head) => known(entry[head])),
        ])}></al-data-table>`,
  code: { own: code, excerpts: () => import('../code?excerpts') },
});

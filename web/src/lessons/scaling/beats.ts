// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import type { Beat } from '../define-lesson.ts';
import { stepBeat } from './derivation.ts';
import { width } from './predictions.ts';
import { deviation } from './question.ts';
import type { Numbers } from './session.ts';
import { result, type Scene, type Texts } from './stage.ts';
import { DIVISORS, type State } from './state.ts';

const HEADS = ['meanLargest', 'medianGradientNorm'] as const;

/** What softmax makes of the same draws over each divisor. */
function softmaxTable(scene: Scene): TemplateResult {
  const { state, numbers, t } = scene;
  return html`
    <table class="softmax-table">
      <caption class="visually-hidden">${t('rows.title')}</caption>
      <thead>
        <tr>
          <th scope="col">${t('rows.divisor')}</th>
          ${HEADS.map((head) => html`<th scope="col">${t(`rows.short.${head}`)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${DIVISORS.map(
          (divisor, i) => html`
            <tr class=${divisor === state.divisor ? 'active' : ''}>
              <th scope="row">${t(`name.${divisor}`)}</th>
              ${HEADS.map(
                (head) =>
                  html`<td class=${head}>${result(scene, numbers.rows.statistics[i]?.[head] ?? Number.NaN)}</td>`,
              )}
            </tr>`,
        )}
      </tbody>
    </table>`;
}

export const beats: readonly Beat<State, Numbers, Texts>[] = [
  { id: 'width', kind: 'predict', prediction: width },
  { id: 'root', kind: 'play', show: { d: 256, divisor: 'none' } },
  { id: 'product', kind: 'formula', render: stepBeat('products') },
  { id: 'sum', kind: 'formula', render: stepBeat('sum') },
  {
    id: 'divide',
    kind: 'formula',
    show: [{ divisor: 'sqrt_dk', d: 16 }, { d: 256 }],
    render: stepBeat('scaled'),
  },
  { id: 'softmax', kind: 'see', show: { divisor: 'dk', d: 256 }, render: softmaxTable },
  { id: 'check', kind: 'check', question: deviation },
  { id: 'takeaway', kind: 'takeaway' },
];

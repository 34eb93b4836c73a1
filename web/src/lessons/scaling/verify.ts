// SPDX-License-Identifier: MIT
// What the course leaves out: every step and statistic, the curves over d, and two more predictions.
import { html, type TemplateResult } from 'lit';
import { renderCurves } from './curves.ts';
import { renderSteps } from './derivation.ts';
import { result, type Scene } from './stage.ts';
import { DIVISORS, NUM_KEYS } from './state.ts';

const HEADS = [
  'meanEntropy',
  'meanLargest',
  'medianJacobianNorm',
  'meanJacobianNorm',
  'medianGradientNorm',
  'meanGradientNorm',
  'saturatedShare',
] as const;

export const details = (scene: Scene, ask: (id: string) => TemplateResult): TemplateResult => html`
  <section>${ask('shape')} ${ask('gradient')}</section>
  <section>${scene.section('derivation')} ${renderSteps(scene)}</section>
  <section>${scene.section('logits')} ${renderRows(scene)} ${renderCurves(scene)}</section>`;

/** One line for each divisor: how even the weights are, and how much of a change passes through. */
function renderRows(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t } = scene;
  const { rows } = numbers;
  return html`
    <div class="stages-scroll" tabindex="0" role="region" aria-label=${t('rows.title')}>
      <table class="stages rows" role="table">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">${t('rows.divisor')}</th>
            ${HEADS.map((head) => html`<th role="columnheader" scope="col">${t(`rows.${head}`)}</th>`)}
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${DIVISORS.map(
            (divisor, i) => html`
              <tr role="row" class=${divisor === state.divisor ? 'active' : ''}>
                <th role="rowheader" scope="row">${t(`name.${divisor}`)}</th>
                ${HEADS.map((head) => {
                  const value = rows.statistics[i]?.[head] ?? Number.NaN;
                  return html`
                    <td role="cell" class=${head} data-label=${t(`rows.${head}`)}>
                      ${head === 'saturatedShare' ? i18n.percent(value) : result(scene, value)}
                    </td>`;
                })}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="hint">
      ${t('rows.hint', { count: i18n.integer(rows.count), keys: NUM_KEYS, d: state.d })}
    </p>`;
}

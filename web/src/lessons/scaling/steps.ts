// SPDX-License-Identifier: MIT
// The derivation, step by step: the algebra, and beside it what was drawn.
import { html, nothing, type TemplateResult } from 'lit';
import { type Check, checksOf, isKept, STEPS, type Step } from './checks.ts';
import { formulaOf } from './formula.ts';
import { result, type Scene } from './scene.ts';

export const renderSteps = (scene: Scene): TemplateResult => html`
  <ol class="steps">${STEPS.map((step) => renderStep(scene, step))}</ol>`;

function renderStep(scene: Scene, step: Step): TemplateResult {
  const { t } = scene;
  const checks = checksOf(step, scene);
  const heads = ['said', 'exact', 'drawn'] as const;
  return html`
    <li class="step" data-step=${step}>
      <div class="algebra">
        <h3>${t(`step.${step}.title`)}</h3>
        <p>${t(`step.${step}.text`)}</p>
        ${formulaOf(step, scene)}
      </div>
      <div class="stages-scroll" tabindex="0" role="region" aria-label=${t('step.table', { step: t(`step.${step}.title`) })}>
        <table class="stages" role="table">
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">${t('step.quantity')}</th>
              ${heads.map((head) => html`<th role="columnheader" scope="col">${t(`step.head.${head}`)}</th>`)}
              <th role="columnheader" scope="col">${t('step.head.verdict')}</th>
            </tr>
          </thead>
          <tbody role="rowgroup">${checks.map((check) => renderCheck(scene, step, check))}</tbody>
        </table>
      </div>
    </li>`;
}

function renderCheck(scene: Scene, step: Step, check: Check): TemplateResult {
  const { t } = scene;
  const kept = isKept(check);
  return html`
    <tr role="row" class=${kept ? 'kept' : 'broken'} data-check=${check.id}>
      <th role="rowheader" scope="row">${nameOf(scene, step, check.id)}</th>
      ${(['said', 'exact', 'drawn'] as const).map(
        (head) => html`
          <td role="cell" class=${`check-${head}`} data-term=${head === 'exact' ? termOf(step, check.id) : nothing}
            data-label=${t(`step.head.${head}`)}>${result(scene, check[head])}</td>`,
      )}
      <td role="cell" class="mark">
        <span aria-hidden="true">${kept ? '✓' : '✗'}</span> ${t(kept ? 'step.kept' : 'step.broken')}
      </td>
    </tr>`;
}

/** What the programs beside the library's lines call it. */
const termOf = (step: Step, id: Check['id']) => (step === 'products' ? `product_${id}` : nothing);

function nameOf({ t }: Scene, step: Step, id: Check['id']): string {
  if (id === 'distance') return t('step.distance');
  if (step === 'components') return t(`step.components.${id as 'qMean'}`);
  return t(`step.${step as 'sum'}.${id as 'mean'}`);
}

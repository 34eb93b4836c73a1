// SPDX-License-Identifier: MIT
// The derivation: each line of algebra, and beside it what was drawn.
import { html, nothing, type TemplateResult } from 'lit';
import { type Check, checksOf, isKept, STEPS, type Step } from './checks.ts';
import { formulaOf } from './formula.ts';
import { result, type Scene } from './stage.ts';

type Head = 'said' | 'exact' | 'drawn';

/** The algebra of a step with the numbers that were drawn. */
export const stepBeat =
  (step: Step) =>
  (scene: Scene): TemplateResult => html`
    <div data-step=${step}>${formulaOf(step, scene)} ${table(scene, step, ['drawn'])}</div>`;

/** All steps, with what is assumed and what is exact. */
export const renderSteps = (scene: Scene): TemplateResult => html`
  <ol class="steps">
    ${STEPS.map(
      (step) => html`
        <li data-step=${step}>
          <h3>${scene.t(`step.${step}.title`)}</h3>
          <p>${scene.t(`step.${step}.text`)}</p>
          ${formulaOf(step, scene)} ${table(scene, step, ['said', 'exact', 'drawn'])}
        </li>`,
    )}
  </ol>`;

function table(scene: Scene, step: Step, heads: readonly Head[]): TemplateResult {
  const { t } = scene;
  return html`
    <div class="stages-scroll" tabindex="0" role="region" aria-label=${t('step.table', { step: t(`step.${step}.title`) })}>
      <table class="stages" role="table">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">${t('step.quantity')}</th>
            ${[...heads, 'verdict' as const].map(
              (head) => html`<th role="columnheader" scope="col">${t(`step.head.${head}`)}</th>`,
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">${checksOf(step, scene).map((check) => row(scene, step, check, heads))}</tbody>
      </table>
    </div>`;
}

function row(scene: Scene, step: Step, check: Check, heads: readonly Head[]): TemplateResult {
  const { t } = scene;
  const kept = isKept(check);
  return html`
    <tr role="row" class=${kept ? 'kept' : 'broken'} data-check=${check.id}>
      <th role="rowheader" scope="row">${nameOf(scene, step, check.id)}</th>
      ${heads.map(
        (head) => html`
          <td role="cell" class=${`check-${head}`} data-term=${head === 'exact' ? termOf(step, check.id) : nothing}
            data-label=${t(`step.head.${head}`)}>${result(scene, check[head])}</td>`,
      )}
      <td role="cell" class="mark">
        <span aria-hidden="true">${kept ? '✓' : '✗'}</span> ${t(kept ? 'step.kept' : 'step.broken')}
      </td>
    </tr>`;
}

/** The name in the lesson's programs. */
const termOf = (step: Step, id: Check['id']) => (step === 'products' ? `product_${id}` : nothing);

function nameOf({ t }: Scene, step: Step, id: Check['id']): string {
  if (id === 'distance') return t('step.distance');
  if (step === 'components') return t(`step.components.${id as 'qMean'}`);
  return t(`step.${step as 'sum'}.${id as 'mean'}`);
}

// SPDX-License-Identifier: MIT
// Renders the details in Verify (the lesson's second view): the results of all steps for the one-dimensional and the
// two-dimensional sample, and the product without softmax.
import { html, type TemplateResult } from 'lit';
import { indexed } from '../indexed.ts';
import '../../components/exact-number.ts';
import { renderFormula } from './formula.ts';
import { renderPairs } from './pairs-table.ts';
import { renderThirdKey } from './plane-map-view.ts';
import { renderPlaneStages, renderSample } from './plane-table.ts';
import { renderProduct } from './product.ts';
import { keyNames, type Scene, short, vector } from './scene.ts';
import { pairAt } from './state.ts';

export { experiments, predictions } from './claims.ts';

export function details(scene: Scene, ask: (id: string) => TemplateResult): TemplateResult {
  const { t, section, draw } = scene;
  return html`
    <section data-part="stages">
      <h2>${t('stages.title')}</h2>
      ${draw('stages', () => renderPairs(scene))}
    </section>
    <section data-part="formula">
      ${section('verify-formula')} ${draw('formula', () => renderFormula(scene))} ${ask('printed-sign')}
    </section>
    <section class="plane" data-part="plane">
      ${section('verify-plane')}
      ${draw('plane', () => renderPlane(scene))}
    </section>
    <section class="plane" data-part="product">
      ${ask('without-softmax')} ${section('verify-product')} ${draw('product', () => renderProduct(scene))}
    </section>`;
}

function renderPlane(scene: Scene): TemplateResult {
  const { t } = scene;
  return html`
      <div class="plane-answers">${scene.numbers.plane.queries.map((_, i) => renderAnswer(scene, i))}</div>
      <div class="plane-controls">${renderControls(scene)}</div>
      <h3>${t('plane.sample.title')}</h3>
      ${renderSample(scene)}
      <h3>${t('plane.stages.title')}</h3>
      ${renderPlaneStages(scene)}`;
}

function renderControls(scene: Scene): TemplateResult[] {
  const { state, bind } = scene;
  const isGaussian = state.planeScore === 'gaussian';
  return [
    renderThirdKey(scene),
    bind('planeScore'),
    bind('planeDivisor', { disabled: isGaussian }),
    bind('planeDivisorNumber', { disabled: isGaussian || state.planeDivisor !== 'number' }),
  ];
}

function renderAnswer(scene: Scene, index: number): TemplateResult {
  const { state, numbers, t } = scene;
  const { output = [0, 0], winners = [], jacobianNorm = 0 } = numbers.plane.queries[index] ?? {};
  return html`
    <div class="plane-answer">
      <p>${indexed('q', index)} ${vector(scene, pairAt(state.planeQueries, index))}</p>
      <p class="plane-output">
        ${output.map(
          (x, j) => html`
            <span>
              <strong><al-exact .value=${x}></al-exact></strong>
              <span class="unit">${t(j === 0 ? 'unit.weight' : 'unit.waist')}</span>
            </span>`,
        )}
      </p>
      <dl class="result-more">
        <div><dt>${t('plane.answer.winner')}</dt><dd>${keyNames(scene, winners)}</dd></div>
        <div><dt>${t('plane.answer.norm')}</dt><dd>${short(scene, jacobianNorm)}</dd></div>
      </dl>
    </div>`;
}

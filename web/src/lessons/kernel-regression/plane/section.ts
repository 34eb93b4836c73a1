// SPDX-License-Identifier: MIT
import type { Prose } from '*.md';
import { html, type TemplateResult } from 'lit';
import { proseSection } from '../../../components/prose.ts';
import { renderPlaneControls } from './controls.ts';
import { renderMap, renderPlaneWeights } from './picture.ts';
import { renderProduct } from './product.ts';
import type { PlaneScene } from './scene.ts';
import { renderPlaneStages, renderSample } from './stages.ts';

/**
 * The sample in two dimensions, from its question to the product without softmax.
 * @param ask  draws the prediction of an id
 */
export function renderPlane(
  scene: PlaneScene,
  prose: Prose,
  ask: (id: string) => TemplateResult,
): TemplateResult {
  const { t } = scene;
  return html`
    <section class="plane">
      ${proseSection(prose, 'plane')}
      <div class="bench plane-bench" part="bench" tabindex="-1" role="group" aria-label=${t('plane.bench')}>
        <div class="bench-plot" part="plot"><h3>${t('plane.map.title')}</h3> ${renderMap(scene)}</div>
        <div class="bench-controls" part="controls">${renderPlaneControls(scene)}</div>
        <div class="bench-weights" part="detail">
          <h3>${t('plane.weights.title')}</h3>
          ${renderPlaneWeights(scene)}
        </div>
      </div>
    </section>
    <section>
      <h2>${t('predict.title')}</h2>
      ${ask('own-key')}
    </section>
    <section class="plane">
      <h2>${t('plane.sample.title')}</h2>
      ${renderSample(scene)}
      <h3>${t('plane.stages.title')}</h3>
      ${renderPlaneStages(scene)}
    </section>
    <section>
      <h2>${t('predict.title')}</h2>
      ${ask('without-softmax')}
    </section>
    <section class="plane">${proseSection(prose, 'product')} ${renderProduct(scene)}</section>`;
}

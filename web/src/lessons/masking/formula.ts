// SPDX-License-Identifier: MIT
import { html, mathml, type TemplateResult } from 'lit';
import { indexed, long, lookedAt, type Scene, short } from './scene.ts';

/** The weight of one key with the present numbers in it. */
export function renderFormula(scene: Scene): TemplateResult {
  const { state, t } = scene;
  const { row, name, logits, weights, isEmpty } = lookedAt(scene);
  if (isEmpty && state.treatment === 'exclude')
    return html`<p>${t('formula.empty', { query: name })}</p>`;
  const chosen = scene.active ?? Math.max(weights.indexOf(Math.max(...weights)), 0);
  const power = (j: number) =>
    mathml`<msup><mi>e</mi><mn data-term="logits">${short(scene, logits[j] ?? Number.NaN)}</mn></msup>`;
  return html`
    <p>${t('formula.weight', { query: name, key: indexed('k', chosen) })}</p>
    <div class="math-block" tabindex="0" role="group" aria-label=${t('formula.label')}>
      <math display="block">
        <msub><mi>α</mi><mrow><mn>${row + 1}</mn><mo>,</mo><mn>${chosen + 1}</mn></mrow></msub><mo>=</mo>
        <mfrac>
          <mrow>${power(chosen)}</mrow>
          <mrow>
            ${logits.map(
              (_, j) =>
                mathml`${j === 0 ? '' : mathml`<mo>+</mo>`}<mrow class=${j === scene.active ? 'active-term' : 'term'}>${power(j)}</mrow>`,
            )}
          </mrow>
        </mfrac>
        <mo>=</mo><mn class="weight" data-term="weights">${long(scene, weights[chosen] ?? Number.NaN)}</mn>
      </math>
    </div>`;
}

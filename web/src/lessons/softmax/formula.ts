// SPDX-License-Identifier: MIT
import { html, mathml, type TemplateResult } from 'lit';
import { long, type Scene, short } from './scene.ts';

/** Weight, Jacobian and its norm with the present numbers in them. */
export function renderFormula(scene: Scene): TemplateResult {
  const { state, numbers, t } = scene;
  if (!numbers.hasWeights) return html`<p>${t('result.none')} ${t('result.equal')}</p>`;
  const weights = numbers.entries.map(({ weight }) => weight);
  const chosen = scene.active ?? Math.max(weights.indexOf(Math.max(...weights)), 0);
  const other = chosen === 0 ? 1 : 0;
  return html`
    <p>${t('formula.weight', { index: chosen + 1 })}</p>
    ${block(t('formula.weightLabel'), renderWeight(scene, chosen))}
    <p>${t('formula.jacobian', { index: chosen + 1 })}</p>
    ${block(t('formula.jacobianLabel'), renderDiagonal(scene, chosen))}
    ${other < weights.length ? block(t('formula.jacobianLabel'), renderBeside(scene, chosen, other)) : ''}
    <p>${t('formula.norm')}</p>
    ${block(
      t('formula.normLabel'),
      html`
        <math display="block">
          ${norm()}<mo>=</mo><mn class="output" data-term="jacobian_norm">${long(scene, numbers.jacobianNorm)}</mn>
        </math>`,
    )}
    <p>${t('formula.loss', { index: state.target })}</p>
    ${block(t('formula.lossLabel'), renderLoss(scene))}`;
}

const block = (label: string, formula: TemplateResult) => html`
  <div class="math-block" tabindex="0" role="group" aria-label=${label}>${formula}</div>`;

const sub = (letter: string, index: number) =>
  mathml`<msub><mi>${letter}</mi><mn>${index + 1}</mn></msub>`;
const norm = () =>
  mathml`<msub><mrow><mo stretchy="false">‖</mo><mi>J</mi><mo stretchy="false">‖</mo></mrow><mi>F</mi></msub>`;
const part = (above: TemplateResult, below: TemplateResult) =>
  mathml`<mfrac><mrow><mi>∂</mi>${above}</mrow><mrow><mi>∂</mi>${below}</mrow></mfrac>`;

function renderWeight(scene: Scene, chosen: number): TemplateResult {
  const { entries } = scene.numbers;
  const power = (index: number) =>
    mathml`<msup><mi>e</mi><mn data-term="logits">${short(scene, entries[index]?.logit ?? 0)}</mn></msup>`;
  return html`
    <math display="block">
      ${sub('p', chosen)}<mo>=</mo>
      <mfrac>
        <mrow>${power(chosen)}</mrow>
        <mrow>
          ${entries.map(
            (_, i) =>
              mathml`${i === 0 ? '' : mathml`<mo>+</mo>`}<mrow class=${i === scene.active ? 'active-term' : 'term'}>${power(i)}</mrow>`,
          )}
        </mrow>
      </mfrac>
      <mo>=</mo><mn class="weight" data-term="weights">${long(scene, entries[chosen]?.weight ?? 0)}</mn>
    </math>`;
}

function renderDiagonal(scene: Scene, chosen: number): TemplateResult {
  const { entries, jacobian } = scene.numbers;
  const weight = short(scene, entries[chosen]?.weight ?? 0);
  return html`
    <math display="block">
      ${part(sub('p', chosen), sub('z', chosen))}<mo>=</mo>
      <mn class="weight" data-term="weights">${weight}</mn><mo>·</mo>
      <mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mn class="weight" data-term="weights">${weight}</mn><mo stretchy="false">)</mo>
      <mo>=</mo><mn class="output" data-term="jacobian">${short(scene, jacobian[chosen]?.[chosen] ?? 0)}</mn>
    </math>`;
}

function renderBeside(scene: Scene, chosen: number, other: number): TemplateResult {
  const { entries, jacobian } = scene.numbers;
  const weight = (index: number) =>
    mathml`<mn class="weight" data-term="weights">${short(scene, entries[index]?.weight ?? 0)}</mn>`;
  return html`
    <math display="block">
      ${part(sub('p', chosen), sub('z', other))}<mo>=</mo>
      <mo form="prefix">−</mo>${weight(chosen)}<mo>·</mo>${weight(other)}
      <mo>=</mo><mn class="output" data-term="jacobian">${short(scene, jacobian[chosen]?.[other] ?? 0)}</mn>
    </math>`;
}

function renderLoss(scene: Scene): TemplateResult {
  const { state, numbers } = scene;
  const target = state.target - 1;
  const { weight = 0, gradient = 0 } = numbers.entries[target] ?? {};
  return html`
    <math display="block">
      ${part(mathml`<mi>L</mi>`, sub('z', target))}<mo>=</mo>
      ${sub('p', target)}<mo>−</mo><mn>1</mn><mo>=</mo>
      <mn class="weight" data-term="weights">${short(scene, weight)}</mn><mo>−</mo><mn>1</mn>
      <mo>=</mo><mn class="output" data-term="gradient">${short(scene, gradient)}</mn>
    </math>`;
}

// SPDX-License-Identifier: MIT
import { html, mathml, type TemplateResult } from 'lit';
import type { KeyStages } from './compute.ts';
import type { Scene } from './scene.ts';

const MOST_TERMS = 4;

/** The formula of the weights and of the prediction with the present numbers in it. */
export function renderFormula(scene: Scene): TemplateResult {
  const { numbers, t } = scene;
  const chosen = scene.active ?? heaviest(numbers.keyStages);
  const stage = numbers.keyStages[chosen];
  if (stage === undefined || !numbers.hasSupport) return html`<p>${t('formula.none')}</p>`;
  return html`
    <p>${t('formula.weight', { index: chosen + 1 })}</p>
    <div class="math-block" tabindex="0" role="group" aria-label=${t('formula.weightLabel')}>
      ${renderWeight(scene, stage)}
    </div>
    <p>${t('formula.prediction')}</p>
    <div class="math-block" tabindex="0" role="group" aria-label=${t('formula.predictionLabel')}>
      ${renderPrediction(scene)}
    </div>`;
}

function heaviest(stages: readonly KeyStages[]): number {
  const weights = stages.map(({ weight }) => weight);
  return Math.max(weights.indexOf(Math.max(...weights)), 0);
}

function renderWeight(scene: Scene, stage: KeyStages): TemplateResult {
  const { state, numbers } = scene;
  const term = ({ score, kernelValue }: KeyStages) =>
    isExponential(scene)
      ? mathml`<msup><mi>e</mi><mn>${short(scene, score)}</mn></msup>`
      : mathml`<mn>${short(scene, kernelValue)}</mn>`;
  return html`
    <math display="block">
      <mi>α</mi><mo stretchy="false">(</mo><mn>${short(scene, state.query)}</mn><mo>,</mo><mn>${short(scene, stage.key)}</mn><mo stretchy="false">)</mo>
      <mo>=</mo>
      <mfrac>
        <mrow>${term(stage)}</mrow>
        <mrow>${sum(numbers.keyStages, scene.active, term)}</mrow>
      </mfrac>
      <mo>=</mo>
      <mn class="weight">${long(scene, stage.weight)}</mn>
    </math>`;
}

function renderPrediction(scene: Scene): TemplateResult {
  const { state, numbers } = scene;
  const term = ({ weight, value }: KeyStages) =>
    mathml`<mn class="weight">${short(scene, weight)}</mn><mo>·</mo><mn>${short(scene, value)}</mn>`;
  return html`
    <math display="block">
      <mi>f</mi><mo stretchy="false">(</mo><mn>${short(scene, state.query)}</mn><mo stretchy="false">)</mo>
      <mo>=</mo>
      ${sum(numbers.keyStages, scene.active, term)}
      <mo>=</mo>
      <mn class="output">${long(scene, numbers.prediction)}</mn>
    </math>`;
}

/** All terms, or the first few and the last where there are many. */
function sum(
  stages: readonly KeyStages[],
  active: number | undefined,
  term: (stage: KeyStages) => TemplateResult,
): TemplateResult[] {
  const isLong = stages.length > MOST_TERMS;
  return stages.flatMap((stage, index) => {
    const isLast = index === stages.length - 1;
    if (isLong && index === MOST_TERMS - 1 && !isLast) return [mathml`<mo>+</mo><mo>⋯</mo>`];
    if (isLong && index >= MOST_TERMS && !isLast) return [];
    const one = mathml`<mrow class=${index === active ? 'active-term' : 'term'}>${term(stage)}</mrow>`;
    return index === 0 ? [one] : [mathml`<mo>+</mo>`, one];
  });
}

const isExponential = ({ state }: Scene): boolean =>
  state.kernel === 'gaussian' || state.kernel === 'dot';
const short = ({ i18n }: Scene, x: number): string => i18n.number(x, { digits: 5 });
const long = ({ i18n }: Scene, x: number): string => i18n.number(x, { digits: 10 });

// SPDX-License-Identifier: MIT
import { html, mathml, nothing, type TemplateResult } from 'lit';
import type { KeyStages } from './compute.ts';
import { type Scene, short } from './scene.ts';

const MOST_TERMS = 4;
/** Weights below this are written with one significant digit. */
const TINY = 1e-3;

/**
 * The formulas of score (only for the Gaussian kernel), weight and prediction with the current numbers. Score and
 * weight are those of the highlighted key, or else of the key with the largest weight.
 */
export function renderFormula(scene: Scene): TemplateResult {
  const { numbers, state, t } = scene;
  const chosen = scene.active ?? heaviest(numbers.keyStages);
  const stage = numbers.keyStages[chosen] ?? numbers.keyStages[0];
  if (stage === undefined || !numbers.hasSupport) return html`<p>${t('formula.none')}</p>`;
  return html`
    ${state.kernel === 'gaussian' ? block(t('formula.scoreLabel'), renderScore(scene, stage)) : nothing}
    ${block(t('formula.weightLabel'), renderWeight(scene, stage))}
    ${block(t('formula.predictionLabel'), renderPrediction(scene))}`;
}

const block = (label: string, formula: TemplateResult) => html`
  <div class="math-block" tabindex="0" role="group" aria-label=${label}>${formula}</div>`;

function heaviest(stages: readonly KeyStages[]): number {
  const weights = stages.map(({ weight }) => weight);
  return Math.max(weights.indexOf(Math.max(...weights)), 0);
}

function renderScore(scene: Scene, { key, score }: KeyStages): TemplateResult {
  const { query, sigma, sign } = scene.state;
  return html`
    <math display="block">
      <mi>a</mi><mo>=</mo><mo>${sign === 'minus' ? '−' : '+'}</mo>
      <mfrac data-term="distances">
        <msup><mrow><mo>(</mo><mn>${short(scene, query)}</mn><mo>−</mo><mn>${factor(scene, key)}</mn><mo>)</mo></mrow><mn>2</mn></msup>
        <mrow><mn>2</mn><mo>·</mo><msup><mn>${short(scene, sigma)}</mn><mn>2</mn></msup></mrow>
      </mfrac>
      <mo>=</mo><mn data-term="scores">${short(scene, score)}</mn>
    </math>`;
}

function renderWeight(scene: Scene, stage: KeyStages): TemplateResult {
  const { state, numbers } = scene;
  const term = ({ score, kernelValue }: KeyStages) =>
    isExponential(scene)
      ? mathml`<msup data-term="kernel_values"><mi>e</mi><mn data-term="scores">${short(scene, score)}</mn></msup>`
      : mathml`<mn data-term="kernel_values">${short(scene, kernelValue)}</mn>`;
  return html`
    <math display="block">
      <mi>α</mi><mo stretchy="false">(</mo><mn>${short(scene, state.query)}</mn><mo>,</mo><mn>${short(scene, stage.key)}</mn><mo stretchy="false">)</mo>
      <mo>=</mo>
      <mfrac>
        <mrow>${term(stage)}</mrow>
        <mrow>${sum(numbers.keyStages, scene.active, term)}</mrow>
      </mfrac>
      <mo>=</mo>
      <mn class="weight" data-term="weights">${result(scene, stage.weight)}</mn>
    </math>`;
}

function renderPrediction(scene: Scene): TemplateResult {
  const { state, numbers, i18n } = scene;
  const term = ({ weight, value }: KeyStages) =>
    mathml`<mrow data-term="weighted_values"><mn class="weight" data-term="weights">${i18n.number(weight, { digits: weight < TINY ? 1 : 4 })}</mn><mo>·</mo><mn>${factor(scene, value)}</mn></mrow>`;
  return html`
    <math display="block">
      <mi>f</mi><mo stretchy="false">(</mo><mn>${short(scene, state.query)}</mn><mo stretchy="false">)</mo>
      <mo>=</mo>
      ${sum(numbers.keyStages, scene.active, term)}
      <mo>=</mo>
      <mn class="output" data-term="prediction">${result(scene, numbers.prediction)}</mn>
    </math>`;
}

/**
 * The terms of a sum in a formula. If there are many, only the largest ones and the highlighted one are shown, with an
 * ellipsis for the others.
 */
function sum(
  stages: readonly KeyStages[],
  active: number | undefined,
  term: (stage: KeyStages) => TemplateResult,
): TemplateResult[] {
  const shown = shownTerms(stages, active);
  return shown.flatMap((index, place) => {
    const stage = stages[index] as KeyStages;
    const before = place === 0 ? -1 : (shown[place - 1] as number);
    const gap = index > before + 1 ? [mathml`<mo>⋯</mo>`, mathml`<mo>+</mo>`] : [];
    const isLast = place === shown.length - 1;
    const rest =
      isLast && index < stages.length - 1 ? [mathml`<mo>+</mo>`, mathml`<mo>⋯</mo>`] : [];
    return [
      ...(place === 0 ? [] : [mathml`<mo>+</mo>`]),
      ...gap,
      mathml`<mrow class=${index === active ? 'active-term' : 'term'}>${term(stage)}</mrow>`,
      ...rest,
    ];
  });
}

function shownTerms(stages: readonly KeyStages[], active: number | undefined): number[] {
  const byWeight = stages
    .map(({ weight }, index) => ({ weight, index }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ index }) => index);
  const wanted = active === undefined ? byWeight : [active, ...byWeight];
  return Array.from(new Set(wanted))
    .slice(0, MOST_TERMS)
    .sort((a, b) => a - b);
}

const isExponential = ({ state }: Scene): boolean =>
  state.kernel === 'gaussian' || state.kernel === 'dot';
/** A factor of a formula as text. A negative factor is in parentheses. */
const factor = (scene: Scene, x: number): string =>
  x < 0 ? `(${short(scene, x)})` : short(scene, x);
const result = ({ i18n }: Scene, x: number): string => i18n.result(x, 5);

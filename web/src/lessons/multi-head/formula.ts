// SPDX-License-Identifier: MIT
// One number of each step on the way from a query to the output, with the present numbers in it.
import { html, mathml, type TemplateResult } from 'lit';
import { isByHead, nameOf, pickedOf, spotOf } from './pipeline/tensors.ts';
import { type Sum, traceOf } from './pipeline/trace.ts';
import { result, type Scene, short } from './scene.ts';
import { type State, type Step, withinRanges } from './state.ts';

const SHOWN = {
  scores: 'scores',
  logits: 'scaled_scores',
  weights: 'weights',
  heads: 'head_outputs',
  output: 'output',
} as const satisfies Partial<Record<Step, string>>;

export function renderFormula(scene: Scene): TemplateResult {
  const { t } = scene;
  return html`
    ${Object.entries(SHOWN).map(
      ([step, term]) => html`
        <p>${t(`formula.${step as keyof typeof SHOWN}`)}</p>
        <div class="math-block" tabindex="0" role="group" aria-label=${t('formula.label')}>
          ${renderLine(scene, step as Step, term)}
        </div>`,
    )}`;
}

function renderLine(scene: Scene, step: Step, term: string): TemplateResult {
  const state: State = withinRanges({ ...scene.state, step });
  const { numbers } = scene;
  const { sum } = traceOf(state, numbers);
  const [letter = ''] = nameOf(spotOf(state));
  const name = mathml`<mi>${letter}</mi>`;
  return html`
    <math display="block">
      ${isByHead(step) ? mathml`<msub>${name}<mn>${state.head}</mn></msub>` : name}
      <mrow><mo stretchy="false">[</mo><mn>${state.row}</mn><mo>,</mo><mn>${state.column}</mn><mo stretchy="false">]</mo></mrow>
      <mo>=</mo><mn class=${term === 'output' ? 'output' : ''} data-term=${term}>${result(scene, pickedOf(state, numbers), 10)}</mn>
      ${renderSum(scene, sum)}
    </math>`;
}

function renderSum(scene: Scene, sum: Sum) {
  switch (sum.kind) {
    case 'products': {
      const terms = sum.terms.map(
        ([a, b]) => mathml`${signed(scene, a)}<mo>·</mo>${signed(scene, b)}`,
      );
      const all = sum.constant === undefined ? terms : [...terms, signed(scene, sum.constant)];
      return mathml`<mo>=</mo>${joined(all)}`;
    }
    case 'quotient':
      return sum.isHidden
        ? ''
        : mathml`<mo>=</mo><mfrac><mn>${short(scene, sum.value)}</mn><msqrt><mn>${sum.root}</mn></msqrt></mfrac>`;
    case 'softmax': {
      const power = (x = Number.NaN) => mathml`<msup><mi>e</mi><mn>${short(scene, x)}</mn></msup>`;
      return mathml`<mo>=</mo><mfrac><mrow>${power(sum.row[sum.at])}</mrow><mrow>${joined(sum.row.map(power))}</mrow></mfrac>`;
    }
    default:
      return '';
  }
}

const joined = (parts: readonly unknown[]) =>
  parts.map((part, i) => mathml`${i === 0 ? '' : mathml`<mo>+</mo>`}${part}`);

const signed = (scene: Scene, x: number) =>
  x < 0
    ? mathml`<mrow><mo stretchy="false">(</mo><mn>${short(scene, x)}</mn><mo stretchy="false">)</mo></mrow>`
    : mathml`<mn>${short(scene, x)}</mn>`;

// SPDX-License-Identifier: MIT
// Renders the algebra of each step of the derivation, with the current numbers.
import { html, mathml, nothing, type TemplateResult } from 'lit';
import { over } from './compute.ts';
import type { Step } from './derivation.ts';
import { type Scene, short } from './stage.ts';

/** The formulas of a step of the derivation, each in a scrollable block. */
export function formulaOf(step: Step, scene: Scene): unknown {
  switch (step) {
    case 'components':
    case 'shape':
      return nothing;
    case 'products':
      return isIndependent(scene)
        ? [block(scene, step, productMean(scene)), block(scene, step, productVariance(scene))]
        : [block(scene, step, relatedMean(scene)), relatedNote(scene)];
    case 'sum':
      return [
        block(scene, step, sumOf(scene, 'mean')),
        block(scene, step, sumOf(scene, 'variance')),
      ];
    case 'scaled':
      return block(scene, step, scaledVariance(scene));
  }
}

const relatedNote = ({ state, t }: Scene) =>
  html`<p class="hint">${t(state.key === 'same' ? 'step.products.same' : 'step.products.related')}</p>`;

const isIndependent = ({ state }: Scene): boolean => state.key === 'own' && state.correlation === 0;

const block = ({ t }: Scene, step: Step, formula: TemplateResult): TemplateResult => html`
  <div class="math-block" tabindex="0" role="group" data-term=${TERMS[step] ?? nothing}
    aria-label=${t('step.formula', { step: t(`step.${step}.title`) })}>
    <math display="block">${formula}</math>
  </div>`;

/** The names, in the lesson's code, of the variables whose histograms belong to a step. */
const TERMS: Readonly<Partial<Record<Step, string>>> = { sum: 'dot', scaled: 'logits' };

type Part = ReturnType<typeof mathml>;

// Without `form="infix"`, a browser would render an operator at the start of a line as the sign of a number.
const mo = (text: string) => mathml`<mo form="infix">${text}</mo>`;
const open = mathml`<mo stretchy="false">(</mo>`;
const close = mathml`<mo stretchy="false">)</mo>`;
const sub = (letter: string) => mathml`<msub><mi>${letter}</mi><mi>i</mi></msub>`;
const of = (name: string, what: Part) =>
  mathml`<mi mathvariant="normal">${name}</mi>${open}${what}${close}`;
const squared = (what: Part) => mathml`<msup><mrow>${what}</mrow><mn>2</mn></msup>`;
const result = (text: string, term?: string) =>
  mathml`<mo>=</mo><mn class="output" data-term=${term ?? nothing}>${text}</mn>`;
const [q, k] = [sub('q'), sub('k')];
const product = mathml`${q}${k}`;
const dot = mathml`<mi>q</mi><mo>·</mo><mi>k</mi>`;
const root = mathml`<msqrt><mi>d</mi></msqrt>`;

/** A number in a formula. A negative number is in parentheses. */
const number = (scene: Scene, x: number): Part =>
  x < 0 ? mathml`${open}<mn>${short(scene, x)}</mn>${close}` : mathml`<mn>${short(scene, x)}</mn>`;

function productMean(scene: Scene): TemplateResult {
  const { queries, keys, products } = scene.numbers.dots;
  return mathml`
    ${of('E', product)}${mo('=')}${of('E', q)}${of('E', k)}${mo('=')}
    ${number(scene, queries.expectedMean)}${mo('·')}${number(scene, keys.expectedMean)}
    ${result(short(scene, products.expectedMean), 'product_mean')}`;
}

// Each term is on its own line, because a single line would be wider than a phone.
function productVariance(scene: Scene): TemplateResult {
  const { queries, keys, products } = scene.numbers.dots;
  const of2 = (x: number) => squared(number(scene, x));
  const row = (left: Part | typeof nothing, right: Part) =>
    mathml`<mtr><mtd>${left}</mtd><mtd>${right}</mtd></mtr>`;
  return mathml`
    <mtable>
      ${row(of('Var', product), mathml`${mo('=')}${of('Var', q)}${of('Var', k)}`)}
      ${row(nothing, mathml`${mo('+')}${of('Var', q)}${squared(of('E', k))}`)}
      ${row(nothing, mathml`${mo('+')}${of('Var', k)}${squared(of('E', q))}`)}
      ${row(
        nothing,
        mathml`${mo('=')}
          ${number(scene, queries.expectedVariance)}${mo('·')}${number(scene, keys.expectedVariance)}${mo('+')}
          ${number(scene, queries.expectedVariance)}${mo('·')}${of2(keys.expectedMean)}${mo('+')}
          ${number(scene, keys.expectedVariance)}${mo('·')}${of2(queries.expectedMean)}
          ${result(short(scene, products.expectedVariance), 'product_variance')}`,
      )}
    </mtable>`;
}

function relatedMean(scene: Scene): TemplateResult {
  const { products } = scene.numbers.dots;
  return mathml`
    ${of('E', product)}${mo('=')}${of('E', q)}${of('E', k)}${mo('+')}
    ${of('Cov', mathml`${q}${mo(',')}${k}`)}
    ${result(short(scene, products.expectedMean), 'product_mean')}`;
}

/** The formula of the mean or the variance of q·k as a sum of d equal terms, with the current numbers. */
function sumOf(scene: Scene, which: 'mean' | 'variance'): TemplateResult {
  const { dots } = scene.numbers;
  const name = which === 'mean' ? 'E' : 'Var';
  const one = which === 'mean' ? dots.products.expectedMean : dots.products.expectedVariance;
  return mathml`
    ${of(name, dot)}${mo('=')}
    <munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>d</mi></munderover>
    ${of(name, product)}${mo('=')}
    <mn>${short(scene, scene.state.d)}</mn>${mo('·')}${number(scene, one)}
    ${result(short(scene, over(dots, 'none').expected[which]))}`;
}

function scaledVariance(scene: Scene): TemplateResult {
  const { dots } = scene.numbers;
  const raw = over(dots, 'none').expected.variance;
  return mathml`
    <mi mathvariant="normal">Var</mi>
    <mrow><mo>(</mo><mfrac><mrow>${dot}</mrow>${root}</mfrac><mo>)</mo></mrow>${mo('=')}
    <mfrac><mrow>${of('Var', dot)}</mrow><mi>d</mi></mfrac>${mo('=')}
    <mfrac><mn>${short(scene, raw)}</mn><mn>${short(scene, scene.state.d)}</mn></mfrac>
    ${result(short(scene, over(dots, 'sqrt_dk').expected.variance))}`;
}

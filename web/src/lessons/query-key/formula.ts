// SPDX-License-Identifier: MIT
import { html, mathml, type TemplateResult } from 'lit';
import { rowsOf } from '../matrix.ts';
import { strongestOf } from './compute.ts';
import { long, rowOf, token } from './random-view.ts';
import { type Scene, short } from './stage.ts';

/** The formulas of the selected token's score, weight and output, with the current numbers. */
export function renderFormula(scene: Scene): TemplateResult {
  const { t } = scene;
  const active = rowOf(scene);
  const { tokens, scores } = scene.numbers.random();
  const others = (scores[active] ?? []).map((score, j) =>
    j === active ? Number.NEGATIVE_INFINITY : score,
  );
  const other = tokens.length > 1 ? strongestOf(others) : active;
  const names = { token: token(scene, active), other: token(scene, other) };
  return html`
    <p>${t('formula.scores', names)}</p>
    ${block(t('formula.scoresLabel'), html`${renderScore(scene, active, other)} ${renderScore(scene, other, active)}`)}
    <p>${t('formula.weight', names)}</p>
    ${block(t('formula.weightLabel'), renderWeight(scene))}
    <p>${t('formula.output', names)}</p>
    ${block(t('formula.outputLabel'), renderOutput(scene))}
    <p>${t('formula.distance', names)}</p>
    ${block(t('formula.distanceLabel'), renderDistance(scene))}`;
}

const block = (label: string, formula: TemplateResult) => html`
  <div class="math-block" tabindex="0" role="group" aria-label=${label}>${formula}</div>`;

const sub = (letter: string, i: number) => mathml`<msub><mi>${letter}</mi><mn>${i + 1}</mn></msub>`;
const subs = (letter: string, i: number, j: number) =>
  mathml`<msub><mi>${letter}</mi><mrow><mn>${i + 1}</mn><mo>,</mo><mn>${j + 1}</mn></mrow></msub>`;
const length = (inside: TemplateResult) =>
  mathml`<mrow><mo stretchy="false">‖</mo>${inside}<mo stretchy="false">‖</mo></mrow>`;

function renderScore(scene: Scene, i: number, j: number): TemplateResult {
  const random = scene.numbers.random();
  const dot = mathml`<mrow>${sub('q', i)}<mo>·</mo>${sub('k', j)}</mrow>`;
  const divided = mathml`<mfrac>${dot}<msqrt><mn>${random.headDimension}</mn></msqrt></mfrac>`;
  return html`
    <math display="block">
      ${subs('s', i, j)}<mo>=</mo>${scene.state.divisor === 'none' ? dot : divided}<mo>=</mo>
      <mn data-term="scores">${long(scene, random.scores[i]?.[j])}</mn>
    </math>`;
}

function renderWeight(scene: Scene): TemplateResult {
  const numbers = scene.numbers.random();
  const active = rowOf(scene);
  const power = (j: number) =>
    mathml`<msup><mi>e</mi><mn>${short(scene, numbers.scores[active]?.[j] ?? Number.NaN)}</mn></msup>`;
  return html`
    <math display="block">
      ${subs('α', active, active)}<mo>=</mo>
      <mn class="weight" data-term="weights">${long(scene, numbers.weights[active]?.[active] ?? Number.NaN)}</mn><mo>=</mo>
      <mfrac>
        <mrow>${power(active)}</mrow>
        <mrow>${numbers.tokens.map((_, j) => mathml`${j === 0 ? '' : mathml`<mo>+</mo>`}${power(j)}`)}</mrow>
      </mfrac>
    </math>`;
}

function renderOutput(scene: Scene): TemplateResult {
  const numbers = scene.numbers.random();
  const active = rowOf(scene);
  const first = (row: readonly number[] | undefined) => row?.[0] ?? Number.NaN;
  const values = rowsOf(numbers.values);
  const out = rowsOf(numbers.output)[active];
  return html`
    <math display="block">
      ${subs('o', active, 0)}<mo>=</mo><mn class="output">${long(scene, first(out))}</mn><mo>=</mo>
      ${numbers.tokens.map(
        (_, j) => mathml`
          ${j === 0 ? '' : mathml`<mo>+</mo>`}<mn class="weight" data-term="weights">${brief(scene, numbers.weights[active]?.[j] ?? Number.NaN)}</mn>
          <mo>·</mo>${signed(scene, first(values[j]))}`,
      )}
    </math>`;
}

/** A number with three significant digits, for long sums. */
const brief = ({ i18n }: Scene, x: number): string => i18n.number(x, { digits: 3 });

const signed = (scene: Scene, x: number) =>
  x < 0
    ? mathml`<mrow><mo stretchy="false">(</mo><mn>${brief(scene, x)}</mn><mo stretchy="false">)</mo></mrow>`
    : mathml`<mn>${brief(scene, x)}</mn>`;

function renderDistance(scene: Scene): TemplateResult {
  const numbers = scene.numbers.random();
  const active = rowOf(scene);
  const apart = mathml`<mrow>${sub('o', active)}<mo>−</mo>${sub('x', active)}</mrow>`;
  return html`
    <math display="block">
      <mfrac>${length(html`${apart}`)}${length(html`${sub('x', active)}`)}</mfrac><mo>=</mo>
      <mn class="output">${long(scene, numbers.distances[active] ?? Number.NaN)}</mn>
    </math>`;
}

// SPDX-License-Identifier: MIT
// The dot product twice over, with the present numbers: sum of products, and lengths with an angle.
import { html, mathml, nothing, type TemplateResult } from 'lit';
import { degrees, KEYS, type KeyName, long, type Scene, short } from './scene.ts';

export function renderFormula(scene: Scene): TemplateResult {
  const { t } = scene;
  return html`
    ${KEYS.map(
      (name, i) => html`
        <div class="math-block" tabindex="0" role="group" aria-label=${t('formula.dot', { number: i + 1 })}>
          ${renderDot(scene, name, i + 1)}
        </div>
        ${
          Number.isNaN(scene.numbers.arrows[name].degrees)
            ? nothing
            : html`
              <div class="math-block" tabindex="0" role="group" aria-label=${t('formula.angle', { number: i + 1 })}>
                ${renderAngle(scene, name, i + 1)}
              </div>`
        }`,
    )}`;
}

const key = (number: number) => mathml`<msub><mi>k</mi><mn>${number}</mn></msub>`;
const length = (of: TemplateResult) =>
  mathml`<mrow><mo stretchy="false">|</mo>${of}<mo stretchy="false">|</mo></mrow>`;
/** A negative factor in brackets, as one writes it after a dot. */
const factor = (scene: Scene, x: number): string =>
  x < 0 ? `(${short(scene, x)})` : short(scene, x);

function renderDot(scene: Scene, name: KeyName, number: number): TemplateResult {
  const { state, numbers } = scene;
  const term = (axis: number) => mathml`
    <mn>${factor(scene, state.query[axis] ?? 0)}</mn><mo>·</mo><mn>${factor(scene, state[name][axis] ?? 0)}</mn>`;
  return html`
    <math display="block">
      <mi>q</mi><mo>·</mo>${key(number)}<mo>=</mo>${term(0)}<mo>+</mo>${term(1)}
      <mo>=</mo><mn class="weight" data-term="dots">${long(scene, numbers.arrows[name].dot)}</mn>
    </math>`;
}

function renderAngle(scene: Scene, name: KeyName, number: number): TemplateResult {
  const { arrows } = scene.numbers;
  const reading = arrows[name];
  return html`
    <math display="block">
      ${length(mathml`<mi>q</mi>`)}<mo>·</mo>${length(key(number))}<mo>·</mo><mi>cos</mi><mspace width="0.2em" /><mi>θ</mi>
      <mo>=</mo><mn>${short(scene, arrows.queryLength)}</mn><mo>·</mo><mn data-term="lengths">${short(scene, reading.length)}</mn>
      <mo>·</mo><mi>cos</mi><mspace width="0.2em" /><mn>${degrees(scene, reading.degrees)}</mn>
      <mo>=</mo><mn class="weight" data-term="dots">${long(scene, reading.dot)}</mn>
    </math>`;
}

// SPDX-License-Identifier: MIT
// Which shapes fit together: the engine runs, or says why not.
import { html, type TemplateResult } from 'lit';
import type { ValueChange } from '../../components/number-box.ts';
import '../../components/slider.ts';
import { AttentionError } from '../../engine/index.ts';
import { refusalText } from '../refusal.ts';
import { type Scene, sides } from './scene.ts';
import { BATCH_SIZE, NUM_HEADS } from './shapes.ts';
import { SIDE_RANGE, SIDES } from './state.ts';

/** The tensors that go in, and those that come out. */
export function renderShapes(scene: Scene): TemplateResult {
  const { numbers, t } = scene;
  const { queries, keys, values, answer } = numbers.shapes;
  const swapped = [...keys.slice(0, -2), keys.at(-1) ?? 0, keys.at(-2) ?? 0];
  const given = { queries, keys, transposed: swapped, values };
  const line = (
    name: keyof typeof given | 'scores' | 'weights' | 'output',
    shape: readonly number[],
  ) => html`
    <div><dt>${t(`shapes.${name}`)}</dt><dd class="shape ${name}">${sides(shape)}</dd></div>`;
  return html`
    <dl class="shapes">
      ${Object.entries(given).map(([name, shape]) => line(name as keyof typeof given, shape))}
    </dl>
    ${
      answer instanceof AttentionError
        ? html`<p class="notice refused" role="status">${refusalText(answer, scene.i18n.t)}</p>`
        : html`
          <div role="status">
            <dl class="shapes came">
              ${(['scores', 'weights', 'output'] as const).map((name) => line(name, answer[name]))}
            </dl>
          </div>`
    }
    <p class="hint">${t('shapes.axes', { batch: BATCH_SIZE, heads: NUM_HEADS })}</p>`;
}

export function renderSideControls({ state, t, set }: Scene): TemplateResult {
  return html`
    ${SIDES.map(
      (side, i) => html`
        <al-slider field="sides" .label=${t(`shapes.side.${side}`)} .value=${state.sides[i] ?? 1} .revision=${state}
          .min=${SIDE_RANGE.min} .max=${SIDE_RANGE.max} .step=${1}
          .lowest=${SIDE_RANGE.min} .highest=${SIDE_RANGE.max}
          @al-value=${({ detail }: CustomEvent<ValueChange<number>>) =>
            set(
              { sides: state.sides.with(i, detail.value) },
              detail.final ? 'rest' : 'step',
            )}></al-slider>`,
    )}`;
}

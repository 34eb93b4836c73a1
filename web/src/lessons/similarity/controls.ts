// SPDX-License-Identifier: MIT
// What the arrows come to, and everything that moves them.
import { html, type TemplateResult } from 'lit';
import '../../components/choice.ts';
import '../../components/number-box.ts';
import type { ValueChange } from '../../components/number-box.ts';
import type { Precision } from '../../engine/index.ts';
import { verdictText } from './describe.ts';
import { preferences } from './plane.ts';
import { KEYS, result, type Scene, SIGNS } from './scene.ts';
import { MEASURES, type Measure, PLANE_RANGE } from './state.ts';

export function renderControls(scene: Scene, reset: () => void): TemplateResult {
  const { state, t, set } = scene;
  return html`
    ${renderResult(scene)} ${renderMeasure(scene)} ${renderCoordinates(scene)}
    <al-choice field="precision" .label=${t('precision.label')} .value=${state.precision}
      .options=${(['float64', 'float32'] as const).map((value) => ({ value, label: value }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<Precision>>) => set({ precision: detail.value }, 'jump')}>
    </al-choice>
    <button type="button" class="quiet" @click=${reset}>${scene.i18n.t('action.reset')}</button>`;
}

/** What queries and keys are compared by; both pictures obey it. */
export function renderMeasure({ state, t, set }: Scene): TemplateResult {
  return html`
    <al-choice field="measure" .label=${t('measure.label')} .value=${state.measure}
      .options=${MEASURES.map((value) => ({ value, label: t(`measure.${value}`) }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<Measure>>) => set({ measure: detail.value }, 'jump')}>
    </al-choice>`;
}

/** Both coordinates of each arrow. */
export function renderCoordinates({ state, t, set }: Scene): TemplateResult {
  return html`
    <div class="coordinates" role="group" aria-label=${t('plane.coordinates')}>
      ${(['query', ...KEYS] as const).map(
        (name) => html`
          <span class="coordinate-name ${name}">${SIGNS[name]}</span>
          ${[0, 1].map(
            (axis) => html`
              <al-number-box field=${name} .label=${t(axis === 0 ? 'plane.x' : 'plane.y', { name: SIGNS[name] })}
                .value=${state[name][axis] ?? 0} .revision=${state}
                .lowest=${PLANE_RANGE.min} .highest=${PLANE_RANGE.max}
                @al-value=${({ detail }: CustomEvent<ValueChange<number>>) =>
                  set({ [name]: state[name].with(axis, detail.value) }, 'rest')}></al-number-box>`,
          )}`,
      )}
    </div>`;
}

/** The key that the measure prefers, and whether the angle would have said so. */
function renderResult(scene: Scene): TemplateResult {
  const { state, numbers, t } = scene;
  const { higher, nearer } = preferences(scene);
  const isAtOdds = higher !== nearer && higher !== 'tie' && nearer !== 'tie';
  return html`
    <div class=${isAtOdds ? 'result at-odds' : 'result'}>
      <p class="result-label">${t('result.higher')}</p>
      <strong class="result-number">
        ${higher === undefined || higher === 'tie' ? '–' : SIGNS[higher]}
      </strong>
      <dl class="result-more">
        ${KEYS.map(
          (name) => html`
            <div>
              <dt>${t(`result.${state.measure}`, { name: SIGNS[name] })}</dt>
              <dd class="${name}-score">${result(scene, numbers.arrows[name][state.measure])}</dd>
            </div>`,
        )}
      </dl>
      <p class="result-verdict">${verdictText(scene)}</p>
    </div>`;
}

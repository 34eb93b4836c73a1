// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import '../../../components/choice.ts';
import '../../../components/exact-number.ts';
import '../../../components/slider.ts';
import type { ValueChange } from '../../../components/number-box.ts';
import { initialState } from '../../../state/fields.ts';
import { indexed, keyNames, type PlaneScene, short, vector } from './scene.ts';
import {
  DIVISOR_RANGE,
  KEY_COUNT,
  OTHER_THIRD,
  PLANE_DIVISORS,
  PLANE_SCORES,
  PLANE_SIGMA_RANGE,
  type PlaneDivisor,
  type PlaneScore,
  PRINTED_THIRD,
  pairAt,
  planeFields,
  VIEWS,
  type View,
  withPair,
} from './state.ts';

const THIRDS = { printed: PRINTED_THIRD, other: OTHER_THIRD } as const;
type Third = keyof typeof THIRDS;

/** Both answers, and everything that moves them. */
export function renderPlaneControls(scene: PlaneScene): TemplateResult {
  const { state, t, set } = scene;
  const isGaussian = state.planeScore === 'gaussian';
  return html`
    <div class="plane-answers">${scene.numbers.queries.map((_, i) => renderAnswer(scene, i))}</div>
    <al-choice field="planeKeys" .label=${t('plane.third.label')} .value=${thirdOf(scene)}
      .options=${Object.entries(THIRDS).map(([value, key]) => ({
        value,
        label: t(`plane.third.${value as Third}`, { key: vector(scene, key) }),
      }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<Third>>) =>
        set(
          { planeKeys: withPair(state.planeKeys, KEY_COUNT - 1, THIRDS[detail.value]) },
          'jump',
        )}></al-choice>
    <al-choice field="planeScore" .label=${t('plane.score.label')} .value=${state.planeScore}
      .options=${PLANE_SCORES.map((value) => ({ value, label: t(`plane.score.${value}`) }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<PlaneScore>>) => set({ planeScore: detail.value }, 'jump')}>
    </al-choice>
    <al-slider field="planeSigma" class="plane-sigma" .label=${t('plane.sigma')} .unit=${t('unit.waist')} logarithmic
      .value=${state.planeSigma} .revision=${state} .disabled=${!isGaussian}
      .min=${PLANE_SIGMA_RANGE.min} .max=${PLANE_SIGMA_RANGE.max}
      .lowest=${PLANE_SIGMA_RANGE.min} .highest=${PLANE_SIGMA_RANGE.max}
      @al-value=${({ detail }: CustomEvent<ValueChange<number>>) =>
        set({ planeSigma: detail.value }, detail.final ? 'rest' : 'step')}></al-slider>
    <al-choice field="planeDivisor" .label=${t('plane.divisor.label')} .value=${state.planeDivisor} .disabled=${isGaussian}
      .options=${PLANE_DIVISORS.map((value) => ({ value, label: t(`plane.divisor.${value}`) }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<PlaneDivisor>>) => set({ planeDivisor: detail.value }, 'jump')}>
    </al-choice>
    <al-slider field="planeDivisorNumber" class="plane-divisor" .label=${t('plane.divisor.own')} logarithmic
      .value=${state.planeDivisorNumber} .revision=${state}
      .disabled=${isGaussian || state.planeDivisor !== 'number'}
      .min=${DIVISOR_RANGE.min} .max=${DIVISOR_RANGE.max}
      .lowest=${DIVISOR_RANGE.min} .highest=${DIVISOR_RANGE.max}
      @al-value=${({ detail }: CustomEvent<ValueChange<number>>) =>
        set({ planeDivisorNumber: detail.value }, detail.final ? 'rest' : 'step')}></al-slider>
    <al-choice field="planeView" .label=${t('plane.view.label')} .value=${state.planeView}
      .options=${VIEWS.map((value) => ({ value, label: t(`plane.view.${value}`) }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<View>>) => set({ planeView: detail.value }, 'jump')}>
    </al-choice>
    <button type="button" class="quiet" @click=${() => set(initialState(planeFields), 'jump')}>
      ${t('plane.reset')}
    </button>`;
}

function thirdOf({ state }: PlaneScene): Third | '' {
  const [waist, chest] = pairAt(state.planeKeys, KEY_COUNT - 1);
  const found = (Object.keys(THIRDS) as Third[]).find(
    (name) => THIRDS[name][0] === waist && THIRDS[name][1] === chest,
  );
  return found ?? '';
}

function renderAnswer(scene: PlaneScene, index: number): TemplateResult {
  const { state, numbers, t } = scene;
  const { output = [0, 0], winners = [], jacobianNorm = 0 } = numbers.queries[index] ?? {};
  return html`
    <div class="plane-answer">
      <p class="result-label">
        ${indexed('q', index)} ${vector(scene, pairAt(state.planeQueries, index))}
      </p>
      <p class="plane-output">
        ${output.map(
          (x, j) => html`
            <span>
              <strong><al-exact .value=${x}></al-exact></strong>
              <span class="unit">${t(j === 0 ? 'unit.weight' : 'unit.waist')}</span>
            </span>`,
        )}
      </p>
      <dl class="result-more">
        <div><dt>${t('plane.answer.winner')}</dt><dd>${keyNames(scene, winners)}</dd></div>
        <div><dt>${t('plane.answer.norm')}</dt><dd>${short(scene, jacobianNorm)}</dd></div>
      </dl>
    </div>`;
}

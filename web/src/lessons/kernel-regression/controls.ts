// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import '../../components/choice.ts';
import '../../components/exact-number.ts';
import '../../components/slider.ts';
import type { ValueChange } from '../../components/number-box.ts';
import {
  EXPONENT_SIGNS,
  type ExponentSign,
  KERNELS,
  type Kernel,
  type Precision,
} from '../../engine/index.ts';
import type { ResultScene, Scene } from './scene.ts';
import { DATA_RANGE, SIGMA_RANGE } from './state.ts';

const QUERY_STEPS = 180;

/** The result, and everything that moves it. */
export function renderControls(scene: Scene, reset: () => void): TemplateResult {
  const { state, numbers, t, set } = scene;
  const [low, high] = numbers.queryInterval;
  const isGaussian = state.kernel === 'gaussian';
  return html`
    ${renderResult(scene)}
    <al-slider field="query" class="query-slider" .label=${t('query.label')} .unit=${t('unit.waist')} .value=${state.query} .revision=${state}
      .min=${low} .max=${high} .step=${Number(((high - low) / QUERY_STEPS).toPrecision(1))}
      .lowest=${DATA_RANGE.min} .highest=${DATA_RANGE.max}
      @al-value=${({ detail }: CustomEvent<ValueChange<number>>) =>
        set({ query: detail.value }, detail.final ? 'rest' : 'step')}></al-slider>
    <al-slider field="sigma" class="sigma-slider" .label=${t('sigma.label')} .unit=${t('unit.waist')} logarithmic .value=${state.sigma} .revision=${state}
      .min=${SIGMA_RANGE.min} .max=${SIGMA_RANGE.max}
      .lowest=${SIGMA_RANGE.min} .highest=${SIGMA_RANGE.max}
      .disabled=${state.kernel === 'dot'}
      @al-value=${({ detail }: CustomEvent<ValueChange<number>>) =>
        set({ sigma: detail.value }, detail.final ? 'rest' : 'step')}></al-slider>
    <al-choice field="kernel" .label=${t('kernel.label')} .value=${state.kernel}
      .options=${KERNELS.map((value) => ({ value, label: t(`kernel.${value}`) }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<Kernel>>) => set({ kernel: detail.value }, 'jump')}>
    </al-choice>
    <al-choice field="sign" .label=${t('sign.label')} .value=${state.sign} .disabled=${!isGaussian}
      .options=${EXPONENT_SIGNS.map((value) => ({ value, label: t(`sign.${value}`) }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<ExponentSign>>) => set({ sign: detail.value }, 'jump')}>
    </al-choice>
    <al-choice field="precision" .label=${t('precision.label')} .value=${state.precision}
      .options=${(['float64', 'float32'] as const).map((value) => ({ value, label: value }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<Precision>>) => set({ precision: detail.value }, 'jump')}>
    </al-choice>
    <button type="button" class="quiet" @click=${reset}>${scene.i18n.t('action.reset')}</button>`;
}

function renderResult(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t } = scene;
  if (!numbers.hasSupport) {
    return html`
      <div class="result empty" part="result">
        <p class="result-label">${t('result.none')}</p>
        <p>${whyNothing(scene)}</p>
      </div>`;
  }
  return html`
    <div class="result" part="result">
      <p class="result-label">
        ${t('result.label', { query: i18n.number(state.query, { digits: 8 }) })}
      </p>
      <strong class="result-number" data-term="prediction"><al-exact .value=${numbers.prediction}></al-exact></strong>
      <span class="unit">${t('unit.weight')}</span>
    </div>`;
}

/** The result as a sentence, for those who hear it. */
export function resultText(scene: ResultScene): string {
  const { state, numbers, i18n, t } = scene;
  if (!numbers.hasSupport) return `${t('result.none')} ${whyNothing(scene)}`;
  const query = i18n.number(state.query, { digits: 8 });
  const prediction = i18n.number(numbers.prediction, { digits: 5 });
  return t('result.spoken', { query, prediction });
}

function whyNothing({ state, i18n, t }: ResultScene): string {
  const sigma = i18n.number(state.sigma, { digits: 6 });
  return state.kernel === 'boxcar'
    ? t('result.outsideBox', { sigma })
    : t('result.outsideWindow', { sigma });
}

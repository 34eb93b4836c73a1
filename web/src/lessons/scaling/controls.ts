// SPDX-License-Identifier: MIT
import { html, nothing, type TemplateResult } from 'lit';
import '../../components/choice.ts';
import '../../components/exact-number.ts';
import '../../components/job-progress.ts';
import type { ValueChange } from '../../components/number-box.ts';
import '../../components/seed-box.ts';
import '../../components/slider.ts';
import { DISTRIBUTIONS, type Distribution } from '../../engine/index.ts';
import { type Picture, result, type Scene, short, USUAL } from './scene.ts';
import {
  CORRELATION_RANGE,
  D_RANGE,
  D_STOPS,
  DIVISORS,
  type Divisor,
  KEYS,
  type Key,
  MEAN_RANGE,
  PAIRS,
  type Pairs,
  SEED_RANGE,
  VARIANCE_RANGE,
} from './state.ts';

const how = ({ final }: ValueChange<unknown>) => (final ? 'rest' : 'step');

/** The number of components. */
export const renderD = ({ state, t, set }: Picture): TemplateResult => html`
  <al-slider field="d" class="d-slider" .label=${t('d')} .value=${state.d} .revision=${state}
    .min=${D_RANGE.min} .max=${D_RANGE.max} .stops=${D_STOPS}
    .lowest=${D_RANGE.min} .highest=${D_RANGE.max}
    @al-value=${({ detail }: CustomEvent<ValueChange<number>>) => set({ d: detail.value }, how(detail))}>
  </al-slider>`;

const renderDivisor = ({ state, t, set }: Picture): TemplateResult => html`
  <al-choice field="divisor" class="divisor" .label=${t('divisor.label')} .value=${state.divisor}
    .options=${DIVISORS.map((value) => ({ value, label: t(`divisor.by.${value}`) }))}
    @al-value=${({ detail }: CustomEvent<ValueChange<Divisor>>) => set({ divisor: detail.value }, 'jump')}>
  </al-choice>`;

const renderDistribution = ({ state, t, set }: Picture): TemplateResult => html`
  <al-choice field="distribution" .label=${t('distribution.label')} .value=${state.distribution}
    .options=${DISTRIBUTIONS.map((value) => ({ value, label: t(`distribution.${value}`) }))}
    @al-value=${({ detail }: CustomEvent<ValueChange<Distribution>>) => set({ distribution: detail.value }, 'jump')}>
  </al-choice>`;

/** The result, what it is drawn from, and how far the drawing has come. */
export function renderControls(scene: Scene, reset: () => void): TemplateResult {
  const { state, i18n, t, set } = scene;
  return html`
    ${renderResult(scene)} ${renderD(scene)} ${renderDivisor(scene)} ${renderDistribution(scene)}
    ${renderProgress(scene)}
    <al-choice field="pairs" .label=${t('pairs.label')} .value=${state.pairs}
      .options=${PAIRS.map((value) => ({ value, label: i18n.integer(Number(value)) }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<Pairs>>) => set({ pairs: detail.value }, 'jump')}>
    </al-choice>
    <al-seed-box field="seed" .label=${t('seed.label')} .next=${t('seed.another')} .value=${state.seed}
      .revision=${state} .lowest=${SEED_RANGE.min} .highest=${SEED_RANGE.max}
      @al-value=${({ detail }: CustomEvent<ValueChange<number>>) =>
        set({ seed: detail.value }, detail.final ? 'jump' : 'step')}></al-seed-box>
    <button type="button" class="quiet" @click=${reset}>${i18n.t('action.reset')}</button>`;
}

function renderProgress({ state, numbers, sampling, i18n, t }: Scene): TemplateResult {
  const { isRunning, done, start, stop } = sampling;
  return html`
    <al-job-progress class="pairs-progress" .done=${done} .running=${isRunning} .disabled=${!isRunning && done === 1}
      .text=${t('pairs.progress', { count: i18n.integer(numbers.dots.count), total: i18n.integer(Number(state.pairs)) })}
      .action=${t(isRunning || done === 1 ? 'work.stop' : 'work.resume')}
      @al-start=${start} @al-stop=${stop}></al-job-progress>`;
}

function renderResult(scene: Scene): TemplateResult {
  const { state, numbers, t } = scene;
  const { chosen, deviation } = numbers;
  const row = (name: string, id: string, value: number, term?: string) => html`
    <div><dt>${name}</dt><dd class=${id} data-term=${term ?? nothing}>${result(scene, value)}</dd></div>`;
  return html`
    <div class="result" part="result">
      <p class="result-label">${t('result.variance', { name: t(`divisor.${state.divisor}`) })}</p>
      <strong class="result-number"><al-exact .value=${chosen.measured.variance} .usual=${USUAL}></al-exact></strong>
      <dl class="result-more">
        ${row(t('result.exact'), 'expected', chosen.expected.variance, 'variance')}
        ${row(t('result.deviation'), 'deviation', deviation.measured)}
        ${row(t('result.mean'), 'mean', chosen.measured.mean)}
        ${row(t('result.distance'), 'distance', chosen.toStandardNormal.distance)}
      </dl>
    </div>`;
}

/** The result as a sentence, for those who hear it: once, when all is drawn. */
export function resultText(scene: Picture, isRunning: boolean): string {
  const { state, numbers, i18n, t } = scene;
  if (isRunning) return t('result.drawing');
  return t('result.spoken', {
    name: t(`divisor.${state.divisor}`),
    count: i18n.integer(numbers.dots.count),
    variance: short(scene, numbers.chosen.measured.variance),
    exact: short(scene, numbers.chosen.expected.variance),
    deviation: short(scene, numbers.deviation.measured),
  });
}

/** The switches that break what the derivation assumes. */
export function renderAssumptions(scene: Scene): TemplateResult {
  const { state, t, set } = scene;
  const isSame = state.key === 'same';
  type Name = 'correlation' | 'qMean' | 'qVariance' | 'kMean' | 'kVariance';
  const slider = (
    name: Name,
    [min, max, step]: readonly number[],
    range: { min: number; max: number },
  ) => html`
    <al-slider field=${name} class=${name} .label=${t(`assumption.${name}`)} .value=${state[name]} .revision=${state}
      .min=${min} .max=${max} .step=${step} .lowest=${range.min} .highest=${range.max}
      .disabled=${isSame && (name === 'correlation' || name === 'kMean' || name === 'kVariance')}
      @al-value=${({ detail }: CustomEvent<ValueChange<number>>) => set({ [name]: detail.value }, how(detail))}>
    </al-slider>`;
  const [means, variances] = [
    [-3, 3, 0.1],
    [0, 4, 0.1],
  ] as const;
  return html`
    <p class="hint">${t('assumption.hint')}</p>
    <div class="assumptions">
      <al-choice field="key" .label=${t('assumption.key.label')} .value=${state.key}
        .options=${KEYS.map((value) => ({ value, label: t(`assumption.key.${value}`) }))}
        @al-value=${({ detail }: CustomEvent<ValueChange<Key>>) => set({ key: detail.value }, 'jump')}>
      </al-choice>
      ${slider('correlation', [-1, 1, 0.05], CORRELATION_RANGE)}
      ${slider('qMean', means, MEAN_RANGE)} ${slider('kMean', means, MEAN_RANGE)}
      ${slider('qVariance', variances, VARIANCE_RANGE)} ${slider('kVariance', variances, VARIANCE_RANGE)}
    </div>`;
}

// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import { MULTI_HEAD_VARIANTS, type MultiHeadVariant, type Precision } from '../../engine/index.ts';
import '../../components/choice.ts';
import '../../components/exact-number.ts';
import type { ValueChange } from '../../components/number-box.ts';
import '../../components/slider.ts';
import { traceText } from './pipeline/bench.ts';
import { nameOf, pickedOf, spotOf } from './pipeline/tensors.ts';
import { result, type Scene, sides } from './scene.ts';
import { renderSeed } from './seed.ts';
import { HEADS, type Heads, headWidth, MASKS, type Mask, TOKENS_RANGE } from './state.ts';

/** The number that is looked at, and everything that moves it. */
export function renderControls(scene: Scene, reset: () => void): TemplateResult {
  const { state, t, set } = scene;
  return html`
    ${renderResult(scene)}
    <al-choice field="heads" .label=${t('heads.label')} .value=${state.heads}
      .options=${HEADS.map((value) => ({ value, label: value }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<Heads>>) => set({ heads: detail.value }, 'jump')}>
    </al-choice>
    <al-slider field="tokens" class="tokens-slider" .label=${t('tokens.label')} .value=${state.tokens} .revision=${state} .step=${1}
      .min=${TOKENS_RANGE.min} .max=${TOKENS_RANGE.max} .lowest=${TOKENS_RANGE.min} .highest=${TOKENS_RANGE.max}
      @al-value=${({ detail }: CustomEvent<ValueChange<number>>) =>
        set({ tokens: detail.value }, detail.final ? 'rest' : 'step')}></al-slider>
    <al-choice field="variant" .label=${t('variant.label')} .value=${state.variant}
      .options=${MULTI_HEAD_VARIANTS.map((value) => ({ value, label: t(`variant.${value}`) }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<MultiHeadVariant>>) => set({ variant: detail.value }, 'jump')}>
    </al-choice>
    ${renderMask(scene)}
    ${renderSeed(scene, 'seed')}
    <al-choice field="precision" .label=${t('precision.label')} .value=${state.precision}
      .options=${(['float64', 'float32'] as const).map((value) => ({ value, label: value }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<Precision>>) => set({ precision: detail.value }, 'jump')}>
    </al-choice>
    <button type="button" class="quiet" @click=${reset}>${scene.i18n.t('action.reset')}</button>`;
}

/** What a query may not see; in the pipeline and in what reaches what. */
export function renderMask({ state, t, set }: Scene): TemplateResult {
  return html`
    <al-choice field="mask" .label=${t('mask.label')} .value=${state.mask}
      .options=${MASKS.map((value) => ({ value, label: t(`mask.${value}`) }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<Mask>>) => set({ mask: detail.value }, 'jump')}>
    </al-choice>`;
}

function renderResult(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t } = scene;
  const { weights } = numbers.run.heads;
  const more = [
    [t('result.width'), i18n.integer(headWidth(state))],
    [t('result.parameters'), i18n.integer(numbers.parameterCount)],
    [t('result.weights'), `${i18n.integer(weights.data.length)} ${sides(weights.shape)}`],
    [t('result.difference'), result(scene, numbers.differences[state.variant])],
  ] as const;
  return html`
    <div class="result" part="result">
      <p class="result-label">${t('result.picked', { name: nameOf(spotOf(state)), row: state.row, column: state.column })}</p>
      <strong class="result-number"><al-exact .value=${pickedOf(state, numbers)}></al-exact></strong>
      <dl class="result-more">
        ${more.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}
      </dl>
    </div>`;
}

/** The result as a sentence, for those who hear it. */
export function resultText(scene: Scene): string {
  const { state, numbers, i18n, t } = scene;
  return t('result.spoken', {
    trace: traceText(scene),
    heads: state.heads,
    parameters: i18n.integer(numbers.parameterCount),
    difference: i18n.number(numbers.differences[state.variant]),
  });
}

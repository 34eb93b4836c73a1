// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import '../../components/choice.ts';
import '../../components/exact-number.ts';
import '../../components/slider.ts';
import type { ValueChange } from '../../components/number-box.ts';
import type { Precision } from '../../engine/index.ts';
import { indexed, result, type Scene, short } from './scene.ts';
import {
  ENTRY_RANGE,
  MOST_ENTRIES,
  SCALINGS,
  type Scaling,
  type State,
  TEMPERATURE_RANGE,
} from './state.ts';

const STEPS = 200;

/** The result, and everything that moves it. */
export function renderControls(scene: Scene, reset: () => void): TemplateResult {
  const { state, t, set } = scene;
  const isStandardised = state.scaling === 'standardise';
  return html`
    ${renderResult(scene)}
    ${renderEntries(scene)}
    <al-choice field="scaling" .label=${t('scaling.label')} .value=${state.scaling}
      .options=${SCALINGS.map((value) => ({ value, label: t(`scaling.${value}`) }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<Scaling>>) => set({ scaling: detail.value }, 'jump')}>
    </al-choice>
    <al-slider field="temperature" class="temperature-slider" .label=${t('temperature.label')} logarithmic
      .value=${state.temperature} .revision=${state}
      .min=${TEMPERATURE_RANGE.min} .max=${TEMPERATURE_RANGE.max}
      .lowest=${TEMPERATURE_RANGE.min} .highest=${TEMPERATURE_RANGE.max}
      .disabled=${isStandardised}
      @al-value=${({ detail }: CustomEvent<ValueChange<number>>) =>
        set({ temperature: detail.value }, detail.final ? 'rest' : 'step')}></al-slider>
    <p class="hint standardised" ?hidden=${!isStandardised}>${standardisedText(scene)}</p>
    <al-choice field="precision" .label=${t('precision.label')} .value=${state.precision}
      .options=${(['float64', 'float32'] as const).map((value) => ({ value, label: value }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<Precision>>) => set({ precision: detail.value }, 'jump')}>
    </al-choice>
    <button type="button" class="quiet" @click=${reset}>${scene.i18n.t('action.reset')}</button>`;
}

/** A slider an entry; what lies outside the usual interval takes the sliders with it. */
function renderEntries(scene: Scene): TemplateResult {
  const { state, numbers, t, access, set, activate } = scene;
  const isLocked = access.isLocked('x');
  const [low, high] = numbers.interval;
  const step = Number(((high - low) / STEPS).toPrecision(1));
  return html`
    <div class="entries" role="group" aria-label=${t('entry.group')} ?hidden=${!access.isShown('x')}>
      ${state.x.map(
        (entry, i) => html`
          <al-slider field="x" class="entry-slider" .label=${t('entry.label', { name: indexed('x', i) })} .value=${entry} .revision=${state}
            .min=${low} .max=${high} .step=${step} .lowest=${ENTRY_RANGE.min} .highest=${ENTRY_RANGE.max}
            @pointerenter=${() => activate(i)} @pointerleave=${() => activate(undefined)}
            @focusin=${() => activate(i)} @focusout=${() => activate(undefined)}
            @al-value=${({ detail }: CustomEvent<ValueChange<number>>) =>
              set(
                { x: state.x.with(i, detail.value) },
                detail.final ? 'rest' : 'step',
              )}></al-slider>`,
      )}
      <div class="entry-buttons">
        <button type="button" ?disabled=${isLocked || state.x.length >= MOST_ENTRIES}
          @click=${() => set({ x: [...state.x, 0] }, 'jump')}>${t('entry.add')}</button>
        <button type="button" ?disabled=${isLocked || state.x.length === 1}
          @click=${(event: Event) => removeLast(state, set, event)}>${t('entry.remove')}</button>
      </div>
    </div>`;
}

// A button that disables itself must not take the focus with it.
function removeLast(state: State, set: Scene['set'], event: Event): void {
  const before = (event.currentTarget as Element).previousElementSibling as HTMLElement | null;
  set({ x: state.x.slice(0, -1) }, 'jump');
  if (state.x.length === 2) before?.focus();
}

function standardisedText(scene: Scene): string {
  const { numbers, t } = scene;
  return t('scaling.standardised', {
    mean: short(scene, numbers.mean),
    deviation: short(scene, numbers.deviation),
    skewness: short(scene, numbers.skewness),
    logitSkewness: short(scene, numbers.logitSkewness),
  });
}

function renderResult(scene: Scene): TemplateResult {
  const { numbers, i18n, t } = scene;
  if (!numbers.hasWeights) {
    return html`
      <div class="result empty" part="result">
        <p class="result-label">${t('result.none')}</p>
        <p>${t('result.equal')}</p>
      </div>`;
  }
  return html`
    <div class="result" part="result">
      <p class="result-label">${t('result.largest')}</p>
      <strong class="result-number"><al-exact .value=${numbers.largest}></al-exact></strong>
      <dl class="result-more">
        <div><dt>${t('result.norm')}</dt><dd class="norm" data-term="jacobian_norm">${i18n.result(numbers.jacobianNorm, 7)}</dd></div>
        <div><dt>${t('result.entropy')}</dt><dd class="entropy" data-term="entropy">${result(scene, numbers.entropy)}</dd></div>
      </dl>
    </div>`;
}

/** The result as a sentence, for those who hear it. */
export function resultText(scene: Scene): string {
  const { numbers, i18n, t } = scene;
  if (!numbers.hasWeights) return `${t('result.none')} ${t('result.equal')}`;
  return t('result.spoken', {
    weights: i18n.list(
      numbers.entries.map(({ weight }, i) => `${indexed('p', i)} ${i18n.percent(weight, 2)}`),
    ),
    norm: short(scene, numbers.jacobianNorm),
  });
}

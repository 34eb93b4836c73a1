// SPDX-License-Identifier: MIT
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import '../../components/choice.ts';
import '../../components/exact-number.ts';
import '../../components/seed-box.ts';
import '../../components/slider.ts';
import '../../components/text-box.ts';
import type { ValueChange } from '../../components/number-box.ts';
import type { Precision } from '../../engine/index.ts';
import { quoted, result, type Scene, short } from './scene.ts';
import {
  DEVIATION_RANGE,
  DIMENSION_RANGE,
  type LessonDivisor,
  LONGEST_SENTENCE,
  MOST_TOKENS,
  PROJECTIONS,
  type Projection,
  SEED_RANGE,
  type State,
} from './state.ts';
import { tokenise } from './tokens.ts';

/** The result, and everything that moves it. */
export function renderControls(scene: Scene, reset: () => void): TemplateResult {
  return html`
    ${renderResult(scene)}
    ${renderSentence(scene)}
    ${renderSizes(scene)}
    ${guard([scene.state.divisor, scene.state.precision, scene.i18n.language], () => renderRest(scene))}
    <button type="button" class="quiet" @click=${reset}>${scene.i18n.t('action.reset')}</button>`;
}

/** Where queries and keys come from. */
export function renderProjection({ state, t, set }: Scene): TemplateResult {
  return html`
    <div class="projection">
      <al-choice field="projection" .label=${t('projection.label')} .value=${state.projection}
        .options=${PROJECTIONS.map((value) => ({ value, label: t(`projection.${value}`) }))}
        @al-value=${({ detail }: CustomEvent<ValueChange<Projection>>) => set({ projection: detail.value }, 'jump')}>
      </al-choice>
      <p class="hint">${t(`projection.note.${state.projection}`)}</p>
    </div>`;
}

function renderSentence({ state, numbers, t, set }: Scene): TemplateResult {
  const refuse = (text: string) => (tokenise(text).length === 0 ? t('sentence.empty') : undefined);
  return html`
    <div class="sentence">
      <al-text-box field="sentence" .label=${t('sentence.label')} .value=${state.sentence} .revision=${state}
        .longest=${LONGEST_SENTENCE} .refuse=${refuse}
        @al-value=${({ detail }: CustomEvent<ValueChange<string>>) =>
          set({ sentence: detail.value }, detail.final ? 'rest' : 'step')}></al-text-box>
      <p class="hint">${t('sentence.tokens', { count: numbers.tokens.length })}</p>
      ${
        numbers.leftOut > 0
          ? html`<p class="left-out" role="status">
              ${t('sentence.leftOut', { most: MOST_TOKENS, count: numbers.leftOut })}
            </p>`
          : nothing
      }
      <al-seed-box field="seed" .label=${t('seed.label')} .next=${t('seed.next')} .value=${state.seed} .revision=${state}
        .lowest=${SEED_RANGE.min} .highest=${SEED_RANGE.max}
        @al-value=${({ detail }: CustomEvent<ValueChange<number>>) => set({ seed: detail.value }, 'jump')}>
      </al-seed-box>
    </div>`;
}

function renderSizes({ state, t, set }: Scene): TemplateResult {
  const size = (name: 'deviation' | 'dimension', { min, max }: typeof DEVIATION_RANGE) => html`
    <al-slider field=${name} class="${name}-slider" .label=${t(`${name}.label`)} logarithmic .value=${state[name]}
      .revision=${state} .min=${min} .max=${max} .lowest=${min} .highest=${max}
      @al-value=${({ detail }: CustomEvent<ValueChange<number>>) =>
        set(
          { [name]: detail.value } as Partial<State>,
          detail.final ? 'rest' : 'step',
        )}></al-slider>`;
  return html`${size('deviation', DEVIATION_RANGE)} ${size('dimension', DIMENSION_RANGE)}`;
}

function renderRest({ state, t, set }: Scene): TemplateResult {
  return html`
    <al-choice field="divisor" .label=${t('divisor.label')} .value=${state.divisor}
      .options=${(['sqrt_dk', 'none'] as const).map((value) => ({ value, label: t(`divisor.${value}`) }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<LessonDivisor>>) => set({ divisor: detail.value }, 'jump')}>
    </al-choice>
    <al-choice field="precision" .label=${t('precision.label')} .value=${state.precision}
      .options=${(['float64', 'float32'] as const).map((value) => ({ value, label: value }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<Precision>>) => set({ precision: detail.value }, 'jump')}>
    </al-choice>`;
}

function renderResult(scene: Scene): TemplateResult {
  const { numbers, t, active } = scene;
  const more = [
    ['scoresAsymmetry', 'scores_asymmetry', t('result.scoresAsymmetry'), numbers.scoresAsymmetry],
    [
      'weightsAsymmetry',
      'weights_asymmetry',
      t('result.weightsAsymmetry'),
      numbers.weightsAsymmetry,
    ],
    ['eigenvalue', 'smallest_eigenvalue', t('result.eigenvalue'), numbers.smallestEigenvalue],
    [
      'distance',
      nothing,
      t('result.distance', { token: quoted(scene, active) }),
      numbers.distances[active] ?? Number.NaN,
    ],
  ] as const;
  return html`
    <div class="result" part="result">
      <p class="result-label">${t('result.meanDiagonal')}</p>
      <strong class="result-number" data-term="mean_diagonal"><al-exact .value=${numbers.meanDiagonal}></al-exact></strong>
      <dl class="result-more">
        ${more.map(
          ([name, term, label, value]) =>
            html`<div><dt>${label}</dt><dd class=${name} data-term=${term}>${result(scene, value)}</dd></div>`,
        )}
      </dl>
    </div>`;
}

/** The result as a sentence, for those who hear it. */
export function resultText(scene: Scene): string {
  const { numbers, t } = scene;
  return t('result.spoken', {
    meanDiagonal: short(scene, numbers.meanDiagonal),
    scores: short(scene, numbers.scoresAsymmetry),
    weights: short(scene, numbers.weightsAsymmetry),
    onward: numbers.circle.onward,
  });
}

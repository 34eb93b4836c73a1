// SPDX-License-Identifier: MIT
// The second picture: titles are keys, contents are values, and a search is the query.
import { html, nothing, type TemplateResult } from 'lit';
import '../../components/bars.ts';
import { known } from '../../components/csv.ts';
import '../../components/data-table.ts';
import '../../components/exact-number.ts';
import '../../components/mix-plot.ts';
import type { MixMove } from '../../components/mix-plot.ts';
import type { ValueChange } from '../../components/number-box.ts';
import '../../components/slider.ts';
import { renderMeasure } from './controls.ts';
import { describeSearch, titleOf } from './describe.ts';
import { RECIPES, WORDS } from './library.ts';
import type { Scene } from './scene.ts';
import './search-box.ts';
import { ENERGY_RANGE, MINUTES_RANGE, TEMPERATURE_RANGE } from './state.ts';

/** Above this share of the whole a look-up is as good as hard. */
const HARD = 0.995;

/** How much each title counts. */
export function renderTitles(scene: Scene): TemplateResult {
  const { numbers, i18n, t, activate } = scene;
  return html`
    <al-bars stackable .description=${describeSearch(scene)} .active=${scene.active}
      .bars=${numbers.search.hits.map(({ weight }, i) => ({
        label: t('search.numbered', { number: i + 1, title: titleOf(t, i) }),
        share: Number.isFinite(weight) ? weight : 0,
        text: Number.isFinite(weight) ? i18n.percent(weight, 2) : '–',
      }))}
      @al-active=${({ detail }: CustomEvent<number | null>) => activate(detail ?? undefined)}>
    </al-bars>
    <al-data-table name="weights" .summary=${t('search.weightsTable')}
      .columns=${[t('stages.key'), t('stages.score'), t('stages.weight')]}
      .rows=${() =>
        numbers.search.hits.map(({ score, weight }, i) => [
          titleOf(t, i),
          known(score),
          known(weight),
        ])}></al-data-table>`;
}

/** The contents as points, and the mix among them. */
export function renderMix(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t, set, activate, access } = scene;
  const { hits, output, hasWeights } = numbers.search;
  return html`
    <al-mix-plot .description=${describeSearch(scene)} .active=${scene.active}
      .xAxis=${{ label: t('search.minutes'), interval: [MINUTES_RANGE.min, MINUTES_RANGE.max] }}
      .yAxis=${{ label: t('search.energy'), interval: [ENERGY_RANGE.min, ENERGY_RANGE.max] }}
      .points=${RECIPES.map((_, i) => {
        const [x, y] = [state.minutes[i] ?? 0, state.energy[i] ?? 0];
        return {
          x,
          y,
          mark: String(i + 1),
          label: titleOf(t, i),
          text: t('search.content', { minutes: i18n.number(x), energy: i18n.number(y) }),
          share: hasWeights ? (hits[i]?.weight ?? 0) : 0,
          isLocked: access.isLocked('minutes') && access.isLocked('energy'),
        };
      })}
      .mix=${hasWeights ? { x: output[0] ?? 0, y: output[1] ?? 0 } : undefined}
      .mixLabel=${t('search.output')} .hint=${t('search.hint')} .format=${i18n.number}
      @al-move=${({ detail: { point, x, y, final } }: CustomEvent<MixMove>) =>
        set(
          { minutes: state.minutes.with(point, x), energy: state.energy.with(point, y) },
          final ? 'rest' : 'step',
        )}
      @al-active=${({ detail }: CustomEvent<number | null>) => activate(detail ?? undefined)}>
    </al-mix-plot>
    <p class="hint">${t('search.hull')}</p>
    <al-data-table name="contents" .summary=${t('search.contentsTable')}
      .columns=${[t('stages.key'), t('stages.minutes'), t('stages.energy'), t('stages.weight')]}
      .rows=${() => [
        ...RECIPES.map((_, i) => [
          titleOf(t, i),
          state.minutes[i],
          state.energy[i],
          known(hits[i]?.weight ?? Number.NaN),
        ]),
        [t('search.output'), ...output.map(known), undefined],
      ]}></al-data-table>`;
}

export function renderSearchControls(scene: Scene): TemplateResult {
  const { state, t, set } = scene;
  return html`
    ${renderAnswer(scene)}
    <al-search-box field="words" .counts=${state.words}
      @al-value=${({ detail }: CustomEvent<ValueChange<readonly number[]>>) =>
        set({ words: detail.value }, detail.final ? 'rest' : 'step')}></al-search-box>
    <al-slider field="temperature" class="temperature-slider" .label=${t('temperature.label')} logarithmic
      .value=${state.temperature} .revision=${state} .disabled=${state.measure === 'scaled'}
      .min=${TEMPERATURE_RANGE.min} .max=${TEMPERATURE_RANGE.max}
      .lowest=${TEMPERATURE_RANGE.min} .highest=${TEMPERATURE_RANGE.max}
      @al-value=${({ detail }: CustomEvent<ValueChange<number>>) =>
        set({ temperature: detail.value }, detail.final ? 'rest' : 'step')}></al-slider>
    ${
      state.measure === 'scaled'
        ? html`<p class="hint">${t('temperature.scaled', { width: WORDS.length })}</p>`
        : nothing
    }
    ${renderMeasure(scene)}`;
}

function renderAnswer(scene: Scene): TemplateResult {
  const { numbers, i18n, t } = scene;
  const { hits, best, output, hasWeights } = numbers.search;
  if (!hasWeights) {
    return html`
      <div class="result empty" part="result">
        <p class="result-label">${t('result.none')}</p>
        <p>${t('result.noDirection')}</p>
      </div>`;
  }
  const titles = i18n.list(best.map((i) => titleOf(t, i)));
  const top = hits[best[0] ?? 0]?.weight ?? 0;
  const isHard = best.length === 1 && top >= HARD;
  const kind = best.length === RECIPES.length ? 'even' : isHard ? 'hard' : 'soft';
  return html`
    <div class="result" part="result">
      <p class="result-label">${t('result.output')}</p>
      <p class="search-output">
        ${(['minutes', 'energy'] as const).map(
          (name, i) => html`
            <span><strong class="result-number"><al-exact .value=${output[i] ?? Number.NaN}></al-exact></strong>
            <span class="unit">${t(`search.${name}`)}</span></span>`,
        )}
      </p>
      <p>${t(`result.${kind}`, { titles, share: i18n.percent(top, 2) })}</p>
    </div>`;
}

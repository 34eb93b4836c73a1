// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import '../../components/cell-map.ts';
import '../../components/data-table.ts';
import type { ValueChange } from '../../components/number-box.ts';
import '../../components/slider.ts';
import { cellsOf, extremeOf } from './cells.ts';
import { ofHead, result, type Scene, sides } from './scene.ts';
import { renderSeed } from './seed.ts';
import { RATE_RANGE } from './state.ts';

const STATES = ['before', 'after'] as const;

/** One head's weights as document 001 keeps them, and as document 000 returns them. */
export function renderDropout(scene: Scene): TemplateResult {
  const { state, numbers, t } = scene;
  const { dropped } = numbers;
  const extreme = extremeOf([...dropped.before, ...dropped.after]);
  const sums = { before: dropped.sumsBefore, after: dropped.sumsAfter };
  return html`
    <div class="dropped-weights">
      ${STATES.map(
        (one) => html`
          <div>
            <h3>${t(`dropout.${one}`)}</h3>
            <div class="weights-with-sums">
              <al-cell-map .name=${ofHead('A', state.head)} .shape=${sides([dropped[one].length, dropped[one].length])}
                .description=${t('dropout.description', {
                  name: t(`dropout.${one}`),
                  all: dropped[one].flat().length,
                  zeros: dropped[one].flat().filter((weight) => weight === 0).length,
                })}
                .cells=${cellsOf(scene, dropped[one], { extreme })}></al-cell-map>
              <ol class="weight-sums" aria-label=${t('dropout.sums')}>
                ${sums[one].map((sum) => html`<li>${result(scene, sum)}</li>`)}
              </ol>
            </div>
          </div>`,
      )}
    </div>
    <al-data-table name="dropout" .summary=${t('dropout.table')}
      .columns=${[t('map.row'), t('map.column'), ...STATES.map((one) => t(`dropout.${one}`))]}
      .rows=${() =>
        dropped.before.flatMap((row, i) =>
          row.map((weight, j) => [i + 1, j + 1, weight, dropped.after[i]?.[j]]),
        )}></al-data-table>`;
}

export function renderDropoutControls(scene: Scene): TemplateResult {
  const { state, t, set } = scene;
  return html`
    <al-slider field="dropoutRate" .label=${t('dropout.rate')} .value=${state.dropoutRate} .revision=${state} .step=${0.05}
      .min=${RATE_RANGE.min} .max=${RATE_RANGE.max} .lowest=${RATE_RANGE.min} .highest=${RATE_RANGE.max}
      @al-value=${({ detail }: CustomEvent<ValueChange<number>>) =>
        set({ dropoutRate: detail.value }, detail.final ? 'rest' : 'step')}></al-slider>
    ${renderSeed(scene, 'dropoutSeed')}
    <p class="hint">${t('dropout.hint')}</p>`;
}

// SPDX-License-Identifier: MIT
// The documents' implementations side by side, on one input.
import { html, type TemplateResult } from 'lit';
import { MULTI_HEAD_VARIANTS, type MultiHeadVariant } from '../../engine/index.ts';
import '../../components/cell-map.ts';
import '../../components/choice.ts';
import '../../components/data-table.ts';
import type { ValueChange } from '../../components/number-box.ts';
import { rowsOf } from './arithmetic.ts';
import { cellsOf, extremeOf } from './cells.ts';
import { result, type Scene, short, sides } from './scene.ts';
import { LAYERS, type Layers } from './state.ts';

export function renderLayers({ state, t, set }: Scene): TemplateResult {
  return html`
    <al-choice field="layers" .label=${t('layers.label')} .value=${state.layers}
      .options=${LAYERS.map((value) => ({ value, label: t(`layers.${value}`) }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<Layers>>) => set({ layers: detail.value }, 'jump')}>
    </al-choice>`;
}

export function renderVariants(scene: Scene): TemplateResult {
  const { numbers, t } = scene;
  return html`
    <div class="variant-list">${MULTI_HEAD_VARIANTS.map((variant) => renderVariant(scene, variant))}</div>
    <al-data-table name="variants" .summary=${t('variants.table')}
      .columns=${[t('map.row'), t('map.column'), ...MULTI_HEAD_VARIANTS.map((one) => t(`variant.${one}`))]}
      .rows=${() =>
        rowsOf(numbers.run.output).flatMap((row, i) =>
          row.map((_, j) => [
            i + 1,
            j + 1,
            ...MULTI_HEAD_VARIANTS.map((one) => rowsOf(numbers.runs[one].output)[i]?.[j]),
          ]),
        )}></al-data-table>`;
}

function renderVariant(scene: Scene, variant: MultiHeadVariant): TemplateResult {
  const { state, numbers, t, set } = scene;
  const { output } = numbers.runs[variant];
  const values = rowsOf(output);
  const isChosen = variant === state.variant;
  return html`
    <article class=${isChosen ? 'variant-card chosen' : 'variant-card'} data-variant=${variant}>
      <h3>${t(`variant.${variant}`)}</h3>
      <p class="variant-note">${t(`variants.note.${variant}`)}</p>
      <al-cell-map name="Y" .shape=${sides(output.shape)}
        .description=${t('variants.description', {
          name: t(`variant.${variant}`),
          difference: short(scene, numbers.differences[variant]),
        })}
        .cells=${cellsOf(scene, values, { extreme: extremeOf(values) })}></al-cell-map>
      <p class="variant-difference">
        <span>${t('variants.difference')}</span> <strong>${result(scene, numbers.differences[variant])}</strong>
      </p>
      <button type="button" aria-pressed=${isChosen} @click=${() => set({ variant }, 'jump')}>${t('variants.walk')}</button>
    </article>`;
}

// SPDX-License-Identifier: MIT
// The fourth picture: an example whose keys are all the same.
import { html, type TemplateResult } from 'lit';
import '../../components/choice.ts';
import '../../components/data-table.ts';
import '../../components/heat-map.ts';
import '../../components/matrix-view.ts';
import '../../components/seed-box.ts';
import type { ValueChange } from '../../components/number-box.ts';
import { largestOf } from '../largest.ts';
import { cellText, long, names, type Scene, share, short } from './scene.ts';
import {
  SAMPLE_KEYS,
  SAMPLE_SCORES,
  type SampleKeys,
  type SampleScore,
  SEED_RANGE,
} from './state.ts';

const KEYS = names('k', 10);

/** How many keys share the weight of each matrix, and how. */
function describe(scene: Scene): string {
  const { numbers, i18n, t } = scene;
  const { weights } = numbers.sample;
  const said = (x: number) => share(scene, x);
  return weights
    .map((row, i) => {
      const most = largestOf(row, said);
      const number = row.filter((weight) => said(weight) !== said(0)).length;
      const told = { item: i + 1, number, share: said(row[most[0] ?? 0] ?? Number.NaN) };
      return most.length === number
        ? t('sample.even', told)
        : t('sample.uneven', { ...told, keys: i18n.list(most.map((j) => KEYS[j] ?? '')) });
    })
    .join(' ');
}

/** The weights as the document draws them, and the output. */
export function renderSample(scene: Scene): TemplateResult {
  const { numbers, i18n, t } = scene;
  const { weights, output } = numbers.sample;
  const rows = weights.map((_, i) => t('sample.item', { item: i + 1 }));
  return html`
    <h3>${t('sample.weights')}</h3>
    <al-heat-map .description=${describe(scene)} .values=${weights} .rows=${rows} .columns=${KEYS}
      .extreme=${1} one-sided .hint=${t('sample.hint')}
      .readout=${(i: number, j: number) =>
        t('sample.readout', {
          item: i + 1,
          key: KEYS[j] ?? '',
          weight: long(scene, weights[i]?.[j] ?? Number.NaN),
        })}
      .format=${(x: number) => cellText(scene, x)} .formatTick=${(x: number) => i18n.number(x)}></al-heat-map>
    <al-data-table name="sample" .summary=${t('sample.table')} .columns=${[t('sample.batch'), ...KEYS]}
      .rows=${() => weights.map((row, i) => [i + 1, ...row])}></al-data-table>
    <al-matrix-view class="sample-output" kind="output" .name=${t('sample.output')} .shape=${'(2, 4)'}
      .rows=${rows} .columns=${output[0]?.map((_, c) => String(c + 1)) ?? []}
      .texts=${output.map((row) => row.map((x) => short(scene, x)))}></al-matrix-view>`;
}

export function renderSampleControls({ state, t, set }: Scene): TemplateResult {
  return html`
    <al-choice field="score" class="score-choice" .label=${t('sample.score.label')} .value=${state.score}
      .options=${SAMPLE_SCORES.map((value) => ({ value, label: t(`sample.score.${value}`) }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<SampleScore>>) => set({ score: detail.value }, 'jump')}>
    </al-choice>
    <al-seed-box field="seed" .label=${t('sample.seed')} .next=${t('sample.next')} .value=${state.seed} .revision=${state}
      .lowest=${SEED_RANGE.min} .highest=${SEED_RANGE.max}
      @al-value=${({ detail }: CustomEvent<ValueChange<number>>) => set({ seed: detail.value }, 'jump')}>
    </al-seed-box>
    <al-choice field="keys" class="keys-choice" .label=${t('sample.keys.label')} .value=${state.keys}
      .options=${SAMPLE_KEYS.map((value) => ({ value, label: t(`sample.keys.${value}`) }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<SampleKeys>>) => set({ keys: detail.value }, 'jump')}>
    </al-choice>
    <p class="hint">${t(`sample.note.${state.keys}`)}</p>`;
}

// SPDX-License-Identifier: MIT
// The second picture: one query by every way to hide.
import { html, type TemplateResult } from 'lit';
import '../../components/data-table.ts';
import '../../components/heat-map.ts';
import { renderSize } from './controls.ts';
import { describeFills } from './describe.ts';
import { cellText, indexed, long, lookedAt, names, result, type Scene } from './scene.ts';
import { SIZE, TREATMENT_IDS } from './state.ts';

const KEYS = names('k', SIZE);

/** A row for each way to hide: what the query's keys weigh. */
export function renderFills(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t } = scene;
  const { row, name, visible } = lookedAt(scene);
  const values = TREATMENT_IDS.map((id) => numbers.treated[id].weights[row] ?? []);
  const rows = TREATMENT_IDS.map((id) => t(`treatment.${id}`));
  const columns = KEYS.map((key, j) => (visible[j] ? key : t('fills.hidden', { key })));
  return html`
    <h3>${t('fills.title', { query: name })}</h3>
    <al-heat-map .description=${describeFills(scene)} .values=${values} .rows=${rows} .columns=${columns}
      .extreme=${1} one-sided .active=${TREATMENT_IDS.indexOf(state.treatment)} .hint=${t('fills.hint')}
      .readout=${(i: number, j: number) =>
        t('fills.readout', {
          treatment: rows[i] ?? '',
          key: KEYS[j] ?? '',
          weight: long(scene, values[i]?.[j] ?? Number.NaN),
        })}
      .format=${(x: number) => cellText(scene, x)} .formatTick=${(x: number) => i18n.number(x)}>
    </al-heat-map>
    <al-data-table name="fills" .summary=${t('fills.table')} .columns=${[t('treatment.label'), ...KEYS, t('fills.leak')]}
      .rows=${() => TREATMENT_IDS.map((id, i) => [rows[i] ?? '', ...(values[i] ?? []), numbers.treated[id].leak])}>
    </al-data-table>`;
}

/** The size of the scores, and what leaks by each way. */
export function renderFillControls(scene: Scene): TemplateResult {
  const { numbers, t } = scene;
  const { scores, visible, row } = lookedAt(scene);
  const seen = scores.filter((_, j) => visible[j]);
  const largest = Math.max(...seen);
  return html`
    ${renderSize(scene)}
    <p class="hint largest">
      ${
        seen.length === 0
          ? t('fills.noKey', { query: indexed('q', row) })
          : t('fills.largest', { query: indexed('q', row), score: result(scene, largest) })
      }
    </p>
    <div>
      <p class="leak-heading">${t('fills.leak')}</p>
      <dl class="result-more">
        ${TREATMENT_IDS.map((id) => {
          const { leak } = numbers.treated[id];
          return html`
            <div class=${leak === 0 ? 'tight' : 'leaky'}>
              <dt>${t(`treatment.${id}`)} <small>${t(`treatment.source.${id}`)}</small></dt>
              <dd>${result(scene, leak)}</dd>
            </div>`;
        })}
      </dl>
    </div>`;
}

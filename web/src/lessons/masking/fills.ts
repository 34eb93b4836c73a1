// SPDX-License-Identifier: MIT
// The second picture: one query by every way to hide.
import { html, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import '../../components/data-table.ts';
import '../../components/heat-map.ts';
import '../../components/log-chart.ts';
import type { Series } from '../../components/log-chart.ts';
import { renderPrecision, renderSize } from './controls.ts';
import { describeFills, describeLeaks } from './describe.ts';
import { LEAKING, type Leaking } from './leaks.ts';
import { cellText, indexed, long, lookedAt, names, power, result, type Scene } from './scene.ts';
import { SIZE, TREATMENT_IDS } from './state.ts';

const KEYS = names('k', SIZE);

/** A row for each way to hide: what the query's keys weigh. */
export function renderFills(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t } = scene;
  const { row, name, visible } = lookedAt(scene);
  const values = TREATMENT_IDS.map((id) => numbers.treated[id].weights[row] ?? []);
  const rows = TREATMENT_IDS.map((id) => t(id === 'add9' ? 'fills.add9' : `treatment.${id}`));
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

const LOOKS: Readonly<Record<Leaking, Pick<Series, 'colour' | 'dashed'>>> = {
  fill4: { colour: 0, dashed: false },
  fill6: { colour: 1, dashed: false },
  fill9: { colour: 2, dashed: false },
  fill20: { colour: 0, dashed: true },
  add9: { colour: 2, dashed: true },
};
const PLACES = [1, 1e3, 1e6, 1e9, 1e12, 1e15, 1e18, 1e21];
const FROM_POWERS = 1e3;
const UNIT: readonly [number, number] = [0, 1];

/** At which size each number gives in. */
export function renderLeaks(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t } = scene;
  const { name } = lookedAt(scene);
  const labels = LEAKING.map((id) => t(`treatment.${id}`));
  const series = LEAKING.map(
    (id, i): Series => ({
      ...LOOKS[id],
      label: labels[i] ?? '',
      points: numbers.leaks.map(({ size, leaks }) => ({ x: size, y: leaks[id] })),
    }),
  );
  return html`
    <h3>${t('leaks.title')}</h3>
    <al-log-chart .description=${describeLeaks(scene)}
      .series=${guard([numbers.leaks, i18n.language], () => series)}
      .places=${PLACES} .xLabel=${t('size.label')} .yAxis=${{ label: t('leaks.axis', { query: name }), interval: UNIT }}
      .mark=${{ x: state.size, label: t('leaks.mark', { size: i18n.number(state.size, { digits: 3 }) }) }}
      .format=${(x: number) => (x < FROM_POWERS ? i18n.number(x) : power(Math.log10(x)))}></al-log-chart>
    ${renderSize(scene)}
    <al-data-table name="leaks" .summary=${t('leaks.table')} .columns=${[t('size.label'), ...labels]}
      .rows=${() => numbers.leaks.map(({ size, leaks }) => [size, ...LEAKING.map((id) => leaks[id])])}>
    </al-data-table>`;
}

/** What leaks by each way. */
export function renderFillControls(scene: Scene): TemplateResult {
  const { numbers, t } = scene;
  const { scores, visible, row } = lookedAt(scene);
  const seen = scores.filter((_, j) => visible[j]);
  const largest = Math.max(...seen);
  return html`
    ${renderPrecision(scene)}
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

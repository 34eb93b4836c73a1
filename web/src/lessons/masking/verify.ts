// SPDX-License-Identifier: MIT
// Renders the details in Verify (the lesson's second view): the results of all steps for one query, and a comparison of
// seven masking methods.
import { group } from 'd3-array';
import { html, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import '../../components/heat-map.ts';
import '../../components/log-chart.ts';
import type { Series } from '../../components/log-chart.ts';
import { stagesTable } from '../../components/stages-table.ts';
import { powerOfTen } from '../indexed.ts';
import { LEAKING, type Leaking, SIZE_RANGE, TREATMENT_IDS } from './compute.ts';
import { fillsTable, leaksTable } from './data.ts';
import {
  renderSample,
  renderSampleControls,
  renderTwice,
  renderTwiceControls,
} from './examples-view.ts';
import {
  cellText,
  lookedAt,
  reasonOf,
  result,
  type Scene,
  share,
  token,
  wordsOf,
} from './stage.ts';

export { experiments, predictions } from './claims.ts';

export function details(scene: Scene, ask: (id: string) => TemplateResult): TemplateResult {
  const { t, section, draw } = scene;
  const bench = (id: string, plot: () => TemplateResult, controls: () => TemplateResult) => html`
    <section>
      ${section(id)}
      <div class="bench" data-part=${id}>
        <div class="bench-plot">${draw(id, plot)}</div>
        <div class="bench-controls">${draw(id, controls)}</div>
      </div>
    </section>`;
  return html`
    <section>${ask('large')} ${ask('second')}</section>
    <section data-part="stages">
      <h2>${t('stages.title', { query: token(scene, lookedAt(scene).row) })}</h2>
      ${draw('stages', () => renderStages(scene))}
    </section>
    ${bench(
      'fills',
      () => html`${renderLeaks(scene)} ${renderFills(scene)}`,
      () => renderFillControls(scene),
    )}
    ${bench(
      'twice',
      () => renderTwice(scene),
      () => renderTwiceControls(scene),
    )}
    ${bench(
      'sample',
      () => renderSample(scene),
      () => renderSampleControls(scene),
    )}`;
}

/**
 * For each column of the table, the variable that contains its numbers in the code that the lesson displays. Empty if
 * there is no such variable.
 */
const HEADS = { score: '', flag: 'flags', reason: '', logit: 'logits', weight: 'weights' } as const;

function renderStages(scene: Scene): TemplateResult {
  const { numbers, t } = scene;
  const { row, scores, logits, weights, sum } = lookedAt(scene);
  const heads = Object.keys(HEADS) as (keyof typeof HEADS)[];
  return stagesTable({
    label: t('stages.title', { query: token(scene, row) }),
    corner: t('stages.key'),
    columns: heads.map((head) => ({
      label: t(`stages.${head}`),
      class: head,
      term: HEADS[head] || undefined,
      isHeadLit: true,
    })),
    rows: wordsOf(scene).map((word, j) => ({
      head: word,
      cells: [
        result(scene, scores[j] ?? Number.NaN),
        String(numbers.flags[row]?.[j]),
        reasonOf(scene, row, j),
        result(scene, logits[j] ?? Number.NaN),
        result(scene, weights[j] ?? Number.NaN, 10),
      ],
    })),
    foot: {
      head: t('stages.sum'),
      cells: heads.map((head) =>
        head === 'weight' ? { content: result(scene, sum), term: undefined } : undefined,
      ),
    },
  });
}

/** Heat map of the selected query's weights, with one row for each masking method. */
function renderFills(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t } = scene;
  const row = state.row - 1;
  const query = token(scene, row);
  const values = TREATMENT_IDS.map((id) => numbers.treated[id]().weights[row] ?? []);
  const rows = TREATMENT_IDS.map((id) => t(`treatment.${id}`));
  const columns = wordsOf(scene).map((key, j) =>
    numbers.visible[row]?.[j] ? key : t('fills.hidden', { key }),
  );
  return html`
    <h3>${t('fills.title', { query })}</h3>
    <al-heat-map .description=${describeFills(scene)} .values=${values} .rows=${rows} .columns=${columns}
      .extreme=${1} one-sided .active=${TREATMENT_IDS.indexOf(state.treatment)} .hint=${t('fills.hint')}
      .readout=${(i: number, j: number) =>
        t('fills.readout', {
          treatment: rows[i] ?? '',
          key: token(scene, j),
          weight: result(scene, values[i]?.[j] ?? Number.NaN, 10),
        })}
      .format=${(x: number) => cellText(scene, x)} .formatTick=${(x: number) => i18n.number(x)}>
    </al-heat-map>
    ${fillsTable(scene)}`;
}

/** Text alternative for the heat map: the masking methods, grouped by the selected query's weight on hidden keys. */
export function describeFills(scene: Scene): string {
  const { state, numbers, i18n, t } = scene;
  const row = state.row - 1;
  const groups = group(TREATMENT_IDS, (id) =>
    share(scene, numbers.treated[id]().leaks[row] ?? Number.NaN),
  );
  const list = Array.from(groups, ([leak, ids]) =>
    t('fills.one', { leak, treatments: i18n.list(ids.map((id) => t(`treatment.${id}`))) }),
  );
  return t('fills.description', { query: token(scene, row), list: list.join(' ') });
}

const LOOKS: Readonly<Record<Leaking, Pick<Series, 'colour' | 'dashed'>>> = {
  fill4: { colour: 0, dashed: false },
  fill6: { colour: 1, dashed: false },
  fill9: { colour: 2, dashed: false },
  fill20: { colour: 0, dashed: true },
  add9: { colour: 2, dashed: true },
};
const PLACES_OF_SIZE = [1, 1e3, 1e6, 1e9, 1e12, 1e15, 1e18, 1e21];
const UNIT: readonly [number, number] = [0, 1];
const HALF = 0.5;
const FROM_POWERS = 1e3;

/**
 * Chart of the sum of the selected query's weights on hidden keys, as a function of the size of the scores. Each
 * masking constant has a line.
 */
function renderLeaks(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t } = scene;
  const query = token(scene, state.row - 1);
  const series = LEAKING.map(
    (id): Series => ({
      ...LOOKS[id],
      label: t(`treatment.${id}`),
      points: numbers.leaks().map(({ size, leaks }) => ({ x: size, y: leaks[id] })),
    }),
  );
  const firsts = LEAKING.map((id) => {
    const first = numbers.leaks().find(({ leaks }) => leaks[id] > HALF);
    const treatment = t(`treatment.${id}`);
    return first === undefined
      ? t('leaks.never', { treatment })
      : t('leaks.from', { treatment, size: i18n.number(first.size, { digits: 2 }) });
  });
  return html`
    <h3>${t('leaks.title')}</h3>
    <al-log-chart .description=${t('leaks.description', { query, list: i18n.list(firsts) })}
      .series=${guard([numbers.leaks, i18n.language], () => series)}
      .places=${PLACES_OF_SIZE} .xLabel=${t('field.size')} .yAxis=${{ label: t('leaks.axis', { query }), interval: UNIT }}
      .mark=${{ x: state.size, label: t('leaks.mark', { size: i18n.number(state.size, { digits: 3 }) }) }}
      .format=${(x: number) =>
        x < FROM_POWERS ? i18n.number(x) : powerOfTen(Math.round(Math.log10(x)))}></al-log-chart>
    ${leaksTable(scene)}`;
}

function renderFillControls(scene: Scene): TemplateResult {
  const { state, numbers, t, bind } = scene;
  const row = state.row - 1;
  return html`
    ${bind('size', { max: SIZE_RANGE.max })} ${bind('treatment')} ${bind('precision')}
    <dl class="result-more">
      ${TREATMENT_IDS.map(
        (id) => html`<div>
          <dt>${t(`treatment.${id}`)} <small>${t(`source.${id}`)}</small></dt>
          <dd>${result(scene, numbers.treated[id]().leaks[row] ?? Number.NaN)}</dd>
        </div>`,
      )}
    </dl>`;
}

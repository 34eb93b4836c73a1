// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import '../../components/bars.ts';
import type { Cell } from '../../components/csv.ts';
import '../../components/curve-plot.ts';
import type { PlotMove } from '../../components/curve-plot.ts';
import '../../components/data-table.ts';
import { evenQueries, type Numbers } from './compute.ts';
import { describeBars, describePlot, pointText } from './describe.ts';
import type { Scene } from './scene.ts';
import { DATA_RANGE } from './state.ts';

const TABLE_STEP = 10;
const RANGE = [DATA_RANGE.min, DATA_RANGE.max] as const;
const LIMITS = { x: RANGE, y: RANGE };

/** The data, the curve f(q) and the query on it, and the curve's numbers folded below. */
export function renderPlot(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t, access } = scene;
  const { keyStages, curve, hasSupport, prediction } = numbers;
  const number = (x: number) => i18n.number(x, { digits: 10 });
  const read = (x: number, exists: boolean) => (exists ? number(x) : t('result.none'));
  return html`
    <al-curve-plot
      .description=${describePlot(scene)}
      .xAxis=${{ label: t('plot.x'), interval: numbers.queryInterval }}
      .yAxis=${{ label: t('plot.y'), interval: numbers.valueInterval }}
      .curve=${guard([curve], () =>
        curve.map((point) => ({ x: point.query, y: point.prediction, defined: point.hasSupport })),
      )}
      .points=${keyStages.map((stage, index) => ({
        x: stage.key,
        y: stage.value,
        label: t('plot.point', { index: index + 1 }),
        text: pointText(scene, stage),
        emphasis: Number.isFinite(stage.weight) ? stage.weight : 0,
        isLocked: access.isLocked('keys') && access.isLocked('values'),
      }))}
      .cursor=${state.query} .cursorLabel=${t('query.marker')}
      .cursorText=${t('plot.cursorText', { query: number(state.query), prediction: read(prediction, hasSupport) })}
      .isCursorLocked=${access.isLocked('query')}
      .marker=${hasSupport && Number.isFinite(prediction) ? prediction : undefined}
      .markerLabel=${i18n.number(prediction, { digits: 5 })}
      .limits=${LIMITS} .pointHint=${t('plot.hint')}
      .active=${scene.active} .format=${number}
      @al-move=${({ detail }: CustomEvent<PlotMove>) => move(scene, detail)}
      @al-active=${({ detail }: CustomEvent<number | null>) => scene.activate(detail ?? undefined)}>
    </al-curve-plot>
    <al-data-table name="curve" .summary=${t('plot.table')}
      .columns=${[t('plot.x'), t('plot.predictionUnit', { unit: t('unit.weight') })]}
      .rows=${() => {
        const wanted = evenQueries(numbers.queryInterval).filter((_, i) => i % TABLE_STEP === 0);
        return curveRows(curve.filter((point) => wanted.includes(point.query)));
      }}
      .all=${() => curveRows(curve)}>
    </al-data-table>`;
}

/** The weights as bars. Their numbers stand in the table of stages. */
export function renderWeights(scene: Scene): TemplateResult {
  const { numbers, i18n, t } = scene;
  return html`
    <al-bars .description=${describeBars(scene)} .active=${scene.active}
      .bars=${numbers.keyStages.map(({ key, weight }) => ({
        label: i18n.number(key, { digits: 6 }),
        share: weight,
        text: i18n.number(weight, { digits: 6 }),
      }))}
      @al-active=${({ detail }: CustomEvent<number | null>) => scene.activate(detail ?? undefined)}>
    </al-bars>
    <al-data-table name="weights" .summary=${t('weights.table')}
      .columns=${[t('plot.x'), t('plot.y'), t('stages.weight')]}
      .rows=${() => numbers.keyStages.map(({ key, value, weight }) => [key, value, weight])}>
    </al-data-table>`;
}

const curveRows = (curve: Numbers['curve']): Cell[][] =>
  curve.map(({ query, prediction, hasSupport }) => [query, hasSupport ? prediction : undefined]);

function move({ state, set }: Scene, { target, x, y, final }: PlotMove): void {
  const change =
    target === 'cursor'
      ? { query: x }
      : { keys: state.keys.with(target, x), values: state.values.with(target, y) };
  set(change, final ? 'rest' : 'step');
}

// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { Cell } from '../../components/csv.ts';
import '../../components/curve-plot.ts';
import type { PlotMove } from '../../components/curve-plot.ts';
import '../../components/data-table.ts';
import type { MainNumber, Stage } from '../define-lesson.ts';
import { evenQueries, type Numbers } from './compute.ts';
import { describePlot, lineText, planeText, pointText, whyNothing } from './describe.ts';
import { planeData, renderMap } from './plane-map-view.ts';
import type { Scene, Texts } from './scene.ts';
import { DATA_RANGE, type State } from './state.ts';

const TABLE_STEP = 10;
const RANGE = [DATA_RANGE.min, DATA_RANGE.max] as const;
const TERMS = { halo: 'weights', marker: 'prediction' };
const LIMITS = { x: RANGE, y: RANGE };

/** The plot of the data points, of the prediction as a function of the query, and of the current query. */
export function renderPlot(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t, access } = scene;
  const { keyStages, curve, hasSupport, prediction } = numbers;
  const number = (x: number) => i18n.number(x, { digits: 10 });
  const read = hasSupport ? number(prediction) : t('result.none');
  return html`
    <al-curve-plot
      .description=${describePlot(scene)} .height=${scene.height}
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
        note: Number.isFinite(stage.weight) ? i18n.percent(stage.weight, 0) : '',
        isLocked: access.isLocked('keys') && access.isLocked('values'),
      }))}
      .cursor=${state.query} .cursorLabel=${t('plot.marker')}
      .cursorText=${t('plot.cursorText', { query: number(state.query), prediction: read })}
      .isCursorLocked=${access.isLocked('query')}
      .marker=${hasSupport && Number.isFinite(prediction) ? prediction : undefined}
      .markerLabel=${i18n.number(prediction, { digits: 4 })}
      .terms=${TERMS} .limits=${LIMITS} .pointHint=${t('plot.hint')}
      .active=${scene.active} .format=${number}
      @al-move=${({ detail }: CustomEvent<PlotMove>) => move(scene, detail)}
      @al-active=${({ detail }: CustomEvent<number | null>) => scene.activate(detail ?? undefined)}>
    </al-curve-plot>`;
}

function move({ state, set }: Scene, { target, x, y, final }: PlotMove): void {
  const change =
    target === 'cursor'
      ? { query: x }
      : { keys: state.keys.with(target, x), values: state.values.with(target, y) };
  set(change, final ? 'rest' : 'step');
}

function mainOfLine(scene: Scene): MainNumber {
  const { state, numbers, i18n, t } = scene;
  if (!numbers.hasSupport)
    return { label: t('result.none'), value: undefined, note: whyNothing(scene) };
  const query = i18n.number(state.query, { digits: 8 });
  return {
    label: t('result.label', { query }),
    value: numbers.prediction,
    unit: t('unit.weight'),
    term: 'prediction',
  };
}

function mainOfPlane(scene: Scene): MainNumber {
  const { numbers, i18n, t } = scene;
  const [weight, height = Number.NaN] = numbers.plane.queries[0]?.output ?? [];
  return {
    label: t('result.plane'),
    value: weight,
    unit: t('unit.weight'),
    note: t('result.height', { height: i18n.number(height, { digits: 4 }) }),
  };
}

const isLine = ({ state }: Scene): boolean => state.figure === 'line';

export const stage: Stage<State, Numbers, Texts> = {
  figure: (scene) => (isLine(scene) ? renderPlot(scene) : renderMap(scene)),
  main: (scene) => (isLine(scene) ? mainOfLine(scene) : mainOfPlane(scene)),
  controls(scene) {
    const { state, bind } = scene;
    if (isLine(scene)) {
      return [bind('query'), bind('sigma', { disabled: state.kernel === 'dot' })];
    }
    return [bind('planeScore'), bind('figure')];
  },
  more(scene) {
    const { state, bind } = scene;
    if (isLine(scene)) return [bind('figure'), bind('kernel')];
    const isGaussian = state.planeScore === 'gaussian';
    return [bind('planeSigma', { disabled: !isGaussian }), bind('planeView')];
  },
  expert(scene) {
    const { state, bind } = scene;
    const sign = bind('sign', { disabled: state.kernel !== 'gaussian' });
    return isLine(scene) ? [sign, bind('precision')] : [bind('precision')];
  },
  spoken: (scene) => (isLine(scene) ? lineText(scene) : planeText(scene)),
};

export function renderData(scene: Scene): TemplateResult {
  const { numbers, t } = scene;
  if (!isLine(scene)) return planeData(scene);
  const { curve, keyStages, queryInterval } = numbers;
  return html`
    <al-data-table name="curve" picture=".stage-figure > *" .summary=${t('plot.table')}
      .columns=${[t('plot.x'), t('plot.predictionUnit', { unit: t('unit.weight') })]}
      .rows=${() => {
        const wanted = evenQueries(queryInterval).filter((_, i) => i % TABLE_STEP === 0);
        return curveRows(curve.filter((point) => wanted.includes(point.query)));
      }}
      .all=${() => curveRows(curve)}></al-data-table>
    <al-data-table name="weights" picture="none" .summary=${t('weights.table')}
      .columns=${[t('plot.x'), t('plot.y'), t('stages.weight')]}
      .rows=${() => keyStages.map(({ key, value, weight }) => [key, value, weight])}></al-data-table>`;
}

const curveRows = (curve: Numbers['curve']): Cell[][] =>
  curve.map(({ query, prediction, hasSupport }) => [query, hasSupport ? prediction : undefined]);

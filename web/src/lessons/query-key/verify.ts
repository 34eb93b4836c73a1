// SPDX-License-Identifier: MIT
// Renders the details in Verify (the lesson's second view): a sentence with random embeddings, and the weights of its
// tokens for themselves.
import { html, type TemplateResult } from 'lit';
import '../../components/curve-plot.ts';
import type { PlotMove } from '../../components/curve-plot.ts';
import '../../components/data-table.ts';
import { activated, stagesTable } from '../../components/stages-table.ts';
import { strongestOf } from './compute.ts';
import { renderFormula } from './formula.ts';
import {
  long,
  renderControls,
  renderMatrices,
  renderMixing,
  result,
  token,
} from './random-view.ts';
import { type Scene, share, short } from './stage.ts';
import { DEVIATION_RANGE, DIMENSION_RANGE, type State } from './state.ts';

export { experiments, predictions } from './claims.ts';

export function details(scene: Scene, ask: (id: string) => TemplateResult): TemplateResult {
  const { t, section, bind, draw } = scene;
  const bench = (name: string, plot: unknown, controls: unknown) => html`
    <div class="bench ${name}-bench" data-part=${`${name}-bench`} tabindex="-1" role="group" aria-label=${t(`bench.${name as 'random' | 'curve'}`)}>
      <div class="bench-plot">${plot}</div>
      <div class="bench-controls">${controls}</div>
    </div>`;
  return html`
    <section>
      ${section('random')}
      ${bench('random', html`${renderMatrices(scene)} ${bind('row', { names: scene.numbers.random().tokens })} ${renderMixing(scene)}`, renderControls(scene))}
    </section>
    <section>${ask('self')}</section>
    <section data-part="stages"><h2>${t('stages.title')}</h2> ${draw('stages', () => renderStages(scene))}</section>
    <section>
      ${section('curve')}
      ${bench(
        'curve',
        draw('curve-bench', () => renderCurve(scene)),
        draw('curve-bench', () => html`${bind('axis')} ${renderCurveReadings(scene)}`),
      )}
    </section>
    <section>${section('why')}</section>
    <section data-part="formula">${section('formula')} ${draw('formula', () => renderFormula(scene))}</section>`;
}

const HEADS = ['score', 'own', 'most', 'given', 'sum', 'distance'] as const;

/**
 * A table with one row for each token: its score and weight for itself, and the sums of its row and its column of
 * weights.
 */
function renderStages(scene: Scene): TemplateResult {
  const { t } = scene;
  const random = scene.numbers.random();
  return html`
    ${stagesTable({
      label: t('stages.title'),
      corner: t('stages.token'),
      columns: HEADS.map((head) => ({ label: t(`stages.${head}`), class: head })),
      rows: random.tokens.map((head, i) => {
        const weights = random.weights[i] ?? [];
        const most = strongestOf(weights);
        const texts: Record<(typeof HEADS)[number], string> = {
          score: result(scene, random.scores[i]?.[i]),
          own: long(scene, weights[i]),
          most: t('stages.mostText', {
            token: token(scene, most),
            weight: share(scene, weights[most]),
          }),
          given: result(scene, random.columnSums[i]),
          sum: result(scene, random.rowSums[i]),
          distance: result(scene, random.distances[i]),
        };
        return { head, cells: HEADS.map((name) => texts[name]), ...activated(scene, i) };
      }),
    })}
    <p class="hint">${t('stages.note')}</p>`;
}

const RANGES = { deviation: DEVIATION_RANGE, dimension: DIMENSION_RANGE };
const UNIT = [0, 1] as const;
/** The table of the curve contains every 4th point over the deviation, and every point over the dimension. */
const TABLE_STEP = { deviation: 4, dimension: 1 };

function renderCurve(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t, set } = scene;
  const { meanDiagonal, ...random } = numbers.random();
  const curve = random.curve();
  const { axis } = state;
  const { min, max } = RANGES[axis];
  const reading = short(scene, meanDiagonal);
  const label = t(`curve.axis.${axis}`);
  const [first, last] = [curve.points[0], curve.points.at(-1)];
  const description = t('curve.description', {
    axis: label,
    low: short(scene, first?.x),
    first: short(scene, first?.meanDiagonal),
    high: short(scene, last?.x),
    last: short(scene, last?.meanDiagonal),
    x: short(scene, state[axis]),
    reading,
  });
  const rows = curve.points.map(({ x, meanDiagonal: y }) => [x, y]);
  return html`
    <al-curve-plot .description=${description}
      .xAxis=${{ label, interval: [0, max] }} .yAxis=${{ label: t('curve.y'), interval: UNIT }}
      .curve=${rows.map(([x = 0, y = 0]) => ({ x, y, defined: true }))}
      .points=${[]} .cursor=${state[axis]} .cursorLabel=${t('curve.cursor', { axis: label })}
      .cursorText=${t('curve.cursorText', { x: short(scene, state[axis]), reading })}
      .isCursorLocked=${scene.access.isLocked(axis)} .marker=${meanDiagonal} .markerLabel=${reading}
      .limits=${{ x: [min, max] as const, y: UNIT }} .active=${undefined}
      .format=${(value: number) => i18n.number(value, { digits: 10 })}
      @al-move=${({ detail }: CustomEvent<PlotMove>) =>
        set(
          { [axis]: detail.x } as Partial<State>,
          detail.final ? 'rest' : 'step',
        )}></al-curve-plot>
    <al-data-table name="curve" .summary=${t('data.curve')} .columns=${[label, t('curve.y')]}
      .rows=${() => rows.filter((_, i) => (i + 1) % TABLE_STEP[axis] === 0)} .all=${() => rows}></al-data-table>`;
}

function renderCurveReadings(scene: Scene): TemplateResult {
  const { state, numbers, t } = scene;
  return html`
    <dl class="result-more">
      <div><dt>${t('curve.y')}</dt><dd>${result(scene, numbers.random().meanDiagonal)}</dd></div>
      <div><dt>${t('curve.even')}</dt><dd>1/${numbers.random().tokens.length}</dd></div>
    </dl>
    <p class="hint">${t(`curve.note.${state.projection === 'two' ? 'two' : 'one'}`)}</p>`;
}

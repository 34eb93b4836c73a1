// SPDX-License-Identifier: MIT
// Renders a chart with d, the number of components, on the x axis. The y axis is the standard deviation of each score
// function's scores, or the mean slope of tanh. The reader starts the computation.
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import '../../components/data-table.ts';
import '../../components/job-progress.ts';
import '../../components/log-chart.ts';
import type { Series } from '../../components/log-chart.ts';
import type { Axis } from '../../components/plot-frame.ts';
import { result, type Scene, short } from './scene.ts';
import { KINDS, type Kind, PLACES, type State } from './state.ts';
import { KEYS, MODELS, type Place, QUERIES } from './sweep.ts';

type Line = Kind | 'slope';

const LOOKS: Readonly<Record<Line, Pick<Series, 'colour' | 'dashed'>>> = {
  dot: { colour: 0, dashed: false },
  scaled: { colour: 0, dashed: true },
  bilinear: { colour: 1, dashed: true },
  additive: { colour: 1, dashed: false },
  gaussian: { colour: 2, dashed: false },
  slope: { colour: 1, dashed: false },
};

const linesOf = ({ curve }: State): readonly Line[] => (curve === 'slope' ? ['slope'] : KINDS);

const valueAt = (place: Place, { curve }: State, line: Line): number =>
  curve === 'slope' || line === 'slope' ? place.slope : place[curve][line];

const nameOf = ({ t }: Scene, line: Line): string =>
  line === 'slope' ? t('curves.slope') : t(`kind.${line}`);

/** The y axis of a chart. Both axes are logarithmic, so a power of d is a straight line. */
function yAxis({ state, i18n, t }: Scene): Axis {
  const [low, high] = state.curve === 'slope' ? [-7, 0] : [-5, 6];
  const ticks = Array.from({ length: high - low + 1 }, (_, i) => low + i).filter(
    (power) => power % 2 === 0,
  );
  return {
    label: t(`curves.axis.${state.curve}`),
    interval: [low, high],
    ticks: ticks.map((at) => ({ at, text: i18n.number(2 ** at, { digits: 3 }) })),
  };
}

function chart(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t } = scene;
  const { places } = numbers.curves;
  const lines = linesOf(state);
  const series = () =>
    lines.map(
      (line): Series => ({
        ...LOOKS[line],
        label: nameOf(scene, line),
        points: places.map((place) => ({ x: place.d, y: Math.log2(valueAt(place, state, line)) })),
      }),
    );
  return html`
    <al-log-chart .description=${describe(scene)}
      .series=${guard([places, state.curve, i18n.language], series)}
      .places=${PLACES} .xLabel=${t('field.d')} .yAxis=${yAxis(scene)}
      .mark=${{ x: state.d, label: t('curves.mark', { d: state.d }) }}
      .format=${(x: number) => i18n.number(x)}></al-log-chart>
    <al-data-table name="spread" .summary=${t('curves.table')}
      .columns=${[t('field.d'), ...lines.map((line) => nameOf(scene, line))]}
      .rows=${() => places.map((place) => [place.d, ...lines.map((line) => valueAt(place, state, line))])}>
    </al-data-table>`;
}

/** The computed values at the selected d. Nothing if they have not been computed yet. */
function readings(scene: Scene): TemplateResult | typeof nothing {
  const { state, numbers, t } = scene;
  const place = numbers.curves.places.find(({ d }) => d === state.d);
  if (place === undefined) return nothing;
  const { low, high } = place.dots;
  return html`
    <dl class="result-more">
      ${linesOf(state).map(
        (line) => html`
          <div>
            <dt>${nameOf(scene, line)}</dt>
            <dd class=${line}>${result(scene, valueAt(place, state, line), 4)}</dd>
          </div>`,
      )}
      ${
        state.curve === 'slope'
          ? nothing
          : html`<div><dt>${t('curves.seen')}</dt><dd class="seen">${short(scene, low)} … ${short(scene, high)}</dd></div>`
      }
    </dl>`;
}

/** Renders the chart, its controls, and the controls of the random draws. */
export function renderCurves(scene: Scene): TemplateResult {
  const { numbers, i18n, t, bind } = scene;
  const { isRunning, done, start, stop, places } = numbers.curves;
  return html`
    <div class="bench curves-bench" tabindex="-1" role="group" aria-label=${t('curves.title')}>
      <div class="bench-plot">${chart(scene)}</div>
      <div class="bench-controls">
        ${bind('curve')}
        <al-job-progress class="curves-progress" .done=${done} .running=${isRunning}
          .disabled=${places.length === PLACES.length}
          .text=${t('curves.progress', { count: places.length, total: PLACES.length })}
          .action=${t(isRunning ? 'work.stop' : 'curves.start')}
          @al-start=${start} @al-stop=${stop}></al-job-progress>
        ${bind('d')} ${readings(scene)}
        <p class="hint">${t('curves.counts', {
          models: i18n.integer(MODELS),
          queries: i18n.integer(QUERIES),
          keys: i18n.integer(KEYS),
        })}</p>
      </div>
      <div class="bench-below drawn">
        ${bind('components')} ${bind('wInit')} ${bind('vInit')} ${bind('hidden')} ${bind('seed')}
      </div>
    </div>`;
}

function describe(scene: Scene): string {
  const { state, numbers, t } = scene;
  const { places } = numbers.curves;
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return t('curves.empty');
  const ends = linesOf(state).map((line) =>
    t('curves.one', {
      name: nameOf(scene, line),
      first: short(scene, valueAt(first, state, line)),
      last: short(scene, valueAt(last, state, line)),
      d: last.d,
    }),
  );
  return `${t(`curves.axis.${state.curve}`)}: ${ends.join(' ')}`;
}

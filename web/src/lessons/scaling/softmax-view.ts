// SPDX-License-Identifier: MIT
// Renders the effect of scaling on softmax of q·k: a table for the current d with each divisor, and curves over d,
// whose computation the reader starts.
import { html, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { known } from '../../components/csv.ts';
import '../../components/data-table.ts';
import '../../components/job-progress.ts';
import '../../components/log-chart.ts';
import type { Series } from '../../components/log-chart.ts';
import { stagesTable } from '../../components/stages-table.ts';
import { ofDistance } from './derivation.ts';
import { PLACES, type Place, SWEEP_PAIRS, SWEEP_ROWS } from './draw.ts';
import { result, type Scene, short } from './stage.ts';
import { DIVISORS, NUM_KEYS, type State } from './state.ts';

/** The statistics of softmax in the table. */
const HEADS = [
  'meanEntropy',
  'meanLargest',
  'medianJacobianNorm',
  'meanJacobianNorm',
  'medianGradientNorm',
  'meanGradientNorm',
  'saturatedShare',
] as const;

/** A table with one row for each divisor: how uniform the weights are, and the norm of the gradient through softmax. */
export function softmaxTable(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t } = scene;
  const text = (head: (typeof HEADS)[number], value = Number.NaN) =>
    head === 'saturatedShare' ? i18n.percent(value) : result(scene, value);
  return stagesTable({
    label: t('rows.title'),
    class: 'stages rows',
    corner: t('rows.divisor'),
    columns: HEADS.map((head) => ({ label: t(`rows.${head}`), class: head })),
    rows: DIVISORS.map((divisor, i) => ({
      head: t(`name.${divisor}`),
      class: divisor === state.divisor ? 'active' : '',
      cells: HEADS.map((head) => text(head, numbers.rows.statistics[i]?.[head])),
    })),
  });
}

type Statistic = keyof Place['rows']['statistics'][number];

/** The lines of each chart over d: a single line, or one for the median and one for the mean over all rows. */
const LINES: Readonly<Record<State['curve'], readonly Line[]>> = {
  jacobian: [line('medianJacobianNorm', 'median'), line('meanJacobianNorm', 'mean')],
  gradient: [line('medianGradientNorm', 'median'), line('meanGradientNorm', 'mean')],
  entropy: [line('meanEntropy', 'whole')],
  largest: [line('meanLargest', 'whole')],
  distance: [
    { kind: 'whole', at: ({ dots }, i) => dots.scaled[i]?.toStandardNormal.distance ?? Number.NaN },
  ],
};

interface Line {
  readonly kind: 'median' | 'mean' | 'whole';
  readonly at: (place: Place, divisor: number) => number;
}

function line(statistic: Statistic, kind: Line['kind']): Line {
  return { kind, at: ({ rows }, i) => rows.statistics[i]?.[statistic] ?? Number.NaN };
}

function seriesOf({ state, numbers: { sweep }, t }: Scene): Series[] {
  return LINES[state.curve].flatMap(({ kind, at }) =>
    DIVISORS.map((divisor, i): Series => {
      const name = t(`name.${divisor}`);
      return {
        label: kind === 'whole' ? name : t(`curves.line.${kind}`, { name }),
        colour: i as Series['colour'],
        dashed: kind === 'mean',
        points: sweep.places.map((place) => ({ x: place.d, y: at(place, i) })),
      };
    }),
  );
}

/** The interval of the y axis of a chart. All statistics have an upper bound, except the mean norm of the gradient. */
function interval({ state }: Scene, series: readonly Series[]): readonly [number, number] {
  const highest = Math.max(1, ...series.flatMap(({ points }) => points.map(({ y }) => y)));
  if (state.curve === 'gradient') return [0, Math.ceil(highest * 2) / 2];
  return [0, { jacobian: 0.5, entropy: 2.5, largest: 1, distance: 0.6 }[state.curve]];
}

/**
 * Numbers for the note below the charts: the entropy of equal weights, and the Kolmogorov–Smirnov distance that the
 * sampling error alone causes.
 */
export const noteNumbers = (scene: Scene) => ({
  keys: NUM_KEYS,
  equal: result(scene, Math.log(NUM_KEYS)),
  chance: result(scene, ofDistance(SWEEP_PAIRS)),
});

export function renderCurves(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t, bind } = scene;
  const { isRunning, done, start, stop, places } = numbers.sweep;
  const series = seriesOf(scene);
  const isEmpty = places.length === 0;
  return html`
    <div class="curves">
      <h3>${t('curves.title')}</h3>
      ${bind('curve')}
      <al-job-progress class="curves-progress" .done=${done} .running=${isRunning} .disabled=${places.length === PLACES.length}
        .text=${t('curves.progress', { count: places.length, total: PLACES.length })}
        .action=${t(isRunning ? 'work.stop' : 'curves.start')}
        @al-start=${start} @al-stop=${stop}></al-job-progress>
      <p class="hint">${t(`curves.note.${state.curve}`, noteNumbers(scene))}</p>
      ${
        isEmpty
          ? html`<p class="hint">${t('curves.empty')}</p>`
          : html`
            <al-log-chart .description=${describe(scene, series)}
              .series=${guard([places, state.curve, i18n.language], () => series)}
              .places=${PLACES} .xLabel=${t('curves.x')}
              .yAxis=${{ label: t(`curves.axis.${state.curve}`), interval: interval(scene, series) }}
              .mark=${{ x: state.d, label: t('curves.mark', { d: state.d }) }}
              .format=${(x: number) => i18n.number(x)}></al-log-chart>
            <al-data-table name="curves" .summary=${t('curves.table')}
              .columns=${[t('curves.x'), ...series.map(({ label }) => label)]}
              .rows=${() =>
                places.map(({ d }, row) => [
                  d,
                  ...series.map(({ points }) => known(points[row]?.y ?? Number.NaN)),
                ])}></al-data-table>`
      }
      <p class="hint">
        ${t('curves.counts', { rows: i18n.integer(SWEEP_ROWS), pairs: i18n.integer(SWEEP_PAIRS), keys: NUM_KEYS })}
      </p>
    </div>`;
}

function describe(scene: Scene, series: readonly Series[]): string {
  const { state, t } = scene;
  const quantity = t(`curves.axis.${state.curve}`);
  const ends = series.flatMap(({ label, points }) => {
    const [first, last] = [points[0], points.at(-1)];
    if (first === undefined || last === undefined) return [];
    const text = (x: number) => short(scene, x);
    return [t('curves.one', { label, first: text(first.y), last: text(last.y), d: last.x })];
  });
  return `${quantity}: ${ends.join(' ')}`;
}

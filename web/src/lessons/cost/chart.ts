// SPDX-License-Identifier: MIT
// Charts with logarithmic axes over n, the number of tokens: multiply-adds, measured times, and memory.
import { median } from 'd3-array';
import { html, nothing, type TemplateResult } from 'lit';
import type { Cell } from '../../components/csv.ts';
import '../../components/data-table.ts';
import '../../components/log-chart.ts';
import type { Series } from '../../components/log-chart.ts';
import type { Axis } from '../../components/plot-frame.ts';
import { powerOfTen } from '../indexed.ts';
import { bytesText, plainBytes, projectionWork, scoreWork, streamingBytes } from './counts.ts';
import { type Scene, short } from './scene.ts';
import { N_STOPS, type Quantity } from './state.ts';
import {
  type Growth,
  growthFrom,
  jobsUpTo,
  METHODS,
  type Method,
  PLAIN_MOST,
  type Timed,
} from './timing.ts';
import { type Points, pointsOf } from './timing-runner.ts';

const PLACES = [...new Set(jobsUpTo('16384').map(({ n }) => n))];
const COLOURS = { plain: 1, streaming: 0 } as const satisfies Record<Method, Series['colour']>;
const BYTES = { plain: plainBytes, streaming: streamingBytes };
/** Height in pixels of the legend above a chart. */
const LEGEND = 30;

/**
 * For plain and for streaming attention (computed tile by tile), how the times of the current run grow with n. An entry
 * is undefined if the method has too few points.
 */
export const growthOfRun = ({ numbers }: Scene): readonly (Growth | undefined)[] =>
  METHODS.map((method) => growthFrom(pointsOf(numbers.runner.run?.timed ?? [], method)));

const seriesOf = (
  label: string,
  colour: Series['colour'],
  points: Points,
  more: Partial<Series> = {},
): Series => ({
  label,
  colour,
  dashed: false,
  ...more,
  points: points.map(([x, y]) => ({ x, y: Math.log2(y) })),
});

const logChart = (
  { state, i18n, t }: Scene,
  series: readonly Series[],
  places: readonly number[],
  yAxis: Axis,
  description: string,
  height?: number,
) => html`
  <al-log-chart .height=${height && height - LEGEND} .description=${description}
    .series=${series} .places=${places} .xLabel=${t('field.n')} .yAxis=${yAxis}
    .mark=${{ x: Math.max(state.n, places[0] ?? 1), label: t('chart.mark', { n: i18n.integer(state.n) }) }}
    .format=${(x: number) => i18n.integer(x)}></al-log-chart>`;

/**
 * Ticks of the axis of multiply-adds, as powers of 10. They cover all n and d of the controls, so that the axis stays
 * fixed.
 */
const WORK_POWERS = [4, 7, 10, 13];

export function workChart(scene: Scene): TemplateResult {
  const { state, t, height } = scene;
  const { d } = state;
  const over = (work: (n: number, d: number) => number): Points =>
    N_STOPS.map((n) => [n, work(n, d)] as const);
  const ticks = WORK_POWERS.map((power) => ({
    at: Math.log2(10 ** power),
    text: powerOfTen(power),
  }));
  const interval = [ticks[0]?.at ?? 0, ticks.at(-1)?.at ?? 1] as const;
  const series = [
    seriesOf(t('work.projections'), 1, over(projectionWork), { term: 'projections' }),
    seriesOf(t('work.scores'), 0, over(scoreWork), { term: 'scores' }),
  ];
  const yAxis = { label: t('work.axis'), interval, ticks };
  return logChart(scene, series, N_STOPS, yAxis, describeWork(scene), height);
}

export function describeWork(scene: Scene): string {
  const { state, numbers, i18n, t } = scene;
  const { scores, projections } = numbers.work;
  return t('work.description', {
    n: i18n.integer(state.n),
    d: i18n.integer(state.d),
    ratio: short(scene, scores / projections),
    crossing: i18n.integer(2 * state.d),
  });
}

/** The points of a method's line in the chart: its measured times, or its computed bytes for each n of the chart. */
function known({ numbers, state }: Scene, quantity: Quantity, method: Method): Points {
  if (quantity === 'time') return pointsOf(numbers.runner.run?.timed ?? [], method);
  return PLACES.map((n) => [n, BYTES[method](n, state.d)] as const);
}

/**
 * The logarithmic y axis of a chart. Its ticks are powers of 10 for times and powers of 1,024 for bytes. It begins and
 * ends at a tick, so that it contains all values.
 */
function axisOf({ i18n, t }: Scene, quantity: Quantity, values: readonly number[]): Axis {
  const isTime = quantity === 'time';
  const step = isTime ? 10 : 1024;
  const all = values.length > 0 ? values : [0.1, 1000];
  const place = (x: number) => Math.log2(x) / Math.log2(step);
  const low = Math.floor(place(Math.min(...all)));
  const high = Math.max(Math.ceil(place(Math.max(...all))), low + 1);
  const ticks = Array.from({ length: high - low + 1 }, (_, i) => step ** (low + i)).map((x) => ({
    at: Math.log2(x),
    text: isTime ? (x < 1 ? i18n.number(x) : i18n.integer(x)) : bytesText(i18n, x),
  }));
  const interval = [Math.log2(step ** low), Math.log2(step ** high)] as const;
  return { label: t(`axis.${quantity}`), interval, ticks };
}

/**
 * A line of slope 2 on the logarithmic axes, which shows quadratic growth. It ends at the last point of plain
 * attention, so that readers can compare the slopes of both lines.
 */
function guideOf(scene: Scene, points: Points): Series | undefined {
  const [last, first] = [points.at(-1), points[0]];
  if (last === undefined || first === undefined || last[0] === first[0]) return undefined;
  const start = last[1] * (first[0] / last[0]) ** 2;
  return seriesOf(scene.t('legend.slope'), 2, [[first[0], start], last], { dashed: true });
}

/**
 * The chart of the time or the memory of plain and of streaming attention over n, with an earlier run for comparison.
 */
export function renderChart(scene: Scene, quantity: Quantity, height?: number): TemplateResult {
  const { numbers, t } = scene;
  const { compared } = numbers;
  const own = METHODS.map((method) => ({ method, points: known(scene, quantity, method) }));
  const other = quantity === 'time' && compared ? METHODS.map((method) => compared[method]) : [];
  const guide = guideOf(scene, own[0]?.points ?? []);
  const series = [
    ...own.map(({ method, points }) => seriesOf(t(`legend.${method}`), COLOURS[method], points)),
    ...other.map((points, i) => {
      const method = METHODS[i] as Method;
      const name = t('legend.before', { method: t(`legend.${method}`) });
      return seriesOf(name, COLOURS[method], points, { dashed: true });
    }),
    ...(guide ? [guide] : []),
  ];
  const values = [...own.flatMap(({ points }) => points), ...other.flat()].map(([, y]) => y);
  const yAxis = axisOf(scene, quantity, values);
  return logChart(scene, series, PLACES, yAxis, describeChart(scene, quantity), height);
}

export const timeChart = (scene: Scene): TemplateResult => renderChart(scene, 'time', scene.height);

/** Notes that explain why the chart has no times, or no times of plain attention for long texts. */
export function chartNotes({ state, numbers, i18n, t }: Scene): TemplateResult {
  const isTime = state.quantity === 'time';
  const isEmpty = (numbers.runner.run?.timed ?? []).length === 0;
  const limit = { n: i18n.integer(PLAIN_MOST), next: i18n.integer(2 * PLAIN_MOST) };
  return html`
    ${isTime && isEmpty ? html`<p class="hint">${t('chart.empty')}</p>` : nothing}
    ${isTime && Number(state.longest) > PLAIN_MOST ? html`<p class="hint">${t('chart.limit', limit)}</p>` : nothing}`;
}

/** Number of digits of a measured time that are reliable. */
const DIGITS = 4;

export function timesTable({ numbers, t }: Scene, picture = ''): TemplateResult {
  const timed = numbers.runner.run?.timed ?? [];
  const rows = (): Cell[][] =>
    timeRows(timed).map(([method, ...row]) => [t(`method.${method}`), ...row]);
  const rounded = (cell: Cell) =>
    typeof cell === 'number' ? Number(cell.toPrecision(DIGITS)) : cell;
  const heads = ['method', 'n', 'median', 'least', 'most', 'count', 'ratio'] as const;
  return html`
    <al-data-table name="times" .picture=${picture} .summary=${t('data.times')}
      .columns=${heads.map((head) => (head === 'n' ? t('field.n') : t(`data.${head}`)))}
      .rows=${() => rows().map((row) => row.map(rounded))} .all=${rows}></al-data-table>`;
}

/**
 * Table rows, one for each measurement: the method, n, the median, the smallest and the largest time, the number of
 * times, and the median divided by the median for n / 2.
 */
const timeRows = (timed: readonly Timed[]) =>
  timed.map(({ method, n, times }) => {
    const half = pointsOf(timed, method).find(([of]) => of === n / 2)?.[1];
    const middle = median(times) ?? Number.NaN;
    const ratio = half === undefined ? undefined : middle / half;
    return [
      method,
      n,
      middle,
      Math.min(...times),
      Math.max(...times),
      times.length,
      ratio,
    ] as const;
  });

export function describeChart(scene: Scene, quantity: Quantity): string {
  const { i18n, t } = scene;
  const text = (y: number) =>
    quantity === 'time' ? t('chart.ms', { ms: short(scene, y) }) : bytesText(i18n, y);
  const ends = METHODS.flatMap((method) => {
    const points = known(scene, quantity, method);
    const [first, last] = [points[0], points.at(-1)];
    if (first === undefined || last === undefined) return [];
    const ways = { method: t(`method.${method}`), from: first[0], to: last[0] };
    return [t('chart.one', { ...ways, first: text(first[1]), last: text(last[1]) })];
  });
  if (ends.length === 0) return t('chart.empty');
  return t('chart.all', { axis: t(`axis.${quantity}`), lines: ends.join(' ') });
}

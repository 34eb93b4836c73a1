// SPDX-License-Identifier: MIT
// The second picture: time, or memory, over n on logarithmic axes.
import { html, nothing, type TemplateResult } from 'lit';
import type { Cell } from '../../components/csv.ts';
import '../../components/data-table.ts';
import '../../components/log-chart.ts';
import type { Series } from '../../components/log-chart.ts';
import type { Axis } from '../../components/plot-frame.ts';
import { bytesText, plainBytes, streamingBytes } from './bytes.ts';
import { median } from './fit.ts';
import { type Points, pointsOf } from './measuring.ts';
import { type Scene, short } from './scene.ts';
import { jobsUpTo, METHODS, type Method, PLAIN_MOST, type Timed } from './timing.ts';

const PLACES = [...new Set(jobsUpTo('16384').map(({ n }) => n))];
const COLOURS = { plain: 1, streaming: 0 } as const satisfies Record<Method, Series['colour']>;
const BYTES = { plain: plainBytes, streaming: streamingBytes };

/** What is known of a method: measured times, or bytes for every n. */
function known({ state, measuring }: Scene, method: Method): Points {
  if (state.quantity === 'time') return pointsOf(measuring.run?.timed ?? [], method);
  return PLACES.map((n) => [n, BYTES[method](n)] as const);
}

const seriesOf = (
  label: string,
  colour: Series['colour'],
  points: Points,
  dashed: boolean,
): Series => ({
  label,
  colour,
  dashed,
  points: points.map(([x, y]) => ({ x, y: Math.log2(y) })),
});

/** Steps of ten for times, of 1,024 for bytes, as far as the points reach. */
function axisOf(scene: Scene, values: readonly number[]): Axis {
  const { state, i18n, t } = scene;
  const isTime = state.quantity === 'time';
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
  return { label: t(`axis.${state.quantity}`), interval, ticks };
}

/** Four times as much for twice the length, from where the largest of plain attention stands. */
function guideOf(scene: Scene, points: Points): Series | undefined {
  const [last, first] = [points.at(-1), points[0]];
  if (last === undefined || first === undefined || last[0] === first[0]) return undefined;
  const start = last[1] * (first[0] / last[0]) ** 2;
  return seriesOf(scene.t('chart.guide'), 2, [[first[0], start], last], true);
}

export function renderChart(scene: Scene): TemplateResult {
  const { state, i18n, t, compared } = scene;
  const isTime = state.quantity === 'time';
  const own = METHODS.map((method) => ({ method, points: known(scene, method) }));
  const other = isTime && compared ? METHODS.map((method) => compared[method]) : [];
  const guide = guideOf(scene, own[0]?.points ?? []);
  const series = [
    ...own.map(({ method, points }) =>
      seriesOf(t(`method.${method}`), COLOURS[method], points, false),
    ),
    ...other.map((points, i) => {
      const method = METHODS[i] as Method;
      const name = t('chart.before', { method: t(`method.${method}`) });
      return seriesOf(name, COLOURS[method], points, true);
    }),
    ...(guide ? [guide] : []),
  ];
  const values = [...own.flatMap(({ points }) => points), ...other.flat()].map(([, y]) => y);
  const isEmpty = values.length === 0;
  return html`
    <al-log-chart class=${isEmpty ? 'waiting' : ''} .description=${describe(scene)}
      .series=${series} .places=${PLACES} .xLabel=${t('axis.n')} .yAxis=${axisOf(scene, values)}
      .mark=${{ x: Math.max(state.n, PLACES[0] as number), label: t('chart.mark', { n: i18n.integer(state.n) }) }}
      .format=${(x: number) => i18n.integer(x)}></al-log-chart>
    ${isEmpty ? html`<p class="hint">${t('chart.empty')}</p>` : nothing}
    ${isTime && Number(state.longest) <= PLAIN_MOST ? nothing : renderLimit(scene)}
    ${isTime ? renderTimes(scene) : nothing}`;
}

const renderLimit = ({ i18n, t }: Scene) => html`
  <p class="hint">${t('chart.limit', { n: i18n.integer(PLAIN_MOST), next: i18n.integer(2 * PLAIN_MOST) })}</p>`;

/** Digits of a time that mean something. */
const DIGITS = 4;

function renderTimes({ measuring, t }: Scene): TemplateResult {
  const timed = measuring.run?.timed ?? [];
  const rows = (): Cell[][] =>
    timeRows(timed).map(([method, ...row]) => [t(`method.${method}`), ...row]);
  const rounded = (cell: Cell) =>
    typeof cell === 'number' ? Number(cell.toPrecision(DIGITS)) : cell;
  const heads = ['method', 'n', 'median', 'least', 'most', 'count', 'ratio'] as const;
  return html`
    <al-data-table name="times" .summary=${t('table.times')}
      .columns=${heads.map((head) => (head === 'n' ? t('axis.n') : t(`table.${head}`)))}
      .rows=${() => rows().map((row) => row.map(rounded))} .all=${rows}></al-data-table>`;
}

/** Each median with what it lies between, and how many times that of half the length it is. */
const timeRows = (timed: readonly Timed[]) =>
  timed.map(({ method, n, times }) => {
    const half = pointsOf(timed, method).find(([of]) => of === n / 2)?.[1];
    const middle = median(times);
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

function describe(scene: Scene): string {
  const { state, i18n, t } = scene;
  const text = (y: number) =>
    state.quantity === 'time' ? t('chart.ms', { ms: short(scene, y) }) : bytesText(i18n, y);
  const ends = METHODS.flatMap((method) => {
    const points = known(scene, method);
    const [first, last] = [points[0], points.at(-1)];
    if (first === undefined || last === undefined) return [];
    const ways = { method: t(`method.${method}`), from: first[0], to: last[0] };
    return [t('chart.one', { ...ways, first: text(first[1]), last: text(last[1]) })];
  });
  return ends.length === 0 ? t('chart.empty') : `${t(`axis.${state.quantity}`)}: ${ends.join(' ')}`;
}

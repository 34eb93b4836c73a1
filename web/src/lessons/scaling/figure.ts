// SPDX-License-Identifier: MIT
import { html, nothing, svg } from 'lit';
import { shareText } from '../../i18n/share.ts';
import type { Layout } from '../../lesson/define.ts';
import { barsMark } from '../../marks/bars.ts';
import { label, shown } from '../../marks/label.ts';
import { EDGES, MOST } from './pairs.ts';
import { decimal, type PairsScene, type Parts, PLACES, type Places } from './parts.ts';

/** The share of the pairs in a bin of full height. For a normal distribution, the share of a bin at 0 is 0.1. */
const TOP = 0.14;
/** The line of the standard deviation is at the height of a bin with this share: the bin at one standard deviation. */
const AT_WIDTH = 0.06;
const NARROWEST = 1.2;
/** Room for a label of the width that includes √d, in units of the view box. With less room, √d is omitted. */
const NAME_ROOM = 160;

const rounded = (x: number): string => x.toFixed(2);

/** The bins within the range of the axis, with their edges in units of the view box. */
function binsOf(shares: readonly number[], width: number, { axis }: Places) {
  const { middle, unit, base, height, ticks } = axis;
  const end = (ticks.at(-1) ?? 0) * unit;
  return shares.flatMap((share, i) => {
    const [from, to] = [EDGES[i] as number, EDGES[i + 1] as number].map(
      (edge) => edge * width * unit,
    ) as [number, number];
    if (from < -end || to > end) return [];
    return [
      { left: middle + from, right: middle + to, top: base - height * Math.min(1, share / TOP) },
    ];
  });
}

/** The axis of the scores, the same in all steps: a histogram of the scores of many pairs, and single scores. */
function axis(scene: PairsScene, view: Parts, places: Places) {
  const { numbers, t, i18n } = scene;
  const { middle, unit, base, height, ticks } = places.axis;
  const [first = 0] = ticks;
  const top = base - height + 4;
  const note = (text: string, line: number) =>
    places.isPhone
      ? label(middle - unit * first, top + line, text, 'end quiet')
      : label(middle + unit * first, top + 22, text, 'quiet');
  const title = view.divided < 0.25 ? 'none' : view.divided < 0.75 ? 'root' : 'whole';
  return svg`
    ${shown(view.many, () => many(scene, view, places))}
    ${label(middle + unit * first, top, t(`axis.${title}`), 'title score')}
    ${shown(view.keys, () => note(t('axis.keys', { count: numbers.row.scores.length }), 0))}
    ${shown(view.keys > 0 ? 0 : view.many, () => note(t('axis.pairs', { count: numbers.pairs }), 8))}
    <path class="axis" d="M${middle + unit * first} ${base} H${middle - unit * first}" />
    ${ticks.map(
      (tick) => svg`
        <path class="axis" d="M${middle + unit * tick} ${base} v5" />
        ${label(middle + unit * tick, base + 18, i18n.number(tick), 'middle tick')}`,
    )}
    ${shown(Math.min(1, 2.5 * view.pair), () => one(scene, places))}
    ${shown(view.keys, () => row(scene, view, places))}`;
}

/** A histogram of the scores of many pairs, divided by a power of d, and their standard deviation (`width`). */
function many(scene: PairsScene, view: Parts, places: Places) {
  const { numbers, t } = scene;
  const { middle, unit, base, height } = places.axis;
  const before = numbers.widths[0];
  const width = before / numbers.d ** view.divided;
  const bins = binsOf(numbers.shares(), width, places);
  const bars = bins.map(({ left, right, top }) => {
    if (top === base) return '';
    const gap = right - left > 4 ? 1 : 0;
    return `M${rounded(left)} ${base}V${rounded(top)}H${rounded(Math.max(right - gap, left + NARROWEST))}V${base}`;
  });
  const outline = binsOf(numbers.shares(), before, places).map(
    ({ left, right, top }, i) =>
      `${i === 0 ? `M${rounded(left)} ${base}` : ''}L${rounded(left)} ${rounded(top)}H${rounded(right)}`,
  );
  const y = base - (height * AT_WIDTH) / TOP;
  const end = middle + unit * width;
  const number = decimal(scene, width);
  const named =
    view.divided > 0 || end + NAME_ROOM > places.width
      ? t('axis.width', { width: number })
      : t('axis.undivided', { d: numbers.d, width: number });
  return svg`
    ${shown(Math.min(1, 4 * view.divided) * 0.5, () => svg`<g class="score"><path class="frame" d=${outline.join('')} /></g>`)}
    <g data-part="many" class="score"><path class="bar" fill-opacity="0.6" d=${bars.join('')} /></g>
    <g data-part="width">
      <path class="row" d="M${middle} ${y - 6}v12m0 -6H${end}m0 -6v12" />
      ${label(end + 10, y, named, 'moment halo')}
    </g>`;
}

/** The smallest distance from the edge of the figure to the middle of a text, in units of the view box. */
const EDGE = 76;

/** The score of the pair whose products are shown. */
function one(scene: PairsScene, places: Places) {
  const { numbers, t } = scene;
  const { middle, unit, base } = places.axis;
  const x = middle + unit * numbers.score;
  return svg`
    <g data-part="score" class="score"><circle class="bar" cx=${x} cy=${base} r="7" /></g>
    ${label(Math.min(Math.max(x, EDGE), places.width - EDGE), base + 42, t('axis.pair', { score: decimal(scene, numbers.score) }), 'middle score moment')}`;
}

/** Smaller gaps between the two largest scores, in units of the view box, are not drawn. */
const SHORTEST = 8;

/** The scores of a query with its keys, and the gap between the two largest scores. */
function row(scene: PairsScene, view: Parts, places: Places) {
  const { numbers, t } = scene;
  const { middle, unit, base } = places.axis;
  const { scores } = numbers.row;
  const by = numbers.d ** view.divided;
  const place = (score: number) => middle + (unit * score) / by;
  const [first = 0, second = 0] = scores.toSorted((a, b) => b - a);
  const isDrawn = place(first) - place(second) > SHORTEST;
  return svg`
    <g data-part="keys" class="score">
      ${scores.map((score) => svg`<circle class="plus" cx=${place(score)} cy=${base} r="6" />`)}
      <circle class="bar" cx=${place(first)} cy=${base} r="7" />
    </g>
    ${isDrawn ? svg`<path class="row" d="M${place(second)} ${base - 22}v12m0 -6H${place(first)}m0 -6v12" />` : nothing}
    ${label(place(first), base + 42, t('axis.lead', { lead: decimal(scene, (first - second) / by) }), 'middle score moment')}`;
}

/** The height of the texts below the axis, in units of the view box. */
const BELOW = 58;

export function draw(scene: PairsScene, view: Parts, layout: Layout) {
  const places = PLACES[layout];
  // On a phone, the table of gradients is taller if the means are shown.
  const lower = places.isPhone && view.means > 0 ? 46 : 0;
  const own = { ...places, axis: { ...places.axis, base: places.axis.base + lower } } as Places;
  return html`
    <svg viewBox="0 0 ${places.width} ${own.axis.base + BELOW}" class="scaling">
      ${shown(view.pair, () => pair(scene, view, own))}
      ${axis(scene, view, own)} ${weights(scene, view, own)}
    </svg>`;
}

/** Lists with more numbers than this are drawn as bars without the numbers. */
const WRITTEN = 8;
const SIGNS = ['', '×', '='] as const;
const LISTS = [
  ['query', 'query'],
  ['key', 'key'],
  ['products', 'score'],
] as const;

function pair(scene: PairsScene, view: Parts, places: Places) {
  const { numbers, t } = scene;
  const { across, place, bases, height, sum } = places.lists;
  const lists = numbers.lists();
  const [x, room] = across;
  const width = Math.min(room, numbers.d * place);
  const most = Math.max(...LISTS.flatMap(([part]) => lists[part].map(Math.abs)));
  return svg`
    ${LISTS.map(([part, role], row) => {
      const base = bases[row] as number;
      const list = lists[part];
      const [nameX, nameY] = places.isPhone ? [20, base] : [0, base - 11];
      return svg`
        ${label(nameX, nameY, t(`list.${part}`), `title ${role}`)}
        ${places.isPhone ? nothing : label(0, base + 12, t(row < 2 ? 'list.numbers' : 'list.each', { count: numbers.d }), 'quiet')}
        ${places.isPhone ? nothing : label(x - 22, base, SIGNS[row], 'middle title')}
        ${barsMark({ part, role, list, x, base, width, height, most })}
        ${
          list.length > WRITTEN
            ? nothing
            : list.map((value, i) =>
                label(
                  x + ((i + 0.5) * width) / list.length,
                  value < 0 ? base - 11 : base + 12,
                  decimal(scene, value),
                  'middle tick',
                ),
              )
        }`;
    })}
    ${label(x, sum, t('list.sum'), 'quiet')} ${label(x + SUM, sum, decimal(scene, numbers.score), 'score number-of-moment')}
    ${shown(view.drop, () => drop(numbers.score, places))}`;
}

/** The distance from the start of the word "sum" to the sum, in units of the view box. */
const SUM = 46;

/** The arrow from the sum to its place on the axis. */
function drop(score: number, { axis: { middle, unit, base }, lists: { across, sum } }: Places) {
  const [x, end] = [across[0] + SUM + 24, middle + unit * score];
  const bend = (base - sum) * 0.6;
  return svg`<path class="arrow score" d="M${x} ${sum + 20} C${x} ${sum + 20 + bend} ${end} ${base - bend} ${end} ${base - 10}" />`;
}

const COLUMNS = ['none', 'root', 'whole'] as const;
type Column = (typeof COLUMNS)[number];
const INDEX = { none: 0, root: 1, whole: 2 } as const;

/** The opacity of all weights of a column except the largest one. */
const OTHERS = 0.5;

/** For each divisor, the weights of ten keys, and the median and the mean of the gradients of many queries. */
function weights(scene: PairsScene, view: Parts, places: Places): unknown {
  const { numbers, t, i18n } = scene;
  const { middles, across, base, height, numbers: lines } = places.weights;
  const { isPhone } = places;
  const any = Math.max(view.none, view.root, view.whole);
  const even = 1 / numbers.row.scores.length;
  const gradients = numbers.d === MOST ? 1 : 0;
  const gradient = (name: 'medians' | 'means', line: 0 | 1, column: Column) =>
    shown(gradients * view[name] * view[column], () => {
      const value = numbers.gradients[name][INDEX[column]];
      return label(
        middles[INDEX[column]],
        lines[line],
        decimal(scene, value, value < 0.1 ? 3 : 2),
        'middle moment',
      );
    });
  const name = (line: number, text: string) =>
    isPhone ? label(20, line - 22, text, 'quiet') : label(0, line, text, 'quiet');
  return shown(
    any,
    () => svg`
      ${
        isPhone
          ? nothing
          : svg`
            ${label(0, base - height / 2 - 12, t('weights.name'), 'title weight')}
            ${label(0, base - height / 2 + 12, t('weights.of', { count: numbers.row.scores.length }), 'quiet')}
            ${label(middles[0] - across / 2 - 10, base - height * even, i18n.percent(even, 0), 'end tick')}`
      }
      ${COLUMNS.map(
        (column) => svg`
          ${shown(view[column], () => bars(scene, column, places))}
          ${gradient('medians', 0, column)} ${gradient('means', 1, column)}`,
      )}
      ${shown(view.unknown, () => unknown(scene, places))}
      ${shown(gradients * view.medians, () => name(lines[0], t('gradient.median')))}
      ${shown(gradients * view.means, () => name(lines[1], t('gradient.mean')))}`,
  );
}

/** The weights of the keys with a divisor, and a line at the height of equal weights. */
function bars(scene: PairsScene, column: Column, places: Places) {
  const { numbers, t, i18n } = scene;
  const { middles, across, base, height, title } = places.weights;
  const list = numbers.row.weights[INDEX[column]];
  const middle = middles[INDEX[column]];
  const step = across / list.length;
  const most = Math.max(...list);
  const largest = list.indexOf(most);
  const left = middle - across / 2;
  const x = (key: number) => left + (key + 0.12) * step;
  return svg`
    ${label(middle, base - height - title, t(`divisor.${column}`), 'middle title')}
    <g data-part=${column} class="weight">
      ${list.map(
        (
          weight,
          key,
        ) => svg`<rect class="pixel" x=${x(key)} y=${base - Math.max(1, height * weight)} rx="2"
          width=${0.76 * step} height=${Math.max(1, height * weight)} fill-opacity=${key === largest ? 1 : OTHERS} />`,
      )}
      <path class="axis" d="M${left} ${base} h${across} M${left} ${base - height / list.length} h${across}" />
    </g>
    ${label(x(largest) + 0.38 * step, base - height * most - 14, shareText(i18n, most), 'middle weight moment')}`;
}

/** The placeholder of the weights that the question asks for. */
function unknown(
  { t }: PairsScene,
  { weights: { middles, across, base, height, title, numbers } }: Places,
) {
  const middle = middles[2];
  return svg`
    ${label(middle, base - height - title, t('divisor.whole'), 'middle title')}
    <rect class="unknown" x=${middle - across / 2} y=${base - height} width=${across} height=${height} rx="8" />
    ${label(middle, base - height / 2, '?', 'middle moment')} ${label(middle, numbers[0], '?', 'middle moment')}`;
}

// SPDX-License-Identifier: MIT
// The axis of the scores, which is the same in all scenes: the scores of many pairs as a histogram, and single scores.
import { nothing, type SVGTemplateResult, svg } from 'lit';
import { label, shown } from '../../marks/label.ts';
import { EDGES } from './pairs.ts';
import { decimal, type PairsScene, type Parts } from './parts.ts';
import type { Places } from './places.ts';

/** The share of the pairs at the top of a histogram. A bin at 0 of a normal distribution has a share of 0.1. */
const TOP = 0.14;
/** The height of a normal distribution at its width, as a share of pairs in a bin. */
const AT_WIDTH = 0.06;
const NARROWEST = 1.2;
/** The room for the name of a width with its root. Without it, the name lacks the root. */
const NAME_ROOM = 160;

const rounded = (x: number): string => x.toFixed(2);

/** The bins that are on the axis, with their ends in px. */
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

export function axis(scene: PairsScene, view: Parts, places: Places): SVGTemplateResult {
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

/** The scores of many pairs, divided by a power of d, and their width. */
function many(scene: PairsScene, view: Parts, places: Places): SVGTemplateResult {
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

/** The smallest distance from the edge of the figure to the middle of a text. */
const EDGE = 76;

/** The score of the pair whose products are shown. */
function one(scene: PairsScene, places: Places): SVGTemplateResult {
  const { numbers, t } = scene;
  const { middle, unit, base } = places.axis;
  const x = middle + unit * numbers.score;
  return svg`
    <g data-part="score" class="score"><circle class="bar" cx=${x} cy=${base} r="7" /></g>
    ${label(Math.min(Math.max(x, EDGE), places.width - EDGE), base + 42, t('axis.pair', { score: decimal(scene, numbers.score) }), 'middle score moment')}`;
}

/** A lead that is shorter, in px, is not drawn. */
const SHORTEST = 8;

/** The scores of a query with its keys, and the lead of the largest. */
function row(scene: PairsScene, view: Parts, places: Places): SVGTemplateResult {
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

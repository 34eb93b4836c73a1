// SPDX-License-Identifier: MIT
import { html, nothing, svg } from 'lit';
import { shareText } from '../../i18n/share.ts';
import type { Layout } from '../../lesson/define.ts';
import { label, shown, viewBoxOf } from '../../marks/label.ts';
import { CHANGED, fields, MINUTES_RANGE, type Title } from './lookup.ts';
import { decimal, type LookupScene, type Parts } from './parts.ts';
import { drawPlane } from './plane.ts';
import { formsOf, piecesOf, RECIPES, titleOf } from './recipes.ts';

const phoneHeight = (view: Parts): number => {
  if (view.titles === 0) return 268;
  if (view.axis > 0) return 424;
  return view.minutes > 0 ? 362 : 322;
};

export function draw(scene: LookupScene, view: Parts, layout: Layout) {
  return html`
    <svg viewBox=${viewBoxOf(layout, phoneHeight(view))} class="similarity">
      ${drawPlane(scene, view, layout)} ${shown(view.titles, () => drawTitles(scene, view, layout))}
    </svg>`;
}

/**
 * Geometry of the table. Words begin at `left`, and the last column ends at `right`. A bar is [start, maximum length,
 * right end of its number].
 */
const PLACES = {
  wide: {
    /** `search`, `heads` and `first` are the y of lines; `step` is the distance between titles. */
    ...{ isPhone: false, left: 4, right: 752, size: 18.5, search: 24, heads: 72, first: 112 },
    /** `below` is the distance from a title down to the recipe's numbers. */
    ...{ step: 56, below: 0, score: 336, hits: 350, minutes: 680 },
    ...{ bar: [450, 84, 606] as const, cosine: [450, 236, 752] as const, output: 458, axis: 520 },
  },
  phone: {
    ...{ isPhone: true, left: 16, right: 374, size: 15.5, search: 16, heads: 44, first: 68 },
    ...{ step: 45, below: 22, score: 28, hits: 36, minutes: 304 },
    ...{ bar: [130, 54, 252] as const, cosine: [130, 180, 374] as const, output: 344, axis: 384 },
  },
} as const;
type Places = (typeof PLACES)[Layout];

export function drawTitles(scene: LookupScene, view: Parts, layout: Layout) {
  const places = PLACES[layout];
  return svg`
    ${search(scene, places)} ${heads(scene, view, places)}
    ${RECIPES.map((_, i) => row(scene, view, places, i))}
    ${shown(view.minutes, () => output(scene, view, places))}
    ${shown(view.axis, () => axis(scene, places))}`;
}

const search = ({ state, t }: LookupScene, { left, search: y }: Places) => svg`
  <g data-part="search">
    ${label(left, y, svg`${t('head.search')} <tspan class="word query followed">${t(`search.${state.search}`)}</tspan>`, 'quiet')}
  </g>`;

function heads({ t }: LookupScene, view: Parts, places: Places) {
  const { isPhone, left, right, heads: y, score, bar, cosine, minutes } = places;
  const head = (x: number, text: string, side = '') => label(x, y, text, `quiet ${side}`);
  return svg`
    ${isPhone ? nothing : head(left, t('head.title'))}
    ${isPhone ? head(left, t('head.score')) : head(score - 10, t('head.score'))}
    ${shown(view.cosines, () => head(cosine[0], t('head.cosine')))}
    ${shown(Math.max(view.weights, view.unknown), () => head(bar[0], t('head.weight')))}
    ${shown(view.minutes, () => head(minutes, t('head.minutes'), 'end'))}
    ${shown(view.unknown > 0 ? 0 : view.output, () => head(right, t('head.part'), 'end'))}`;
}

/** A title in which the words of the search are marked. */
const title = ({ numbers, t }: LookupScene, i: number) =>
  piecesOf(titleOf(t, i), (word) => formsOf(t, word)).map(({ text, word }) =>
    word !== undefined && (numbers.words[word] ?? 0) > 0
      ? svg`<tspan class="key marked">${text}</tspan>`
      : text,
  );

/** The side of a square that represents a word of the search in a title, and the distance to the next square. */
const HIT = { side: 12, step: 17 } as const;
const BAR = 16;

function row(scene: LookupScene, view: Parts, places: Places, i: number) {
  const { numbers, i18n } = scene;
  const { left, right, size, below, hits, score, minutes } = places;
  const { score: own, cosine, weight, minutes: time, part } = numbers.titles[i] as Title;
  const top = places.first + i * places.step;
  const y = top + below;
  return svg`
    <g data-part="titles">
      <text x=${left} y=${top} font-size=${size} class="label word sized">${title(scene, i)}</text>
    </g>
    <g data-part=${i === CHANGED ? 'tea' : 'scores'} class="score">
      ${label(score, y, i18n.number(own), 'moment score end')}
      ${Array.from({ length: own }, (_, hit) => svg`<rect class="bar" x=${hits + hit * HIT.step} y=${y - HIT.side / 2} width=${HIT.side} height=${HIT.side} rx="2" />`)}
    </g>
    ${shown(view.cosines, () => bar(places.cosine, y, ['cosines', 'score', 'bar'], cosine, decimal(scene, cosine, 2)))}
    ${shown(view.unknown, () => unknown(places, y))}
    ${shown(view.unknown > 0 ? 0 : view.weights, () => bar(places.bar, y, ['weights', 'weight', 'pixel'], weight, shareText(i18n, weight)))}
    ${shown(view.minutes, () => svg`<g data-part=${timePart(scene, i)}>${label(minutes, y, i18n.number(time), 'moment value end')}</g>`)}
    ${shown(view.unknown > 0 ? 0 : view.output, () => svg`<g data-part="parts">${label(right, y, decimal(scene, part, 2), 'moment output end')}</g>`)}`;
}

/** The attribute `data-part` of a recipe's minutes: "changed" if the reader has changed them. */
const timePart = ({ state }: LookupScene, i: number): string =>
  i === CHANGED && state.minutes !== fields.minutes.initial ? 'changed' : 'minutes';

/** A share from 0 to 1 as a bar, with its number. */
const bar = (
  [x, width, end]: Places['bar'] | Places['cosine'],
  y: number,
  [part, role, kind]: readonly [string, string, string],
  share: number,
  text: string,
) => svg`
  <g data-part=${part} class=${role}>
    <rect class=${kind} x=${x} y=${y - BAR / 2} width=${share > 0 ? Math.max(1, width * share) : 0} height=${BAR} rx="2" />
    ${label(end, y, text, `${role} moment end`)}
  </g>`;

const unknown = ({ bar: [x, width, end] }: Places, y: number) => svg`
  <rect class="unknown" x=${x} y=${y - BAR / 2} width=${width} height=${BAR} rx="3" />
  ${label(end, y, '?', 'moment end')}`;

/** Half the width of the output's text, in units of the view box. */
const HALF = 116;

const xOf = ({ left, right }: Places, time: number): number => {
  const { min, max } = MINUTES_RANGE;
  return left + 14 + ((time - min) / (max - min)) * (right - left - 28);
};

/** The output in words, above its place on the axis. */
function output({ numbers, i18n, t }: LookupScene, view: Parts, places: Places) {
  const { left, right, output: y } = places;
  const isKnown = view.unknown === 0;
  const x = Math.min(Math.max(xOf(places, numbers.output), left + HALF), right - HALF);
  const minutes = i18n.number(numbers.output, { decimals: 1 });
  const text = isKnown ? t('sum.minutes', { minutes }) : '?';
  return svg`
    <g data-part="output">
      <text x=${isKnown ? x : (left + right) / 2} y=${y} class="label middle number-of-moment output"><tspan class="small">${t('sum.output')}</tspan> ${text}</text>
    </g>`;
}

const TICKS = [0, 20, 40, 60, 80];
/** The radius of a disc for the weight 1. */
const WHOLE = 24;

/** The minutes on an axis, with a disc for each weight (its area is proportional to the weight), and the output. */
function axis(scene: LookupScene, places: Places) {
  const { titles, output: mixed, shortest, longest } = scene.numbers;
  const { isPhone, axis: y } = places;
  const x = (time: number) => xOf(places, time);
  return svg`
    <path class="axis" d="M${x(MINUTES_RANGE.min)} ${y} H${x(MINUTES_RANGE.max)}" />
    ${TICKS.map((tick) => label(x(tick), y + (isPhone ? 28 : 36), tick, 'middle tick quiet'))}
    <g data-part="range" class="value"><rect class="bar" x=${x(shortest)} y=${y - 3} width=${x(longest) - x(shortest)} height="6" rx="3" opacity="0.5" /></g>
    <g data-part="weights" class="weight">${titles.map(
      ({ weight, minutes }) =>
        svg`<circle class="pixel" opacity="0.75" cx=${x(minutes)} cy=${y} r=${WHOLE * Math.sqrt(weight)} />`,
    )}</g>
    ${titles.map(({ minutes }, i) => svg`<g data-part=${timePart(scene, i)}><circle class="corner" cx=${x(minutes)} cy=${y} r="4.5" /></g>`)}
    <g data-part="output"><circle class="mixed" cx=${x(mixed)} cy=${y} r=${isPhone ? 6 : 7} /></g>`;
}

// SPDX-License-Identifier: MIT
// Arrows in a plane, each beside the calculation of its score: two keys, and three people by waist and chest.
import { nothing, svg } from 'lit';
import type { Layout } from '../../lesson/define.ts';
import { arrowMark, type Point } from '../../marks/arrow.ts';
import { label, shown } from '../../marks/label.ts';
import { type Arrow, PLANE } from './lookup.ts';
import { decimal, factor, type LookupScene, type Parts, scoreText } from './parts.ts';

/** A square region of the figure, and the coordinates at its edges. */
type Square = Readonly<Record<'left' | 'top' | 'side' | 'min' | 'max', number>>;

const PLACES = {
  wide: {
    /** `sums` is the x at which the sums begin, and `width` is their width. */
    ...{ isPhone: false, left: 0, top: 44, side: 470, sums: 506, width: 254, bar: 16 },
    /**
     * `two`, `three`: [y of the first sum, distance to the next] for two keys and for three people. `rows`: distances
     * from a sum's title down to its factors, result, bar and cosine. `arcs`: the radius of each key's arc.
     */
    lines: { two: [104, 210], three: [96, 160], rows: [36, 70, 92, 134], arcs: [61, 113] },
  },
  phone: {
    ...{ isPhone: true, left: 6, top: 12, side: 240, sums: 258, width: 122, bar: 10 },
    lines: { two: [26, 126], three: [24, 84], rows: [22, 46, 66, 88], arcs: [44, 72] },
  },
} as const;
type Places = (typeof PLACES)[Layout];

const at = ({ left, top, side, min, max }: Square, [x = 0, y = 0]: readonly number[]): Point => [
  left + ((x - min) / (max - min)) * side,
  top + side - ((y - min) / (max - min)) * side,
];

/** Extends the line from the second point to the first by the length `away`, and returns its new end. */
const beyond = ([x, y]: Point, [fromX, fromY]: Point, away: number): Point => {
  const length = Math.hypot(x - fromX, y - fromY) || 1;
  return [x + ((x - fromX) / length) * away, y + ((y - fromY) / length) * away];
};

const TIP = 18;

/** An arrow from the origin with its name beyond its tip. */
function named(
  square: Square,
  mark: { part: string; role: 'query' | 'key'; tip: readonly number[]; name: unknown },
) {
  const [from, to] = [at(square, [0, 0]), at(square, mark.tip)];
  const [x, y] = beyond(to, from, TIP);
  return svg`
    <g data-part=${mark.part}>
      ${arrowMark({ role: mark.role, from, to })} ${label(x, y, mark.name, `title middle ${mark.role}`)}
    </g>`;
}

const SIGNS = ['k₁', 'k₂'] as const;
const KEY_PARTS = ['first', 'second'] as const;

function axes(square: Square) {
  const { left, top, side } = square;
  const [x, y] = at(square, [0, 0]);
  return svg`<path class="axis" d="M${left} ${y} H${left + side} M${x} ${top} V${top + side}" />`;
}

/** The numbers at the axes. They are drawn after the arrows, which can cross them. */
function ticks(square: Square, marks: readonly number[]) {
  const [x, y] = at(square, [0, 0]);
  return svg`${marks.map((mark) => {
    const [markX] = at(square, [mark, 0]);
    const [, markY] = at(square, [0, mark]);
    return svg`
      ${label(markX, y + 14, mark, 'middle tick quiet halo')} ${label(x - 9, markY, mark, 'end tick quiet halo')}`;
  })}`;
}

export function drawPlane(scene: LookupScene, view: Parts, layout: Layout) {
  const places = PLACES[layout];
  return svg`
    ${shown(view.plane, () => keys(scene, view, places))}
    ${shown(view.people, () => people(scene, view, places))}`;
}

function keys(scene: LookupScene, view: Parts, places: Places) {
  const { query, arrows } = scene.numbers;
  const square = { ...places, ...PLANE };
  return svg`
    ${axes(square)}
    ${arrows.map((arrow, i) => arc(scene, square, arrow, i))}
    ${shown(view.shadows, () => svg`${arrows.map((arrow, i) => shadow(scene, square, arrow, i))}`)}
    ${named(square, { part: 'q', role: 'query', tip: query, name: 'q' })}
    ${arrows.map(({ tip }, i) => named(square, { part: 'keys', role: 'key', tip, name: SIGNS[i] }))}
    ${shown(1 - view.shadows, () => ticks(square, [2, 4, 6]))}
    ${arrows.map((arrow, i) => sum(scene, view, places, arrow, i))}`;
}

/** For each key, the position of its angle's text as a share of the arc, away from the other key's arrow. */
const ON_ARC = [0.5, 0.72] as const;

function arc(scene: LookupScene, square: Square & Places, { tip, degrees }: Arrow, i: number) {
  if (Number.isNaN(degrees)) return nothing;
  const [x, y] = at(square, [0, 0]);
  const radius = square.lines.arcs[i] ?? 0;
  const direction = ([a = 0, b = 0]: readonly number[]) => Math.atan2(b, a);
  const start = direction(scene.numbers.query);
  // The signed angle from the query to the key, in radians, from −π to π.
  const turn = Math.atan2(Math.sin(direction(tip) - start), Math.cos(direction(tip) - start));
  const point = (angle: number, r: number): Point => [
    x + r * Math.cos(angle),
    y - r * Math.sin(angle),
  ];
  const [labelX, labelY] = point(start + turn * (ON_ARC[i] ?? 0), radius + 17);
  return svg`
    <g data-part="angles">
      <path class="axis" d="M${point(start, radius).join(' ')} A${radius} ${radius} 0 0 ${turn > 0 ? 0 : 1} ${point(start + turn, radius).join(' ')}" />
      ${label(labelX, labelY, `${decimal(scene, degrees, 0)}°`, 'middle tick halo')}
    </g>`;
}

/** The distance below the query at which the projection of each key is drawn, in units of the view box. */
const ASIDE = [8, 17] as const;

/** The projection of a key on the line of the query, and the line from the key's tip to it. */
function shadow(scene: LookupScene, square: Square, { tip, shadow: length }: Arrow, i: number) {
  const { query, queryLength } = scene.numbers;
  const [a = 0, b = 0] = query.map((value) => value / queryLength);
  const [x, y] = at(square, [0, 0]);
  const foot = at(square, [a * length, b * length]);
  const away = ASIDE[i] ?? 0;
  const low = ([px, py]: Point): Point => [px + b * away, py + a * away];
  const [endX, endY] = low(foot);
  const below = i === 0 ? 32 : 24;
  const name = endY + a * below;
  // The axis must not cross the number.
  const top = Math.abs(name - y) < 10 ? y + 13 : name;
  return svg`
    <g data-part="shadows" class="key">
      <path class="drop" d="M${at(square, tip).join(' ')} L${endX} ${endY}" />
      <path class="ray" stroke-width="5" opacity=${i === 0 ? 0.55 : 1} d="M${low([x, y]).join(' ')} L${endX} ${endY}" />
      ${label(endX + b * below, top, decimal(scene, length, 2), 'middle tick key halo')}
    </g>`;
}

/** The score whose bar has the full width: `MOST`, or `MOST_ALL` if a score is larger. */
const MOST = 16;
const MOST_ALL = 30;

/** The score of a key as a sum of products, or as two lengths times a cosine, and as a bar. */
function sum(scene: LookupScene, view: Parts, places: Places, arrow: Arrow, i: number) {
  const { query, queryLength, arrows } = scene.numbers;
  const { isPhone, sums: x, width, bar } = places;
  const { rows } = places.lines;
  const y = places.lines.two[0] + i * places.lines.two[1];
  const most = Math.max(...arrows.map(({ dot }) => Math.abs(dot))) > MOST ? MOST_ALL : MOST;
  const part = KEY_PARTS[i] ?? '';
  const size = Math.abs(arrow.dot / most) * width;
  const cosine = Math.abs(arrow.cosine) * width;
  return svg`
    ${label(x, y, SIGNS[i], 'title key')}
    ${isPhone ? nothing : shown(view.shadows, () => label(x + 34, y, scene.t('sum.lengths'), 'quiet'))}
    ${shown(view.products, () => products(scene, places, y, [query, arrow.tip]))}
    ${shown(view.shadows, () => factors(places, y, lengths(scene, queryLength, arrow)))}
    <g data-part=${part} class="score">
      ${label(x + width, y + rows[1], scoreText(scene, arrow.dot), 'number-of-moment score end')}
      <rect class=${arrow.dot < 0 ? 'bar negative' : 'bar'} x=${x} y=${y + rows[2]} width=${size} height=${bar} rx="2" />
    </g>
    ${shown(
      view.shadows,
      () => svg`
        <g data-part="cosines" class="score">
          ${label(x, y + rows[3], scene.t('sum.cosine'), 'quiet')}
          ${label(x + width, y + rows[3], decimal(scene, arrow.cosine, 2), 'moment score end')}
          <rect class=${arrow.cosine < 0 ? 'bar negative' : 'bar'} x=${x} y=${y + rows[3] + 14} width=${cosine || 0} height=${bar} rx="2" />
        </g>`,
    )}`;
}

/** The estimated width of a character in ems, for the font size of long sums. */
const WIDEST = 0.46;

const factors = (
  { isPhone, sums, width, lines: { rows } }: Places,
  y: number,
  content: unknown,
  length = 0,
) =>
  svg`<text class="sized" x=${sums} y=${y + rows[0]} font-size=${Math.min(isPhone ? 13.5 : 16.5, (width + 6) / (WIDEST * length))}>${content}</text>`;

function products(
  scene: LookupScene,
  places: Places,
  y: number,
  [query, key]: readonly (readonly number[])[],
) {
  const pairs = (query ?? []).map((value, axis) => [
    factor(scene, value),
    factor(scene, key?.[axis] ?? 0),
  ]);
  return factors(
    places,
    y,
    svg`${pairs.map(
      ([ofQuery, ofKey], axis) =>
        svg`${axis > 0 ? ' + ' : ''}<tspan class="query">${ofQuery}</tspan> · <tspan class="key">${ofKey}</tspan>`,
    )}`,
    pairs.map((pair) => pair.join(' · ')).join(' + ').length,
  );
}

const lengths = (scene: LookupScene, query: number, { length, cosine }: Arrow) => svg`
  <tspan class="query">${decimal(scene, query, 2)}</tspan> · <tspan class="key">${decimal(scene, length, 2)}</tspan> · ${Number.isNaN(cosine) ? '–' : factor(scene, cosine, 3)}`;

/** The waist and the chest at the ends of the axes, in cm. */
const MOST_CM = 100;

function people(scene: LookupScene, view: Parts, places: Places) {
  const { numbers, t } = scene;
  const { body, people: all } = numbers;
  const { isPhone, left, side, sums: x, width, bar } = places;
  const { rows } = places.lines;
  const square = {
    ...places,
    left: left + (isPhone ? 34 : 0),
    side: side - (isPhone ? 50 : 0),
    min: 0,
    max: MOST_CM,
  };
  const [origin, tip] = [at(square, [0, 0]), at(square, body)];
  const most = Math.max(...all.map(({ score }) => score));
  return svg`
    ${axes(square)} ${ticks(square, [50, 100])}
    ${label(square.left + square.side, origin[1] - 14, t('people.waist'), 'end quiet')}
    ${label(origin[0] + 10, square.top + 4, t('people.chest'), 'quiet')}
    <g data-part="asks" class="query">
      <path class="ray" opacity="0.35" stroke-width=${isPhone ? 9 : 12} d="M${origin.join(' ')} L${tip.join(' ')}" />
      ${label(tip[0] + (isPhone ? 12 : 20), tip[1] + (isPhone ? 22 : 32), 'q', 'title query middle')}
    </g>
    <g data-part="people">
      ${all.map((person) => arrowMark({ role: 'key', from: origin, to: at(square, person.body), width: isPhone ? 1.5 : 2 }))}
      ${all.map((person, i) => {
        const [px, py] = at(square, person.body);
        return label(px + (i === 1 ? -18 : 16), py - (i === 2 ? 8 : 0), i + 1, 'title key middle');
      })}
    </g>
    ${all.map((person, i) => {
      const y = places.lines.three[0] + i * places.lines.three[1];
      const [resultY, barY] = isPhone ? [y + 44, y + 58] : [y + rows[1], y + rows[2]];
      const name = t('people.name', { number: i + 1 });
      const size = (width * person.score) / most;
      return svg`
        ${label(x, y, name, 'title key')}
        ${products(scene, places, y, [body, person.body])}
        ${
          view.unknown > 0
            ? unknown(x, resultY, barY, width, bar)
            : svg`
              <g data-part="answers" class="score">
                ${label(x + width, resultY, scoreText(scene, person.score), 'number-of-moment score end')}
                <rect class="bar" x=${x} y=${barY} width=${size} height=${bar} rx="2" />
              </g>`
        }`;
    })}`;
}

const unknown = (x: number, y: number, barY: number, width: number, height: number) => svg`
  <g data-part="answers">
    ${label(x + width, y, '?', 'number-of-moment end')}
    <rect class="unknown" x=${x} y=${barY} width=${width} height=${height} rx="3" />
  </g>`;

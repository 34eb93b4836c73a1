// SPDX-License-Identifier: MIT
// Rotary positions: a query and a key as arrows, rotated by their places, and the score for each distance.
import { nothing, svg } from 'lit';
import type { Layout } from '../../lesson/define.ts';
import { label } from '../../marks/label.ts';
import { decimal, type OrderScene } from './parts.ts';
import { FAR } from './turned.ts';

/** In units of the view box. `unit`: the length of 1. `title`, `note`: the y of the texts above and below the bars. */
const PLACES = {
  wide: {
    ...{ centre: [237, 290] as const, unit: 37, title: 84, note: 530 },
    bars: { x: 486, width: 274, base: 352, height: 210 },
  },
  phone: {
    ...{ centre: [195, 98] as const, unit: 21, title: 200, note: 303 },
    bars: { x: 20, width: 350, base: 260, height: 46 },
  },
};

type Point = readonly [number, number];
type Name = 'query' | 'key';

/** The radii of the arcs that show the rotations, in the plane of the vectors. */
const ARCS = { query: 1.5, key: 1.1 };
/** In units of the view box: the distance of a label from the circle, and between two lines of text. */
const GAP = 18;
const LINE = 20;

export function drawTurned(scene: OrderScene, layout: Layout) {
  const { centre, unit } = PLACES[layout];
  const radius = unit * Math.hypot(...scene.numbers.turned.query);
  return svg`
    <circle class="axis" cx=${centre[0]} cy=${centre[1]} r=${radius} />
    ${arrow(scene, layout, 'key')} ${arrow(scene, layout, 'query')} ${scores(scene, layout)}`;
}

/** An arrow, its direction at the first place as a dashed line, and the arc between both directions. */
function arrow({ numbers: { turned }, t }: OrderScene, layout: Layout, part: Name) {
  const { centre, unit } = PLACES[layout];
  const [start, end] =
    part === 'query' ? [turned.query, turned.turnedQuery] : [turned.key, turned.turnedKey];
  const other = part === 'query' ? turned.turnedKey : turned.turnedQuery;
  const size = Math.hypot(...end);
  const at = ([x, y]: Point, length = size): Point => [
    centre[0] + (unit * length * x) / size,
    centre[1] - (unit * length * y) / size,
  ];
  const away = ARCS[part];
  const [x, y] = at(end);
  // The label of an arrow that points nearly straight up or down is on the side away from the other arrow.
  const isUpright = Math.abs(end[0]) < 0.3 * size;
  const isLeft = end[0] < (isUpright ? other[0] : 0);
  const reach = unit * size + GAP;
  const [up, otherUp] = [(reach * end[1]) / size, (reach * other[1]) / size];
  // Otherwise, if the labels of both arrows would overlap, the one nearer to the horizontal axis moves by one line.
  const isMoved =
    !isUpright &&
    end[0] * other[0] > 0 &&
    Math.abs(up - otherUp) < LINE &&
    Math.abs(up) < Math.abs(otherUp);
  const textUp = isMoved ? otherUp - LINE * Math.sign(otherUp) : up;
  const across = isUpright
    ? (reach * end[0]) / size + (isLeft ? -4 : 4)
    : Math.sqrt(reach ** 2 - textUp ** 2) * (isLeft ? -1 : 1);
  return svg`
    <g data-part=${part} class=${part}>
      <path class="unknown" d="M${centre.join(' ')} L${at(start).join(' ')}" />
      <path class="arrow ${part}" d="M${at(start, away).join(' ')} A${unit * away} ${unit * away} 0 ${turned.degrees[part] > 180 ? 1 : 0} 0 ${at(end, away).join(' ')}" />
      <path class="arrow ${part}" d="M${centre.join(' ')} L${x} ${y}" />
      <circle class="tip ${part}" cx=${x} cy=${y} r="7" />
      ${label(centre[0] + across, centre[1] - textUp, t(`arrow.${part}`, { place: turned.places[part] }), `${part} moment ${isLeft ? 'end' : ''}`)}
    </g>`;
}

/** The scores of the key at all distances. Only the bars of the current distance and its opposite have numbers. */
function scores(scene: OrderScene, layout: Layout) {
  const { numbers, i18n, t } = scene;
  const { byDistance, places } = numbers.turned;
  const { bars, title, note } = PLACES[layout];
  const apart = places.key - places.query;
  const most = Math.max(...byDistance.map(Math.abs));
  const step = bars.width / byDistance.length;
  const bar = (value: number, i: number) => {
    const distance = i - FAR;
    const middle = bars.x + (i + 0.5) * step;
    const size = (bars.height * Math.abs(value)) / most;
    const isPresent = distance === apart;
    const isNegative = value < 0;
    return svg`
      <rect class=${isNegative ? 'bar negative' : 'bar'} x=${middle - 0.36 * step} y=${isNegative ? bars.base : bars.base - size}
        width=${0.72 * step} height=${size} rx="2" fill-opacity=${isPresent ? 1 : 0.4} />
      ${label(middle, isNegative ? bars.base - 14 : bars.base + 14, i18n.number(distance), `middle tick ${isPresent ? 'followed' : ''}`)}
      ${
        Math.abs(distance) === Math.abs(apart)
          ? label(
              middle,
              bars.base - (isNegative ? 32 : size + (layout === 'wide' ? 24 : 14)),
              decimal(scene, value),
              `middle score ${isPresent ? 'moment' : ''}`,
            )
          : nothing
      }`;
  };
  return svg`
    ${layout === 'wide' ? label(bars.x, title, t('head.score'), 'title score') : nothing}
    <g data-part="scores" class="score">
      ${byDistance.map(bar)} <path class="axis" d="M${bars.x} ${bars.base} h${bars.width}" />
    </g>
    ${label(bars.x, note, t('head.before'), 'quiet')} ${label(bars.x + bars.width, note, t('head.after'), 'quiet end')}`;
}

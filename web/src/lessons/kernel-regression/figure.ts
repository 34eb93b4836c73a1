// SPDX-License-Identifier: MIT
import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from 'lit';
import { shareText } from '../../i18n/share.ts';
import type { Layout } from '../../lesson/define.ts';
import { handMark } from '../../marks/hand.ts';
import { label, shown } from '../../marks/label.ts';
import { indexed } from '../indexed.ts';
import { drawMap } from './map-figure.ts';
import { type Parts, type PeopleScene, pathOf, short } from './parts.ts';
import type { Point } from './people.ts';
import { PLACES, type Places, waistAt, xOf, yOf } from './places.ts';
import { bell, distances, table } from './strip.ts';

export function draw(scene: PeopleScene, view: Parts, layout: Layout): TemplateResult {
  const places = PLACES[layout];
  const [width, height] = places.size;
  // On a phone, the list of people is below the map and needs more room than the strip.
  const room = places.isPhone && view.map > 0 ? height + MAP_ROOM : height;
  return html`
    <svg viewBox="0 0 ${width} ${room}" class="kernel-regression">
      ${shown(view.line, () => line(scene, view, places))} ${shown(view.map, () => drawMap(scene, places))}
    </svg>`;
}

const MAP_ROOM = 154;
/** Half the width of the query's text. */
const HALF_TEXT = 34;

function line(scene: PeopleScene, view: Parts, places: Places): SVGTemplateResult {
  const { people, query } = scene.numbers;
  const { axis, strip, down } = places;
  const x = xOf(places, query);
  const bottom = strip[0] + strip[1];
  const isStripOn = Math.max(view.distances, view.bell);
  return svg`
    ${axes(scene, places)}
    <g data-part="keys" class="key">
      ${people.map(({ key, value }, i) => {
        const at = xOf(places, key);
        return svg`
          <path class="dotted" d="M${at} ${yOf(places, value)}V${axis}" />
          ${shown(isStripOn, () => svg`<path class="dotted" d="M${at} ${axis + 32}V${bottom}" />`)}
          <path class="arrow" d="M${at} ${axis - 7}v14" />
          ${label(at, axis + 20, lettered(view, places, indexed('k', i), short(scene, key)), 'middle key')}`;
      })}
    </g>
    <g data-part="query" class="query">
      ${shown(view.answer, () => svg`<path class="dotted" d="M${x} ${axis}V${yOf(places, scene.numbers.prediction)}" />`)}
      ${shown(isStripOn, () => svg`<path class="dotted" d="M${x} ${axis + 54}V${bottom}" />`)}
      ${label(Math.min(x, places.size[0] - HALF_TEXT), axis + 42, `${letter(view, 'q')}${scene.t('cm', { length: short(scene, query) })}`, 'middle query moment halo')}
    </g>
    ${shown(view.distances, () => distances(scene, places))} ${shown(view.bell, () => bell(scene, places))}
    ${shown(view.table, () => table(scene, places))}
    ${shown(view.mean, () => mean(scene, places))} ${shown(view.curve, () => curve(scene, places))}
    ${shown(view.answer, () => bands(scene, view, places))} ${rings(scene, view, places)}
    ${shown(view.answer, () => answer(scene, view, places))}
    ${shown(view.unknown, () => unknown(x, down[0] + down[1] * 0.42, axis))}
    ${handMark({
      ...{
        role: 'query',
        at: [x, axis],
        radius: places.hand,
        way: view.curve > 0.5 ? 'line' : 'fixed',
      },
      move: ([to], isFinal) => scene.set({ query: waistAt(places, to) }, isFinal ? 'rest' : 'step'),
    })}`;
}

/** The letter of a part, in front of its number. It appears when it is more than half shown. */
const letter = (view: Parts, name: string) => (view.letters > 0.5 ? `${name} = ` : '');

/** The number of one of three people. On a phone, there is only room for its letter, and the table has the number. */
const lettered = (view: Parts, { isPhone }: Places, name: string, text: string) =>
  isPhone && view.letters > 0.5 ? name : letter(view, name) + text;

const TICKS = [40, 45];

function axes({ t, i18n }: PeopleScene, places: Places): SVGTemplateResult {
  const [left, width] = places.across;
  return svg`
    ${label(places.edge, 8, t('head.value'), 'quiet')}
    ${TICKS.map(
      (kilograms) => svg`
        <path class="axis" d="M${left} ${yOf(places, kilograms)}h${width}" stroke-opacity="0.5" />
        ${label(left - 10, yOf(places, kilograms), i18n.number(kilograms), 'end tick')}`,
    )}
    <path class="axis" d="M${left} ${places.axis}h${width}" />
    ${label(places.edge, places.axis + 20, t('head.key'), 'quiet')}`;
}

/** Bands from the people to the answer. They pull at it as strongly as they are thick. */
function bands(scene: PeopleScene, view: Parts, places: Places): SVGTemplateResult {
  const { people, query, prediction } = scene.numbers;
  const end = `${xOf(places, query)} ${yOf(places, prediction)}`;
  return svg`
    <g data-part="weights" class="bands">
      ${people.map(({ key, value, weight }, i) => {
        const [x, y, kind] = besides(scene, places, i, 1);
        return svg`
          ${
            weight < LEAST
              ? nothing
              : svg`<path class=${weight < THIN ? 'band thin' : 'band'} stroke-width=${Math.max(1.6, places.thickest * weight)}
                  d="M${xOf(places, key)} ${yOf(places, value)}L${end}" />`
          }
          ${label(x, y, lettered(view, places, indexed('α', i), shareText(scene.i18n, weight)), `weight halo ${kind} moment`)}`;
      })}
    </g>`;
}

/** Weights below the first are not drawn, and those below the second have a darker colour. */
const LEAST = 0.0005;
const THIN = 0.05;

/** The people as rings, with their body weights. */
const rings = (scene: PeopleScene, view: Parts, places: Places) => svg`
  <g data-part="values" class="value">
    ${scene.numbers.people.map(({ key, value }, i) => {
      const [x, y, kind] = besides(scene, places, i, 0);
      return svg`
        <circle class="ring" cx=${xOf(places, key)} cy=${yOf(places, value)} r=${places.ring} />
        ${label(x, y, lettered(view, places, indexed('v', i), scene.t('kg', { mass: short(scene, value) })), `value halo ${kind}`)}`;
    })}
  </g>`;

/**
 * The place of a text beside a person. The answer lies among the values, so it is never below the first or above the
 * last. The text of another person is on the side that is away from the query.
 */
function besides(
  { numbers: { people, query } }: PeopleScene,
  places: Places,
  i: number,
  row: number,
) {
  const { key = 0, value = 0 } = people[i] ?? {};
  const [x, y] = [xOf(places, key), yOf(places, value)];
  const down = row * (places.isPhone ? 17 : 22);
  if (i === 0) return [x - 8, y + places.ring + 13 + down, 'end'] as const;
  const [right, below] = [x + places.ring + 6, y + places.ring + 8 + down];
  if (i === people.length - 1) return [right, y - places.ring - 12 - down, ''] as const;
  return query > key ? ([x - 8, below + 5, 'end'] as const) : ([right, below, ''] as const);
}

/** The waist from which the text of the answer is below it, because the curve comes from below. */
const HIGH = 57.5;
const NEAR_START = 49.5;
const NEAR_END = 60;

function answer(scene: PeopleScene, view: Parts, places: Places): SVGTemplateResult {
  const { query, prediction } = scene.numbers;
  const [x, y] = [xOf(places, query), yOf(places, prediction)];
  const isLeft = query < HIGH ? query > NEAR_START : query > NEAR_END;
  const side = isLeft ? -1 : 1;
  return svg`
    <g data-part="answer" class="output">
      <circle class="mixed" cx=${x} cy=${y} r=${places.ring - 2} />
      ${label(
        x + side * (places.ring + 5),
        y + (query < HIGH ? -1 : 1) * (places.ring + 13),
        `${letter(view, 'f(q)')}${scene.t('kg', { mass: short(scene, prediction) })}`,
        `output halo ${isLeft ? 'end' : ''} ${places.isPhone ? 'moment' : 'number-of-moment'}`,
      )}
    </g>`;
}

const unknown = (x: number, y: number, axis: number) => svg`
  <path class="unknown" d="M${x} ${axis - 14}V${y + 26}" />
  <circle class="unknown" cx=${x} cy=${y} r="24" /> ${label(x, y + 1, '?', 'middle moment')}`;

const curve = ({ numbers }: PeopleScene, places: Places) => svg`
  <g data-part="curve" class="output">
    <path class="arrow" d="M${pathOf(numbers.curve().map(([waist, kilograms]): Point => [xOf(places, waist), yOf(places, kilograms)]))}" />
  </g>`;

/** Where the curve lies if everybody counts the same. */
function mean(scene: PeopleScene, places: Places): SVGTemplateResult {
  const { prediction } = scene.numbers.wide;
  const [[left, width], y] = [places.across, yOf(places, prediction)];
  return svg`
    <g data-part="mean" class="output">
      <path class="dotted" d="M${left} ${y}h${width}" />
      ${label(left + 4, y + 13, scene.t('head.mean', { mass: short(scene, prediction) }), 'output halo')}
    </g>`;
}

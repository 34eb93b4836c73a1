// SPDX-License-Identifier: MIT
import { html, nothing, svg } from 'lit';
import { shareText } from '../../i18n/share.ts';
import type { Layout } from '../../lesson/define.ts';
import { handMark } from '../../marks/hand.ts';
import { indexed, label, shown } from '../../marks/label.ts';
import { drawMap } from './map-figure.ts';
import {
  COLUMNS,
  type Column,
  decimal,
  type Parts,
  type PeopleScene,
  PLACES,
  type Places,
  pathOf,
  short,
  waistAt,
  xOf,
  yOf,
} from './parts.ts';
import type { Person, Point } from './people.ts';

export function draw(scene: PeopleScene, view: Parts, layout: Layout) {
  const places = PLACES[layout];
  const [width, height] = places.size;
  // On a phone, the list of people is below the map, so the figure with the map is taller.
  const room = places.isPhone && view.map > 0 ? height + MAP_ROOM : height;
  return html`
    <svg viewBox="0 0 ${width} ${room}" class="kernel-regression">
      ${shown(view.line, () => line(scene, view, places))} ${shown(view.map, () => drawMap(scene, places))}
    </svg>`;
}

const MAP_ROOM = 154;
/** Half the width of the query's text, in units of the view box. */
const HALF_TEXT = 34;

function line(scene: PeopleScene, view: Parts, places: Places) {
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

/** The prefix of a number, such as "f(q) = ". Empty if letters are not shown. */
const letter = (view: Parts, name: string) => (view.letters > 0.5 ? `${name} = ` : '');

/** The text of a person's number. On a phone, the letter of the formula replaces the number if letters are shown. */
const lettered = (view: Parts, { isPhone }: Places, name: string, text: string) =>
  isPhone && view.letters > 0.5 ? name : letter(view, name) + text;

const TICKS = [40, 45];

function axes({ t, i18n }: PeopleScene, places: Places) {
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

/** Bands from the people to the prediction. The thickness of a band is proportional to the person's weight α. */
function bands(scene: PeopleScene, view: Parts, places: Places) {
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

/** Bands for weights below `LEAST` are not drawn. Those for weights below `THIN` have a darker colour. */
const LEAST = 0.0005;
const THIN = 0.05;

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
 * The position of a text beside a person. The text of the first person is below the ring, and that of the last person
 * above, because the prediction is between their values. The text in the middle is on the side away from the query.
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

/** For a query from this waist on, the prediction's text is below its circle instead of above, clear of the curve. */
const HIGH = 57.5;
const NEAR_START = 49.5;
const NEAR_END = 60;

function answer(scene: PeopleScene, view: Parts, places: Places) {
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

/** The mean of the people's values, which the prediction approaches for a large σ. */
function mean(scene: PeopleScene, places: Places) {
  const { prediction } = scene.numbers.wide;
  const [[left, width], y] = [places.across, yOf(places, prediction)];
  return svg`
    <g data-part="mean" class="output">
      <path class="dotted" d="M${left} ${y}h${width}" />
      ${label(left + 4, y + 13, scene.t('head.mean', { mass: short(scene, prediction) }), 'output halo')}
    </g>`;
}

function distances(scene: PeopleScene, places: Places) {
  const { query, people } = scene.numbers;
  const [top, height] = places.strip;
  const step = height / people.length;
  const x = xOf(places, query);
  return svg`
    <g data-part="distances" class="score">
      ${people.map(({ key, distance }, i) => {
        const [end, y] = [xOf(places, key), top + (i + 0.75) * step];
        return svg`
          <path class="arrow" d="M${x} ${y}H${end} m0 -5v10" />
          ${label((x + end) / 2, y - 13, scene.t('cm', { length: short(scene, distance) }), 'middle score halo')}`;
      })}
    </g>`;
}

/** The text of a height of the bell. A height that would be rounded to 0 is written as "<0.001", for example. */
const heightText = (scene: PeopleScene, height: number, decimals = 3) =>
  height < 0.5 * 10 ** -decimals
    ? `<${decimal(scene, 10 ** -decimals, decimals)}`
    : decimal(scene, height, decimals);

function bell(scene: PeopleScene, places: Places) {
  const { people, query, bell: points } = scene.numbers;
  const [top, height] = places.strip;
  const base = top + height;
  const y = (share: number) => base - height * share;
  const [left, width] = places.across;
  const outline = points().map(([waist, share]): Point => [xOf(places, waist), y(share)]);
  const start = outline[0]?.[0] ?? left;
  const end = outline.at(-1)?.[0] ?? left;
  return svg`
    <g data-part="bell" class="score">
      <path class="bell" d="M${start} ${base}L${pathOf(outline)}L${end} ${base}z" />
      <path class="arrow" d="M${pathOf(outline)}" /> <path class="axis" d="M${left} ${base}h${width}" />
      ${people.map(({ key, height: share }) => {
        const at = xOf(places, key);
        const isRight = key > query;
        return svg`
          <path class="post" d="M${at} ${base}V${y(share)}" /> <circle class="tip" cx=${at} cy=${y(share)} r="4.5" />
          ${label(at + (isRight ? 9 : -9), y(share) - 12, heightText(scene, share), `score halo ${isRight ? '' : 'end'}`)}`;
      })}
      ${label(places.edge, base - 14, scene.t('head.height'), 'quiet')} ${label(left - 10, top, scene.i18n.number(1), 'end tick')}
    </g>`;
}

const ROLES: Readonly<Record<Column, string>> = {
  ...{ key: 'key', distance: 'score', score: 'score', height: 'score' },
  ...{ weight: 'weight', value: 'value', part: 'output' },
};

/** The table is taller than the strip by this, in units of the view box. */
const TABLE_ROOM = 14;

/** All numbers of the formula, with a line for each person. The line with the largest weight is framed. */
function table(scene: PeopleScene, places: Places) {
  const { numbers, t, i18n } = scene;
  const { people } = numbers;
  const [top, height] = places.strip;
  const step = (height + TABLE_ROOM) / (people.length + 1);
  const y = (row: number) => top + (row + 0.5) * step;
  const columns = COLUMNS.flatMap((name) => {
    const end = places.columns[name];
    return end === undefined ? [] : ([[name, end]] as const);
  });
  const write = (name: Column, person: Person) => {
    if (name === 'weight') return shareText(i18n, person.weight, 2);
    if (name === 'height') return heightText(scene, person.height, 4);
    return short(scene, person[name]);
  };
  const weights = people.map(({ weight }) => weight);
  const first = weights.indexOf(Math.max(...weights));
  const [, last] = columns.at(-1) ?? ['', 0];
  return svg`
    ${columns.map(([name, end]) => label(end, y(0), t(`column.${name}`), `end ${ROLES[name]}`))}
    <g data-part="table">
      ${people.map((person, i) =>
        columns.map(([name, end]) =>
          label(
            end,
            y(i + 1),
            write(name, person),
            `end ${ROLES[name]} ${i === first ? 'moment' : ''}`,
          ),
        ),
      )}
      <rect class="row" x=${places.edge} y=${y(first + 0.5) + 2} width=${last + 14 - places.edge} height=${step - 4} rx="8" />
    </g>`;
}

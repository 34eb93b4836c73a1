// SPDX-License-Identifier: MIT
// The strip below the line of waists: the distances, the bell, or the table of all numbers.

import { type SVGTemplateResult, svg } from 'lit';
import { shareText } from '../../i18n/share.ts';
import { label } from '../../marks/label.ts';
import { decimal, type PeopleScene, pathOf, short } from './parts.ts';
import type { Person, Point } from './people.ts';
import { COLUMNS, type Column, type Places, xOf } from './places.ts';

/** The distances from the query to the people, one below the other. */
export function distances(scene: PeopleScene, places: Places): SVGTemplateResult {
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

/** 0.000 would say that the height is 0. */
const heightText = (scene: PeopleScene, height: number, decimals = 3) =>
  height < 0.5 * 10 ** -decimals
    ? `<${decimal(scene, 10 ** -decimals, decimals)}`
    : decimal(scene, height, decimals);

/** The bell around the query, and its height at each person. */
export function bell(scene: PeopleScene, places: Places): SVGTemplateResult {
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

/** The table is a little higher than the strip. */
const TABLE_ROOM = 14;

/** All numbers of the formula, one person a line. The line of the person who counts most is framed. */
export function table(scene: PeopleScene, places: Places): SVGTemplateResult {
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

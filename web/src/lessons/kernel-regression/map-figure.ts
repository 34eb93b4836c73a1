// SPDX-License-Identifier: MIT
// The map of people with two numbers each: the largest weight at each place, and the predicted values.
import { svg } from 'lit';
import { shareText } from '../../i18n/share.ts';
import { handMark } from '../../marks/hand.ts';
import { heatMark } from '../../marks/heat.ts';
import { indexed, label } from '../../marks/label.ts';
import { decimal, measuresAt, onMap, type PeopleScene, type Places } from './parts.ts';
import { MAP, SIDE } from './people.ts';

/** The distance in cm of the ticks on both axes. */
const EVERY = 5;

export function drawMap(scene: PeopleScene, places: Places) {
  const { numbers } = scene;
  const { x, y, side } = places.map;
  const at = onMap(places, numbers.place);
  return svg`
    ${heatMark({
      ...{ part: 'map', weights: numbers.map(), least: 1 / numbers.placed.length, columns: SIDE },
      ...{ x, y, cell: [side / SIDE, side / SIDE] },
    })}
    ${axes(scene, places)}
    <g data-part="keys" class="key">
      ${numbers.placed.map(({ key }, i) => {
        const [left, top] = onMap(places, key);
        return svg`<circle class="ring" cx=${left} cy=${top} r=${DISC} /> ${label(left, top, indexed('k', i), 'middle key')}`;
      })}
    </g>
    ${handMark({
      ...{ role: 'query', at, radius: places.hand - 2, way: 'free' },
      move: (to, isFinal) => {
        const [waist, chest] = measuresAt(places, to);
        scene.set({ waist, chest }, isFinal ? 'rest' : 'step');
      },
    })}
    ${places.isPhone ? lines(scene, places) : cards(scene, places)}`;
}

const DISC = 14;
const QUERY = 'q';

const marksOf = ({ min, max }: { min: number; max: number }) =>
  Array.from(
    { length: Math.floor((max - min) / EVERY) },
    (_, i) => EVERY * (Math.ceil(min / EVERY) + i),
  );

function axes({ t, i18n }: PeopleScene, places: Places) {
  const { x, y, side } = places.map;
  const bottom = y + side;
  return svg`
    ${marksOf(MAP.waist).map((waist) => label(onMap(places, [waist, MAP.chest.min])[0], bottom + 16, i18n.number(waist), 'middle tick'))}
    ${marksOf(MAP.chest).map((chest) => label(x - 8, onMap(places, [MAP.waist.min, chest])[1], i18n.number(chest), 'end tick'))}
    ${
      places.isPhone
        ? label(8, bottom + 16, t('head.key'), 'quiet')
        : label(x + side, bottom + 40, t('head.key'), 'end quiet')
    }
    ${label(places.isPhone ? 8 : 0, y - 12, t('head.chest'), 'quiet')}`;
}

const written = ({ t, i18n }: PeopleScene, [mass = 0, length = 0]: readonly number[]) => {
  const round = (value: number) => i18n.number(Math.round(value * 10) / 10, { digits: 6 });
  return [t('kg', { mass: round(mass) }), t('cm', { length: round(length) })] as const;
};

/** Beside the map: each person with the values and the weight, and below them the prediction. */
function cards(scene: PeopleScene, { list: { x, y, step } }: Places) {
  const { numbers, t, i18n } = scene;
  const [mass, length] = written(scene, numbers.output);
  const place = (pair: readonly number[]) =>
    `(${pair.map((one) => decimal(scene, one, Number.isInteger(one) ? 0 : 1)).join(', ')})`;
  const end = y + numbers.placed.length * step;
  return svg`
    <g data-part="people">
      ${numbers.placed.map(({ key, value, weight }, i) => {
        const top = y + i * step;
        return svg`
          ${label(x, top, svg`${indexed('k', i)} <tspan class="quiet">${place(key)}</tspan>`, 'title key')}
          ${label(x, top + 26, written(scene, value).join(t('and')), 'value')}
          <g class="weight"><rect class="pixel" x=${x} y=${top + 42} width=${Math.max(1.5, 110 * weight)} height="18" rx="3" /></g>
          ${label(x + Math.max(1.5, 110 * weight) + 8, top + 51, shareText(i18n, weight), 'weight moment')}`;
      })}
    </g>
    <g data-part="answer">
      ${label(x, end, svg`${QUERY} <tspan class="quiet">${place(numbers.place)}</tspan>`, 'title query')}
      ${label(x, end + 34, mass, 'output number-of-moment')} ${label(x, end + 68, length, 'output number-of-moment')}
    </g>`;
}

/** Below the map: the names of the columns, a line for each person, and the prediction. */
function lines(scene: PeopleScene, { list: { x, y, step, ends } }: Places) {
  const { numbers, i18n, t } = scene;
  const [first = 0, second = 0, third = 0] = ends;
  const head = (end: number, name: string, role: string) =>
    label(end, y - step * 0.9, name, `end ${role}`);
  const row = (i: number, value: readonly number[], kind: string) => {
    const [mass, length] = written(scene, value);
    const top = y + i * step;
    return svg`${label(first, top, mass, `end ${kind}`)} ${label(second, top, length, `end ${kind}`)}`;
  };
  return svg`
    ${head(first, t('head.mass'), 'value')} ${head(second, t('head.length'), 'value')}
    ${head(third, t('column.weight'), 'weight')}
    <g data-part="people">
      ${numbers.placed.map(
        ({ value, weight }, i) => svg`
          ${label(x, y + i * step, indexed('k', i), 'title key')} ${row(i, value, 'value')}
          ${label(third, y + i * step, shareText(i18n, weight), 'end weight moment')}`,
      )}
    </g>
    <g data-part="answer">
      ${label(x, y + numbers.placed.length * step, QUERY, 'title query')} ${row(numbers.placed.length, numbers.output, 'output moment')}
    </g>`;
}

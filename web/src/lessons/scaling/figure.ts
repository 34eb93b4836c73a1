// SPDX-License-Identifier: MIT

import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from 'lit';
import { shareText } from '../../i18n/share.ts';
import type { Layout } from '../../lesson/define.ts';
import { barsMark } from '../../marks/bars.ts';
import { label, shown } from '../../marks/label.ts';
import { axis } from './axis.ts';
import { MOST } from './pairs.ts';
import { decimal, type PairsScene, type Parts } from './parts.ts';
import { PLACES, type Places } from './places.ts';

/** The room below the axis for its texts. */
const BELOW = 58;

export function draw(scene: PairsScene, view: Parts, layout: Layout): TemplateResult {
  const places = PLACES[layout];
  // On a phone, the table of gradients has a line only if it is shown.
  const lower = places.isPhone && view.means > 0 ? 46 : 0;
  const own = { ...places, axis: { ...places.axis, base: places.axis.base + lower } };
  return html`
    <svg viewBox="0 0 ${places.width} ${own.axis.base + BELOW}" class="scaling">
      ${shown(view.pair, () => pair(scene, view, own))}
      ${axis(scene, view, own)} ${weights(scene, view, own)}
    </svg>`;
}

/** The longest list whose numbers are written. */
const WRITTEN = 8;
const SIGNS = ['', '×', '='] as const;
const LISTS = [
  ['query', 'query'],
  ['key', 'key'],
  ['products', 'score'],
] as const;

/** The query, the key and the products of the pair, one below the other. */
function pair(scene: PairsScene, view: Parts, places: Places): SVGTemplateResult {
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

/** The distance from the word "sum" to the sum. */
const SUM = 46;

/** The way of the sum to its place on the axis. */
function drop(score: number, { axis: { middle, unit, base }, lists: { across, sum } }: Places) {
  const [x, end] = [across[0] + SUM + 24, middle + unit * score];
  const bend = (base - sum) * 0.6;
  return svg`<path class="arrow score" d="M${x} ${sum + 20} C${x} ${sum + 20 + bend} ${end} ${base - bend} ${end} ${base - 10}" />`;
}

const COLUMNS = ['none', 'root', 'whole'] as const;
type Column = (typeof COLUMNS)[number];
const INDEX = { none: 0, root: 1, whole: 2 } as const;

/** The opacity of what is not the largest weight of a column. */
const OTHERS = 0.5;

/** The weights of the ten keys with each divisor, and below them the gradients of many queries. */
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

/** The weights of the keys with a divisor, and a line where all of them would be equal. */
function bars(scene: PairsScene, column: Column, places: Places): SVGTemplateResult {
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

/** The place of the weights that the reader is asked for. */
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

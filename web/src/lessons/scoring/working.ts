// SPDX-License-Identifier: MIT
// How the network gets to the score of a key, and the axis with its scores and their bound.
import { nothing, type SVGTemplateResult, svg } from 'lit';
import { label, nameOf, shown } from '../../marks/label.ts';
import { matrixMark, type Role } from '../../marks/matrix.ts';
import { type ArrowsScene, decimal, FOLLOWED, keyName, type Parts, type Places } from './parts.ts';

const [q, W] = ['q', 'W'];
const TANH = 'tanh';

/** The two hidden units of the followed key, column by column. */
export function units(scene: ArrowsScene, places: Places): SVGTemplateResult {
  const { numbers, t } = scene;
  const { columns, tops, cell, size } = places.units;
  const [width, height] = cell;
  const key = keyName(FOLLOWED);
  const of = (rows: readonly (readonly number[])[]) => rows[FOLLOWED] ?? [];
  const lists: readonly [part: string, role: Role, title: unknown, list: readonly number[]][] = [
    ['projected', 'query', svg`${nameOf(W, 'Q')} ${q}`, numbers.projected.query],
    ['projected', 'key', svg`${nameOf(W, 'K')} ${key}`, of(numbers.projected.keys)],
    ['sums', 'score', t('units.sum'), of(numbers.sums)],
    ['outputs', 'score', TANH, of(numbers.units)],
    ['factors', 'word', 'v', numbers.v],
    ['products', 'score', t('units.product'), of(numbers.products)],
  ];
  const SIGNS = ['+', '=', '', '×', '='];
  // On a phone, there is no room for the products; the sum of them follows.
  const drawn = places.isPhone ? lists.slice(0, 5) : lists;
  return svg`${drawn.map(([part, role, title, list], i) => {
    const x = columns[i % columns.length] as number;
    const y = tops[Math.floor(i / columns.length)] as number;
    const isLast = i % columns.length === columns.length - 1;
    return svg`
      ${label(x + width / 2, y - 20, title, `middle title ${role === 'word' ? '' : role}`)}
      ${matrixMark({ part, role, rows: list.map((value) => [value]), x, y, cell, share: 1, size, write: (value) => decimal(scene, value, part === 'outputs' ? 3 : 2), most: 0 })}
      ${isLast ? nothing : label(x + width + (places.isPhone ? 10 : 17), y + height, SIGNS[i], 'middle title')}`;
  })}
  ${total(scene, places)}`;
}

function total(scene: ArrowsScene, places: Places): SVGTemplateResult {
  const { numbers, t } = scene;
  const { columns, tops, cell } = places.units;
  const [width, height] = cell;
  const y = (tops.at(-1) as number) + 2 * height + (places.isPhone ? 20 : 26);
  const right = places.isPhone ? places.width - 22 : (columns.at(-1) as number) + width;
  return svg`
    ${label(right - 74, y, t('units.score', { key: keyName(FOLLOWED) }), 'end quiet')}
    ${label(right, y, decimal(scene, numbers.network.scores[FOLLOWED]), 'end score number-of-moment')}`;
}

/** How much longer the axis is than the bound. */
const ROOM = 1.12;

/** The scores of the network on an axis, between the bounds that no score exceeds. */
export function axis(scene: ArrowsScene, view: Parts, places: Places): SVGTemplateResult {
  const { numbers } = scene;
  const { across, y } = places.axis;
  const { bound, network, extreme } = numbers;
  const middle = across[0] + across[1] / 2;
  const unit = across[1] / 2 / Math.max(bound * ROOM, 1);
  const x = (score: number) => middle + unit * score;
  const end = (score: number, text: string) => svg`
    <path class="tangent" d="M${x(score)} ${y - 13} v26" />
    ${label(x(score), y + 25, text, 'middle moment')}`;
  const point = (part: string, name: string, score: number) => svg`
    <g data-part=${part} class="score">
      <circle class="pixel" cx=${x(score)} cy=${y} r="6" />
      ${label(x(score), y - 19, name, 'middle key followed')}
    </g>`;
  return svg`
    <g data-part="axis">
      <path class="axis" d="M${across[0]} ${y} h${across[1]} M${middle} ${y - 5} v10" />
      ${label(middle, y + 22, scene.i18n.number(0), 'middle tick quiet')}
    </g>
    ${shown(view.bound, () => svg`<g data-part="bound">${end(-bound, decimal(scene, -bound))} ${end(bound, decimal(scene, bound))}</g>`)}
    ${shown(view.unbound, () => svg`${end(-ROOM * bound, '?')} ${end(ROOM * bound, '?')}`)}
    ${network.scores.map((score, i) => point(`axis${i}`, keyName(i), score))}
    ${shown(view.extreme, () => point('extreme', keyName(network.scores.length), extreme.score))}`;
}

// SPDX-License-Identifier: MIT
import { html, nothing, svg } from 'lit';
import type { Layout } from '../../lesson/define.ts';
import { label, shown, viewBoxOf } from '../../marks/label.ts';
import { IN_ORDER, SWAPPED } from './compute.ts';
import { drawOrders } from './draw-orders.ts';
import { drawTurned } from './draw-turned.ts';
import { BACKWARDS, type Noticed, type Orders, orderOf } from './orders.ts';
import type { OrderScene, Parts } from './parts.ts';

const phoneHeight = ({ turned, table, alone, sees }: Parts): number => {
  if (turned > 0) return 312;
  if (table > 0) return 280;
  if (alone > 0) return 286;
  return sees > 0 ? 356 : 334;
};

export function draw(scene: OrderScene, view: Parts, layout: Layout) {
  const { orders } = scene.numbers;
  return html`
    <svg viewBox=${viewBoxOf(layout, phoneHeight(view))} class="order">
      ${orders ? shown(view.sentence, () => drawOrders(scene, orders, view, layout)) : nothing}
      ${shown(view.turned, () => drawTurned(scene, layout))}
      ${orders ? shown(view.table, () => drawTable(scene, orders, layout)) : nothing}
    </svg>`;
}

/**
 * `groups`: the x of the first disc of each group. `step`: from one disc to the next. `count`: from the last disc to
 * the count. `title`, `top`: the y of the groups' titles and of the first row. `row`: the height of a row.
 */
const PLACES = {
  wide: {
    ...{ groups: [232, 500] as const, step: 43, count: 44, radius: 12 },
    ...{ title: 66, top: 164, row: 80 },
  },
  phone: {
    ...{ groups: [140, 268] as const, step: 20, count: 21, radius: 7.5 },
    ...{ title: 16, top: 58, row: 48 },
  },
};

export function drawTable(scene: OrderScene, orders: Orders, layout: Layout) {
  const { words, noticed, counts } = orders;
  const { groups, step, count, radius, title, top, row } = PLACES[layout];
  const heads = (['swapped', 'back'] as const).map((name, group) => {
    const x = groups[group] ?? 0;
    const order = orderOf(name === 'swapped' ? SWAPPED : BACKWARDS);
    return svg`
      ${label(x - radius, title, scene.t(`head.${name}`), layout === 'wide' ? 'title' : 'followed')}
      ${layout === 'wide' ? order.map((word, i) => label(x + i * step, title + 40, words[word], 'word middle')) : nothing}`;
  });
  const discs = (list: readonly boolean[], group: 0 | 1, y: number, number: number) => {
    const order = orderOf(group === 0 ? SWAPPED : BACKWARDS);
    return svg`
      ${order.map(
        (word, i) =>
          svg`<circle class=${list[word] ? 'mixed' : 'plus'} cx=${groups[group] + i * step} cy=${y} r=${list[word] ? radius + 1 : radius} />`,
      )}
      ${label(groups[group] + (IN_ORDER.length - 1) * step + count, y, scene.i18n.integer(number), 'output moment middle')}`;
  };
  const line = ({ way, swapped, back }: Noticed, i: number) => {
    const y = top + i * row;
    const [first = 0, second = 0] = counts[i] ?? [];
    const wide = layout === 'wide';
    const left = wide ? 4 : 12;
    return svg`
      <g data-part=${way}>
        ${label(left, wide ? y - 11 : y - 9, scene.t(`table.${way as 'none'}`), wide ? 'title' : 'followed')}
        ${label(left, wide ? y + 13 : y + 9, scene.t(`note.${way as 'none'}`), 'quiet')}
        ${discs(swapped, 0, y, first)} ${discs(back, 1, y, second)}
      </g>`;
  };
  return svg`${heads} ${noticed.map(line)}`;
}

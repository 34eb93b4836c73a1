// SPDX-License-Identifier: MIT
import { html, nothing, type TemplateResult } from 'lit';
import type { Layout } from '../../lesson/define.ts';
import { shown } from '../../marks/label.ts';
import { drawOrders } from './draw-orders.ts';
import { drawTable } from './draw-table.ts';
import { drawTurned } from './draw-turned.ts';
import type { OrderScene, Parts } from './parts.ts';

const phoneHeight = ({ turned, table, alone, sees }: Parts): number => {
  if (turned > 0) return 312;
  if (table > 0) return 280;
  if (alone > 0) return 286;
  return sees > 0 ? 356 : 334;
};

export function draw(scene: OrderScene, view: Parts, layout: Layout): TemplateResult {
  const { orders } = scene.numbers;
  const [width, height] = layout === 'wide' ? [760, 580] : [390, phoneHeight(view)];
  return html`
    <svg viewBox="0 0 ${width} ${height}" class="order">
      ${orders ? shown(view.sentence, () => drawOrders(scene, orders, view, layout)) : nothing}
      ${shown(view.turned, () => drawTurned(scene, layout))}
      ${orders ? shown(view.table, () => drawTable(scene, orders, layout)) : nothing}
    </svg>`;
}

// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import type { Layout } from '../../lesson/define.ts';
import { shown } from '../../marks/label.ts';
import { cache, cacheHeight } from './cache.ts';
import { growths, growthsHeight } from './growths.ts';
import type { CostScene, Parts } from './parts.ts';
import { square, squareHeight } from './square.ts';
import { times, timesHeight } from './times.ts';
import { work, workHeight } from './work.ts';

const WIDTHS = { wide: 760, phone: 390 } as const;
/** The height of the figure for a wide window, which is the same in all scenes. */
const HEIGHT = 580;

function heightOf(view: Parts, layout: Layout): number {
  if (layout === 'wide') return HEIGHT;
  if (view.square > 0.5) return squareHeight(view);
  if (view.work > 0.5) return workHeight;
  if (view.cache > 0.5) return cacheHeight;
  return view.times > 0.5 ? timesHeight : growthsHeight;
}

export const draw = (scene: CostScene, view: Parts, layout: Layout): TemplateResult => html`
  <svg viewBox="0 0 ${WIDTHS[layout]} ${heightOf(view, layout)}" class="cost">
    ${shown(view.square, () => square(scene, view, layout))}
    ${shown(view.work, () => work(scene, view, layout))}
    ${shown(view.cache, () => cache(scene, layout))}
    ${shown(view.times, () => times(scene, layout))}
    ${shown(view.growths, () => growths(scene, layout))}
  </svg>`;

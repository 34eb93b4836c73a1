// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import type { Layout } from '../../lesson/define.ts';
import { shown } from '../../marks/label.ts';
import type { LookupScene, Parts } from './parts.ts';
import { drawPlane } from './plane.ts';
import { drawTitles } from './titles.ts';

const heightOf = (view: Parts, layout: Layout): number => {
  if (layout === 'wide') return 580;
  if (view.titles === 0) return 268;
  if (view.axis > 0) return 424;
  return view.minutes > 0 ? 362 : 322;
};

export function draw(scene: LookupScene, view: Parts, layout: Layout): TemplateResult {
  return html`
    <svg viewBox="0 0 ${layout === 'wide' ? 760 : 390} ${heightOf(view, layout)}" class="similarity">
      ${drawPlane(scene, view, layout)} ${shown(view.titles, () => drawTitles(scene, view, layout))}
    </svg>`;
}

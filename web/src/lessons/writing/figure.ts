// SPDX-License-Identifier: MIT
import { html, svg } from 'lit';
import type { Layout } from '../../lesson/define.ts';
import { shown, viewBoxOf } from '../../marks/label.ts';
import { cache, cacheHeight } from './cache-view.ts';
import { costs, costsHeight, headMap, large, mapHeight } from './heads-view.ts';
import { lens, lensHeight } from './lens-view.ts';
import { next, nextHeight } from './next-view.ts';
import type { Parts, WritingScene } from './parts.ts';
import { tale, taleHeight } from './tale-view.ts';
import { rows, rowsHeight, tokens, tokensBottom } from './tokens-view.ts';

/** The height of the part below the tokens on a phone. */
function phoneHeight(view: Parts): number {
  if (view.rows > 0.5) return rowsHeight.phone;
  if (view.costs > 0.5) return costsHeight.phone;
  if (view.map > 0.5) return mapHeight.phone;
  if (view.lens > 0.5) return lensHeight.phone;
  return view.next > 0.5 ? nextHeight.phone : cacheHeight.phone;
}

export function draw(scene: WritingScene, view: Parts, layout: Layout) {
  const isWide = layout === 'wide';
  // On a phone, the tokens are drawn only in the steps about them.
  const hasTokens = view.tokens > 0.5 && (isWide || Math.max(view.ids, view.looks) > 0.5);
  const top = hasTokens ? tokensBottom(scene, view, layout) : isWide ? 80 : 12;
  const whole = view.tale > 0.5 ? taleHeight : top + phoneHeight(view);
  // On a phone, the bars of the heads replace the map.
  const isMapped = view.map * (isWide ? 1 : 1 - view.costs);
  return html`
    <svg viewBox=${viewBoxOf(layout, whole)} class="writing">
      ${shown(hasTokens ? view.tokens : 0, () => tokens(scene, view, layout))}
      ${shown(view.rows, () => rows(scene, view, layout, top))}
      ${shown(isMapped, () => headMap(scene, view, layout, top))}
      ${isWide ? shown(view.large, () => large(scene, view, top)) : svg``}
      ${shown(view.costs, () => costs(scene, view, layout, top))}
      ${shown(view.lens, () => lens(scene, layout, top))}
      ${shown(view.next, () => next(scene, layout, top))}
      ${shown(view.tale, () => tale(scene, layout))}
      ${shown(view.cache, () => cache(scene, layout, top))}
    </svg>`;
}

// SPDX-License-Identifier: MIT
import { html, nothing, type TemplateResult } from 'lit';
import type { Layout } from '../../lesson/define.ts';
import { shown } from '../../marks/label.ts';
import { layers, layersHeight } from './layers-view.ts';
import { letters, lettersHeight } from './letters-view.ts';
import { list, listHeight } from './list-view.ts';
import type { LearningScene, Parts } from './parts.ts';
import { sentence, sentenceHeight } from './sentence-view.ts';
import { worth, worthHeight } from './worth-view.ts';

const WIDTHS = { wide: 760, phone: 390 } as const;
/** The height of the figure for a wide window, which is the same in all scenes. */
const HEIGHT = 580;

function heightOf(view: Parts, layout: Layout): number {
  if (layout === 'wide') return HEIGHT;
  if (view.letters > 0.5) return lettersHeight(view);
  if (view.list > 0.5) return listHeight;
  if (view.layers > 0.5) return layersHeight;
  return view.sentence > 0.5 ? sentenceHeight : worthHeight;
}

export function draw(scene: LearningScene, view: Parts, layout: Layout): TemplateResult {
  const own = scene.numbers.sentence;
  return html`
    <svg viewBox="0 0 ${WIDTHS[layout]} ${heightOf(view, layout)}" class="learning">
      ${shown(view.letters, () => letters(scene, view, layout))}
      ${shown(view.list, () => list(scene, layout))}
      ${shown(view.layers, () => layers(scene, layout))}
      ${own === undefined ? nothing : shown(view.sentence, () => sentence(scene, own, layout))}
      ${shown(view.worth, () => worth(scene, layout))}
    </svg>`;
}

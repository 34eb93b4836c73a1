// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import type { Engine } from '../engine/index.ts';
import { HEIGHT, type Sketch, WIDTH } from '../lessons/sketch.ts';

const modules = import.meta.glob<Sketch>('../lessons/*/sketch.ts', {
  eager: true,
  import: 'sketch',
});

/** Renders the small picture of a lesson. The engine computes it, so it is empty until the engine is loaded. */
export function renderSketch(lesson: string, engine: Engine | undefined) {
  const sketch = modules[`../lessons/${lesson}/sketch.ts`];
  if (sketch === undefined) return nothing;
  return html`
    <svg class="sketch" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">
      ${engine ? sketch(engine) : nothing}
    </svg>`;
}

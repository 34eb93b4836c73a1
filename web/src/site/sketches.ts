// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import type { Engine } from '../engine/index.ts';
import { HEIGHT, type Sketch, WIDTH } from '../lessons/sketch.ts';

const modules = import.meta.glob<Sketch>('../lessons/*/sketch.ts', { import: 'sketch' });
const pathOf = (lesson: string) => `../lessons/${lesson}/sketch.ts`;

const loaded = new Map<string, Sketch>();

/** Loads the small picture of a lesson, if it has one. */
export async function loadSketch(lesson: string): Promise<void> {
  const sketch = await modules[pathOf(lesson)]?.();
  if (sketch) loaded.set(lesson, sketch);
}

/**
 * Renders the small picture of a lesson, which the engine computes. The picture is empty until engine and sketch are
 * loaded. Renders nothing if the lesson has no picture.
 */
export function renderSketch(lesson: string, engine: Engine | undefined) {
  if (!(pathOf(lesson) in modules)) return nothing;
  return html`
    <svg class="sketch" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">
      ${engine ? loaded.get(lesson)?.(engine) : nothing}
    </svg>`;
}

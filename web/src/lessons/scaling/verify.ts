// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import { renderSteps } from './derivation.ts';
import { ALL, renderCurves, softmaxTable } from './softmax.ts';
import type { Scene } from './stage.ts';
import { NUM_KEYS } from './state.ts';

export { experiments } from './claims.ts';
export { predictions } from './predictions.ts';

/** The details of Verify: all steps, the full table of softmax, and the curves. */
export const details = (scene: Scene, ask: (id: string) => TemplateResult): TemplateResult => html`
    <section>${ask('shape')} ${ask('gradient')}</section>
    <section>${scene.section('derivation')} ${renderSteps(scene)}</section>
    <section>
      ${scene.section('logits')} ${softmaxTable(scene, ALL)}
      <p class="hint">
        ${scene.t('rows.hint', {
          count: scene.i18n.integer(scene.numbers.rows.count),
          keys: NUM_KEYS,
          d: scene.state.d,
        })}
      </p>
      ${renderCurves(scene)}
    </section>`;

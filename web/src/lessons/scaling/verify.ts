// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import { noteNumbers, renderCurves, softmaxTable } from './softmax-view.ts';
import type { Scene } from './stage.ts';
import { renderSteps } from './steps-view.ts';

export { experiments } from './claims.ts';
export { predictions } from './predictions.ts';

/**
 * Renders the details in Verify (the lesson's second view): all steps of the derivation, the full table of softmax, and
 * the curves over d.
 */
export const details = (scene: Scene, ask: (id: string) => TemplateResult): TemplateResult => html`
    <section>${ask('shape')} ${ask('gradient')}</section>
    <section>${scene.section('derivation')} ${renderSteps(scene)}</section>
    <section>
      ${scene.section('logits')} ${softmaxTable(scene)}
      <p class="hint">
        ${scene.t('rows.hint', {
          count: scene.i18n.integer(scene.numbers.rows.count),
          d: scene.state.d,
          ...noteNumbers(scene),
        })}
      </p>
      ${renderCurves(scene)}
    </section>`;

// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { proseSection } from '../../components/prose.ts';
import type { Engine } from '../../engine/index.ts';
import { initialState } from '../../state/fields.ts';
import { type LessonParts, LessonView, lessonSheet } from '../lesson-view.ts';
import type { BasicScene, Computed } from '../scene.ts';
import { renderCircleControls, renderRing } from './circle-view.ts';
import { code } from './code.ts';
import { compute, type Numbers } from './compute.ts';
import { renderControls, renderProjection, resultText } from './controls.ts';
import { renderCurve, renderCurveControls } from './curve-view.ts';
import { experiments } from './experiments.ts';
import { renderFormula } from './formula.ts';
import { renderMatrices, renderMixing, renderRowChoice } from './picture.ts';
import { predictions } from './predictions.ts';
import type { Scene, Texts } from './scene.ts';
import { renderStages } from './stages.ts';
import { fields, type State, withinRanges } from './state.ts';
import css from './view.css?inline';

/** The lesson "query-key". */
export class QueryKeyView extends LessonView<State, Numbers, Texts> {
  static override css = lessonSheet('al-query-key', css);
  static override properties = { ...LessonView.properties, pointed: { state: true } };

  declare protected pointed: number | undefined;

  protected override readonly parts: LessonParts<State> = {
    id: 'query-key',
    initial: initialState(fields),
    withinRanges,
    experiments,
    predictions,
  };

  protected override compute(state: State, engine: Engine, last?: Computed<State, Numbers>) {
    return compute(state, engine, last);
  }

  protected override resultText(basic: BasicScene<State, Numbers, Texts>): string {
    return resultText(this.#scene(basic));
  }

  protected override benchOf(id: string): string {
    if (id === 'round' || id === 'circle') return '.circle-bench';
    return id === 'dimensions' ? '.curve-bench' : '.bench';
  }

  protected override renderBody(basic: BasicScene<State, Numbers, Texts>) {
    const { t, state, numbers, i18n } = basic;
    const { prose, engine } = this.props;
    const scene = this.#scene(basic);
    return html`
      <section class="bench" part="bench" tabindex="-1" aria-label=${t('bench')}>
        <div class="bench-plot" part="plot">
          ${guard([state.projection, i18n.language], () => renderProjection(scene))}
          ${renderMatrices(scene)}
          ${guard([state.row, String(numbers.tokens), i18n.language], () => renderRowChoice(scene))}
        </div>
        <div class="bench-controls" part="controls">${renderControls(scene, this.reset)}</div>
        ${this.renderStatus(basic)}
        <div class="bench-weights" part="detail" data-part="mixing">
          <h2>${t('mixing.heading')}</h2>
          ${this.draw('mixing', () => renderMixing(scene))}
        </div>
      </section>
      <section class="predictions">
        <h2>${t('predict.title')}</h2>
        ${this.renderPrediction(basic, 'self')} ${this.renderPrediction(basic, 'ways')}
      </section>
      <section data-part="stages">
        <h2>${t('stages.title')}</h2>
        ${this.draw('stages', () => renderStages(scene))}
      </section>
      <section data-part="curve">
        ${proseSection(prose, 'curve')}
        <div class="bench curve-bench" part="bench" tabindex="-1" role="group" aria-label=${t('curve.bench')}>
          <div class="bench-plot" part="plot">${this.draw('curve', () => renderCurve(scene))}</div>
          <div class="bench-controls" part="controls">${this.draw('curve', () => renderCurveControls(scene))}</div>
        </div>
      </section>
      <section class="circle-section" data-part="circle">
        ${proseSection(prose, 'circle')}
        ${this.renderPrediction(basic, 'round')}
        <div class="bench circle-bench" part="bench" tabindex="-1" role="group" aria-label=${t('circle.bench')}>
          <div class="bench-plot" part="plot">
            ${guard([scene.numbers.circle, scene.i18n.language], () => renderRing(scene))}
          </div>
          <div class="bench-controls" part="controls">
            ${this.draw('circle', () => renderCircleControls(scene, engine))}
          </div>
        </div>
        ${proseSection(prose, 'why')}
      </section>
      <section data-part="formula">
        ${proseSection(prose, 'formula')} ${this.draw('formula', () => renderFormula(scene))}
      </section>
      ${this.renderCodeFold(basic, code, () => import('./code?excerpts'))} ${this.renderExperiments(basic)}`;
  }

  #scene(basic: BasicScene<State, Numbers, Texts>): Scene {
    const { state, numbers } = basic;
    // A link or "back" may have taken the token away.
    const isThere = this.pointed !== undefined && this.pointed < numbers.tokens.length;
    const active = Math.min(
      isThere ? (this.pointed as number) : state.row - 1,
      numbers.tokens.length - 1,
    );
    return { ...basic, active, activate: this.#activate };
  }

  readonly #activate = (index: number | undefined): void => {
    this.pointed = index;
  };
}

customElements.define('al-query-key', QueryKeyView);

// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { proseSection } from '../../components/prose.ts';
import type { Engine } from '../../engine/index.ts';
import { initialState } from '../../state/fields.ts';
import { type LessonParts, LessonView, lessonSheet } from '../lesson-view.ts';
import type { BasicScene, Computed } from '../scene.ts';
import { renderAnswerControls, renderAnswerPlot } from './answer.ts';
import excerpts from './code?excerpts';
import { code } from './code.ts';
import { compute, type Numbers } from './compute.ts';
import { renderControls, resultText } from './controls.ts';
import { experiments } from './experiments.ts';
import { renderFormula } from './formula.ts';
import { holds } from './interval.ts';
import { renderJacobian, renderWeights } from './picture.ts';
import { predictions } from './predictions.ts';
import type { Scene, Texts } from './scene.ts';
import { renderStages } from './stages.ts';
import { fields, type State, withinRanges } from './state.ts';
import css from './view.css?inline';

/** The lesson "softmax". */
export class SoftmaxView extends LessonView<State, Numbers, Texts> {
  static override css = lessonSheet('al-softmax', css);
  static override properties = { ...LessonView.properties, active: { state: true } };

  declare protected active: number | undefined;

  protected override readonly parts: LessonParts<State> = {
    id: 'softmax',
    initial: initialState(fields),
    withinRanges,
    experiments,
    predictions,
  };

  protected override compute(state: State, engine: Engine, last?: Computed<State, Numbers>) {
    // A scale that grew during a drag would carry the thumb away from the pointer.
    const held = this.isMoving ? last?.numbers.interval : undefined;
    return compute(state, engine, last, held && holds(held, state.x) ? held : undefined);
  }

  protected override resultText = resultText;

  protected override renderBody(basic: BasicScene<State, Numbers, Texts>) {
    const { t, state } = basic;
    const { prose } = this.props;
    const scene: Scene = {
      ...basic,
      // A link or "back" may have taken the marked entry away.
      active: (this.active ?? 0) < state.x.length ? this.active : undefined,
      activate: this.#activate,
    };
    return html`
      <section class="bench" part="bench" tabindex="-1" aria-label=${t('bench')}>
        <div class="bench-plot" part="plot"><h2>${t('weights.title')}</h2> ${renderWeights(scene)}</div>
        <div class="bench-controls" part="controls">${renderControls(scene, this.reset)}</div>
        ${this.renderStatus(scene)}
        <div class="bench-weights" part="detail"><h2>${t('jacobian.title')}</h2> ${renderJacobian(scene)}</div>
      </section>
      <section>
        <h2>${t('predict.title')}</h2>
        ${this.renderPrediction(scene, 'shift')}
      </section>
      <section data-part="stages">
        <h2>${t('stages.title')}</h2>
        ${this.draw('stages', () => renderStages(scene))}
      </section>
      <section data-part="answer">
        ${proseSection(prose, 'answer')}
        <div class="bench" part="bench">
          <div class="bench-plot" part="plot">${this.draw('answer', () => renderAnswerPlot(scene))}</div>
          <div class="bench-controls" part="controls">${this.draw('answer', () => renderAnswerControls(scene))}</div>
        </div>
      </section>
      <section data-part="formula">
        ${proseSection(prose, 'formula')} ${this.draw('formula', () => renderFormula(scene))}
      </section>
      ${this.renderCode(scene, code, excerpts)}
      ${this.renderExperiments(scene)}`;
  }

  readonly #activate = (index: number | undefined): void => {
    this.active = index;
  };
}

customElements.define('al-softmax', SoftmaxView);

// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { proseSection } from '../../components/prose.ts';
import type { Engine } from '../../engine/index.ts';
import { initialState } from '../../state/fields.ts';
import { type LessonParts, LessonView, lessonSheet } from '../lesson-view.ts';
import type { BasicScene, Computed } from '../scene.ts';
import { code } from './code.ts';
import { compute, type Numbers } from './compute.ts';
import { renderControls } from './controls.ts';
import { describeSearch, verdictText } from './describe.ts';
import { experiments } from './experiments.ts';
import { renderFormula } from './formula.ts';
import { renderPlane, renderPlaneLegend, renderPlaneTable, renderReadings } from './plane.ts';
import { predictions } from './predictions.ts';
import type { Scene, Texts } from './scene.ts';
import { renderMix, renderSearchControls, renderTitles } from './searching.ts';
import { renderShapes, renderSideControls } from './sides.ts';
import { renderStages } from './stages.ts';
import { fields, type State, withinRanges } from './state.ts';
import stepperCss from './stepper.css?inline';
import { renderSteps } from './stepper.ts';
import css from './view.css?inline';

/** Where a statement or a question is seen; the arrows' bench unless named. */
const BENCHES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['score', 'product', 'hull', 'value', 'exceed'].map((id) => [id, '.search-bench']),
  ),
  ...Object.fromEntries(
    ['formula', 'transpose', 'twice', 'width', 'whole'].map((id) => [id, '.steps']),
  ),
  ...Object.fromEntries(['dimensions', 'shapes'].map((id) => [id, '.shapes-bench'])),
};

/** The lesson "similarity". */
export class SimilarityView extends LessonView<State, Numbers, Texts> {
  static override css = lessonSheet('al-similarity', `${css}${stepperCss}`);
  static override properties = { ...LessonView.properties, active: { state: true } };

  declare protected active: number | undefined;

  protected override readonly parts: LessonParts<State> = {
    id: 'similarity',
    initial: initialState(fields),
    withinRanges,
    experiments,
    predictions,
  };

  protected override compute(state: State, engine: Engine, last?: Computed<State, Numbers>) {
    return compute(state, engine, last);
  }

  protected override resultText(basic: BasicScene<State, Numbers, Texts>): string {
    const scene = this.#sceneOf(basic);
    return `${verdictText(scene)} ${describeSearch(scene)}`;
  }

  protected override benchOf(id: string): string {
    return BENCHES[id] ?? '.bench';
  }

  protected override renderBody(basic: BasicScene<State, Numbers, Texts>) {
    const { prose } = this.props;
    const scene = this.#sceneOf(basic);
    const { t } = scene;
    const { arrows, search, shapes } = scene.numbers;
    const { step } = scene.state;
    const ofArrows = (render: () => unknown) => this.#whenOwn(scene, [arrows], render);
    const ofSearch = (render: () => unknown) =>
      this.#whenOwn(scene, [search, step, scene.active], render);
    const ofShapes = (render: () => unknown) => this.#whenOwn(scene, [shapes], render);
    return html`
      <section class="bench" part="bench" tabindex="-1" aria-label=${t('plane.title')}>
        <div class="bench-plot" part="plot">
          <h2>${t('plane.title')}</h2>
          ${ofArrows(() => [renderPlane(scene), renderPlaneLegend(scene)])}
          ${renderPlaneTable(scene)}
        </div>
        <div class="bench-controls" part="controls">${ofArrows(() => renderControls(scene, this.reset))}</div>
        ${this.renderStatus(scene)}
        <div class="bench-weights" part="detail">
          <h2>${t('readings.title')}</h2>
          ${ofArrows(() => renderReadings(scene))}
        </div>
      </section>
      <section><h2>${t('predict.title')}</h2> ${this.renderPrediction(scene, 'winner')}</section>
      <section>${proseSection(prose, 'formula')} ${ofArrows(() => renderFormula(scene))}</section>
      <section>
        ${proseSection(prose, 'search')}
        <div class="bench search-bench" part="bench" tabindex="-1" role="group" aria-label=${t('search.title')}>
          <div class="bench-plot" part="plot"><h2>${t('search.weights')}</h2> ${ofSearch(() => renderTitles(scene))}</div>
          <div class="bench-controls" part="controls">${ofSearch(() => renderSearchControls(scene))}</div>
          <div class="bench-weights" part="detail"><h2>${t('search.contents')}</h2> ${ofSearch(() => renderMix(scene))}</div>
        </div>
      </section>
      <section>
        <h2>${t('predict.title')}</h2>
        <div class="questions">
          ${this.renderPrediction(scene, 'value')} ${this.renderPrediction(scene, 'exceed')}
        </div>
      </section>
      <section><h2>${t('stages.title')}</h2> ${ofSearch(() => renderStages(scene))}</section>
      <section>${proseSection(prose, 'steps')} ${ofSearch(() => renderSteps(scene))}</section>
      <section>
        ${proseSection(prose, 'shapes')}
        <div class="bench shapes-bench" part="bench" tabindex="-1" role="group" aria-label=${t('shapes.title')}>
          <div class="bench-plot" part="plot"><h2>${t('shapes.title')}</h2> ${ofShapes(() => renderShapes(scene))}</div>
          <div class="bench-controls" part="controls">${ofShapes(() => renderSideControls(scene))}</div>
        </div>
      </section>
      ${this.renderCodeFold(scene, code, () => import('./code?excerpts'))} ${this.renderExperiments(scene)}`;
  }

  /** A part is drawn anew when its own numbers change; at rest, whatever has changed. */
  #whenOwn({ state, i18n, access }: Scene, own: readonly unknown[], render: () => unknown) {
    const { language, digits } = i18n;
    return guard([...own, language, digits, access, this.isMoving ? undefined : state], render);
  }

  #sceneOf(basic: BasicScene<State, Numbers, Texts>): Scene {
    return { ...basic, active: this.active, activate: this.#activate };
  }

  readonly #activate = (index: number | undefined): void => {
    this.active = index;
  };
}

customElements.define('al-similarity', SimilarityView);

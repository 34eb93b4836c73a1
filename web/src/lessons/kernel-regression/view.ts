// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { proseSection } from '../../components/prose.ts';
import type { Engine } from '../../engine/index.ts';
import { initialState } from '../../state/fields.ts';
import { type LessonParts, LessonView, lessonSheet } from '../lesson-view.ts';
import type { BasicScene, Computed } from '../scene.ts';
import excerpts from './code?excerpts';
import { code } from './code.ts';
import { compute, type Numbers as SampleNumbers } from './compute.ts';
import { renderControls, resultText } from './controls.ts';
import { experiments } from './experiments.ts';
import { renderFormula } from './formula.ts';
import { renderPlot, renderWeights } from './picture.ts';
import { computePlane, type PlaneNumbers } from './plane/compute.ts';
import { planeText } from './plane/describe.ts';
import { planeExperiments } from './plane/experiments.ts';
import { planePredictions } from './plane/predictions.ts';
import type { PlaneScene } from './plane/scene.ts';
import { renderPlane } from './plane/section.ts';
import { predictions } from './predictions.ts';
import type { Scene, Texts } from './scene.ts';
import { renderStages } from './stages.ts';
import { fields, type State, withinRanges } from './state.ts';
import css from './view.css?inline';

/** The sample in one dimension, and the one in two. */
interface Numbers extends SampleNumbers {
  readonly plane: PlaneNumbers;
}

const IN_THE_PLANE = new Set([...planeExperiments, ...planePredictions].map(({ id }) => id));

/** The lesson "kernel regression". */
export class KernelRegressionView extends LessonView<State, Numbers, Texts> {
  static override css = lessonSheet('al-kernel-regression', css);
  static override properties = {
    ...LessonView.properties,
    active: { state: true },
    planeActive: { state: true },
  };

  /** The key that is pointed at, of each sample. */
  declare protected active: number | undefined;
  declare protected planeActive: number | undefined;

  /** The sample that changed last, whose result is told. */
  #told: 'line' | 'plane' = 'line';
  /** The states that each sample is drawn from: a drag in one leaves the other as it is. */
  readonly #drawn: { line?: State; plane?: State } = {};

  protected override readonly parts: LessonParts<State> = {
    id: 'kernel-regression',
    initial: initialState(fields),
    withinRanges,
    experiments,
    predictions,
  };

  protected override compute(state: State, engine: Engine, last?: Computed<State, Numbers>) {
    const line = compute(state, engine, last);
    const lastPlane = last && { state: last.state, numbers: last.numbers.plane };
    const plane = computePlane(state, engine, lastPlane);
    const [lineMoved, planeMoved] = [line !== last?.numbers, plane !== last?.numbers.plane];
    if (lineMoved) this.#told = 'line';
    else if (planeMoved) this.#told = 'plane';
    if (lineMoved || !this.isMoving) this.#drawn.line = state;
    if (planeMoved || !this.isMoving) this.#drawn.plane = state;
    return { ...line, plane };
  }

  protected override resultText(basic: BasicScene<State, Numbers, Texts>): string {
    return this.#told === 'line' ? resultText(basic) : planeText(this.#planeScene(basic));
  }

  protected override benchOf(id: string): string {
    return IN_THE_PLANE.has(id) ? '.plane-bench' : '.bench';
  }

  protected override renderBody(basic: BasicScene<State, Numbers, Texts>) {
    const { language, digits } = basic.i18n;
    const { prose, access } = this.props;
    const rest = [language, digits, prose, access, this.guesses, this.refusal];
    const plane = this.#planeScene(basic);
    return html`
      ${this.renderStatus(basic)}
      ${guard([this.#drawn.line, this.active, ...rest], () => this.#renderLine(basic))}
      ${this.renderCode({ ...basic, state: this.#drawn.line ?? basic.state }, code, excerpts)}
      ${guard([this.#drawn.plane, this.planeActive, ...rest], () =>
        renderPlane(plane, prose, (id) => this.renderPrediction(basic, id)),
      )}
      ${this.renderExperiments(basic)}`;
  }

  #renderLine(basic: BasicScene<State, Numbers, Texts>): TemplateResult {
    const { t, state } = basic;
    const { prose } = this.props;
    const scene: Scene = {
      ...basic,
      // A link or "back" may have taken the marked key away.
      active: (this.active ?? 0) < state.keys.length ? this.active : undefined,
      activate: this.#activate,
    };
    return html`
      <section class="bench" part="bench" tabindex="-1" aria-label=${t('bench')}>
        <div class="bench-plot" part="plot"><h2>${t('plot.title')}</h2> ${renderPlot(scene)}</div>
        <div class="bench-controls" part="controls">${renderControls(scene, this.reset)}</div>
        <div class="bench-weights" part="detail"><h2>${t('weights.title')}</h2> ${renderWeights(scene)}</div>
      </section>
      <section>
        <h2>${t('predict.title')}</h2>
        ${this.renderPrediction(basic, 'printed-sign')}
      </section>
      <section>
        <h2>${t('stages.title')}</h2>
        ${renderStages(scene)}
      </section>
      <section>${proseSection(prose, 'formula')} ${renderFormula(scene)}</section>`;
  }

  #planeScene(basic: BasicScene<State, Numbers, Texts>): PlaneScene {
    return {
      ...basic,
      numbers: basic.numbers.plane,
      active: this.planeActive,
      activate: this.#activateInPlane,
    };
  }

  readonly #activate = (index: number | undefined): void => {
    this.active = index;
  };

  readonly #activateInPlane = (key: number | undefined): void => {
    this.planeActive = key;
  };
}

customElements.define('al-kernel-regression', KernelRegressionView);

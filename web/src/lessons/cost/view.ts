// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { proseSection } from '../../components/prose.ts';
import type { Engine } from '../../engine/index.ts';
import { initialState } from '../../state/fields.ts';
import { type LessonParts, LessonView, lessonSheet } from '../lesson-view.ts';
import type { BasicScene } from '../scene.ts';
import { code } from './code.ts';
import { compute, type Numbers } from './compute.ts';
import { renderControls, renderWays, resultText } from './controls.ts';
import { experiments } from './experiments.ts';
import { renderFormula } from './formula.ts';
import { renderChart } from './growth-chart.ts';
import { forgetRuns, type KeptRun, keepRun, keptRuns } from './history.ts';
import { Measuring } from './measuring.ts';
import { newWorker } from './new-worker.ts';
import { renderSquare } from './picture.ts';
import { predictions } from './predictions.ts';
import { renderRunControls, renderRuns } from './run-controls.ts';
import type { Scene, Texts } from './scene.ts';
import { fields, measuredTwin, type State, withinRanges } from './state.ts';
import { renderSteps } from './steps.ts';
import css from './view.css?inline';

/** The lesson "cost". What it measures stays on the device, and is no part of its state. */
export class CostView extends LessonView<State, Numbers, Texts> {
  static override css = lessonSheet('al-cost', css);
  static override properties = {
    ...LessonView.properties,
    runs: { state: true },
    compared: { state: true },
  };

  declare protected runs: readonly KeptRun[];
  declare protected compared: KeptRun | undefined;

  protected override readonly parts: LessonParts<State> = {
    id: 'cost',
    initial: initialState(fields),
    withinRanges,
    experiments,
    predictions,
  };

  readonly #measuring = new Measuring({
    onNews: () => this.requestUpdate(),
    onWhole: (run) => {
      this.runs = keepRun(run, Date.now());
    },
    newWorker,
    now: () => performance.now(),
  });

  constructor() {
    super();
    this.runs = keptRuns();
    this.compared = undefined;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#measuring.stop();
  }

  protected override compute = (state: State, engine: Engine): Numbers => compute(state, engine);

  protected override resultText = (scene: BasicScene<State, Numbers, Texts>): string =>
    resultText(scene);

  protected override benchOf(id: string): string {
    if (id === 'exact') return '.steps-bench';
    return id === 'quadratic' || id === 'memory' ? '.run-bench' : '.bench';
  }

  protected override renderBody(basic: BasicScene<State, Numbers, Texts>) {
    const { t } = basic;
    const { prose } = this.props;
    const scene = this.#scene(basic);
    return html`
      <section class="bench" part="bench" tabindex="-1" aria-label=${t('bench')}>
        <div class="bench-plot" part="plot"><h2>${t('square.title')}</h2> ${renderSquare(scene)}</div>
        <div class="bench-controls" part="controls">${renderControls(scene, this.reset)}</div>
        ${this.renderStatus(basic)}
        <div class="bench-weights" part="detail"><h2>${t('ways.title')}</h2> ${renderWays(scene)}</div>
      </section>
      <section class="questions">
        <h2>${t('predict.title')}</h2>
        ${predictions.map(({ id }) => this.renderPrediction(basic, id))}
      </section>
      <section data-part="run">
        ${proseSection(prose, 'run')}
        <div class="bench run-bench" part="bench" tabindex="-1" role="group" aria-label=${t('chart.title')}>
          <div class="bench-plot" part="plot">
            <h2>${t('chart.title')}</h2>
            ${this.draw('run', () => renderChart(scene))}
          </div>
          <div class="bench-controls" part="controls">${this.draw('run', () => renderRunControls(scene))}</div>
          <div class="bench-weights" part="detail">${this.draw('run', () => renderRuns(scene))}</div>
        </div>
      </section>
      <section class="steps-bench" data-part="steps" tabindex="-1" role="group" aria-label=${t('steps.title')}>
        ${proseSection(prose, 'streaming')} ${this.draw('steps', () => renderSteps(scene))}
      </section>
      <section data-part="formula">
        ${proseSection(prose, 'formula')} ${this.draw('formula', () => renderFormula(scene))}
      </section>
      ${this.renderCodeFold(basic, code, () => import('./code?excerpts'))} ${this.renderExperiments(basic)}`;
  }

  #scene(basic: BasicScene<State, Numbers, Texts>): Scene {
    return {
      ...basic,
      measuring: this.#measuring,
      start: () =>
        this.#measuring.start(measuredTwin(basic.state), basic.state.longest, this.props.engine),
      stop: () => this.#measuring.stop(),
      runs: this.runs,
      compared: this.compared,
      compare: (run) => {
        this.compared = run;
      },
      forgetRuns: () => {
        forgetRuns();
        this.runs = [];
        this.compared = undefined;
      },
    };
  }
}

customElements.define('al-cost', CostView);

// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { proseSection } from '../../components/prose.ts';
import { AttentionError, type Engine } from '../../engine/index.ts';
import { initialState } from '../../state/fields.ts';
import { type LessonParts, LessonView, lessonSheet } from '../lesson-view.ts';
import type { BasicScene } from '../scene.ts';
import { Sweeping, type Work } from '../sweeping.ts';
import excerpts from './code?excerpts';
import { code } from './code.ts';
import { type Numbers, numbersOf } from './compute.ts';
import { renderAssumptions, renderControls, resultText } from './controls.ts';
import { renderCurveControls, renderCurves } from './curves.ts';
import { experiments } from './experiments.ts';
import { renderBins, renderHistogram } from './picture.ts';
import { predictions } from './predictions.ts';
import { renderRows } from './rows.ts';
import { Sampling } from './sampling.ts';
import type { Scene, Texts } from './scene.ts';
import { drawsKey, fields, type State, withinRanges } from './state.ts';
import { renderSteps } from './steps.ts';
import { type Place, sweep, sweepKey } from './sweep.ts';
import css from './view.css?inline';

/** What is shown below the fold, in the second picture. */
const ABOUT_SOFTMAX = ['gradient', 'clt'];

/** The lesson "scaling". What is drawn comes in slices: a first estimate with each state, the rest by and by. */
export class ScalingView extends LessonView<State, Numbers, Texts> {
  static override css = lessonSheet('al-scaling', css);

  protected override readonly parts: LessonParts<State> = {
    id: 'scaling',
    initial: initialState(fields),
    withinRanges,
    experiments,
    predictions,
  };

  #sampling: Sampling | undefined;
  readonly #sweeping = new Sweeping<State, Place>({ key: sweepKey, run: sweep }, () =>
    this.requestUpdate(),
  );

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.#begin(this.props.state, this.props.engine);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.forgetJobs();
    this.#sweeping.stop();
  }

  protected override forgetJobs(): void {
    this.#sampling?.release();
    this.#sampling = undefined;
  }

  protected override compute(state: State, engine: Engine): Numbers {
    this.#sweeping.follow(state);
    const last = this.#sampling;
    const isKept = last !== undefined && drawsKey(last.state) === drawsKey(state);
    const sampling = isKept ? last : this.#begin(state, engine);
    return numbersOf(state, engine, sampling.draws);
  }

  protected override resultText = (scene: BasicScene<State, Numbers, Texts>): string =>
    resultText(scene, this.#sampling?.isRunning === true);

  protected override benchOf(id: string): string {
    return ABOUT_SOFTMAX.includes(id) ? '.curves-bench' : '.bench';
  }

  protected override renderBody(basic: BasicScene<State, Numbers, Texts>) {
    const { t, state } = basic;
    const { prose, engine } = this.props;
    const draws = this.#sampling?.draws;
    const isNews = draws !== undefined && draws.dots !== basic.numbers.dots;
    const scene: Scene = {
      ...basic,
      numbers: isNews ? numbersOf(state, engine, draws) : basic.numbers,
      sampling: this.#samplingWork(),
      sweep: this.#sweeping.work(state, engine),
    };
    return html`
      <section class="bench" part="bench" tabindex="-1" aria-label=${t('bench')}>
        <div class="bench-plot" part="plot">
          <h2>${t('histogram.title')}</h2>
          ${renderHistogram(scene)} ${renderBins(scene)}
        </div>
        <div class="bench-controls" part="controls">${renderControls(scene, this.reset)}</div>
        ${this.renderStatus(scene)}
        <div class="bench-weights" part="detail"><h2>${t('assumption.title')}</h2> ${renderAssumptions(scene)}</div>
      </section>
      <section class="questions">
        <h2>${t('predict.title')}</h2>
        ${predictions.map(({ id }) => this.renderPrediction(scene, id))}
      </section>
      <section data-part="steps">
        ${proseSection(prose, 'derivation')} ${this.draw('steps', () => renderSteps(scene))}
      </section>
      <section>
        ${proseSection(prose, 'softmax')} ${renderRows(scene)}
        <div class="bench curves-bench" part="bench" tabindex="-1" role="group" aria-label=${t('curves.title')}>
          <div class="bench-plot" part="plot"><h2>${t('curves.title')}</h2> ${renderCurves(scene)}</div>
          <div class="bench-controls" part="controls">${renderCurveControls(scene)}</div>
        </div>
      </section>
      ${this.renderCode(scene, code, excerpts)} ${this.renderExperiments(scene)}`;
  }

  #begin(state: State, engine: Engine): Sampling {
    const sampling = new Sampling(state, engine);
    this.#sampling?.release();
    this.#sampling = sampling;
    void this.#go(sampling);
    return sampling;
  }

  async #go(sampling: Sampling): Promise<void> {
    try {
      await sampling.run(() => this.requestUpdate());
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      // One whose instance was lost has been replaced.
      if (sampling !== this.#sampling) return;
      this.refusal = error;
    }
    this.requestUpdate();
  }

  #samplingWork(): Work {
    const sampling = this.#sampling;
    return {
      isRunning: sampling?.isRunning ?? false,
      done: sampling?.done ?? 0,
      start: () => sampling && void this.#go(sampling),
      stop: () => sampling?.pause(),
    };
  }
}

customElements.define('al-scaling', ScalingView);

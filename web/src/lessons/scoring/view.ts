// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { proseSection } from '../../components/prose.ts';
import type { Engine } from '../../engine/index.ts';
import { initialState } from '../../state/fields.ts';
import { type LessonParts, LessonView, lessonSheet } from '../lesson-view.ts';
import type { BasicScene } from '../scene.ts';
import { Sweeping } from '../sweeping.ts';
import { code } from './code.ts';
import { compute, type Numbers } from './compute.ts';
import { renderControls, renderMatrices, resultText } from './controls.ts';
import { costKey, measureCost, type Times } from './cost.ts';
import { renderCost } from './cost-view.ts';
import { renderCurveControls, renderCurves, renderDrawn } from './curves.ts';
import { experiments } from './experiments.ts';
import { renderFormula } from './formula.ts';
import { renderMaps, renderPlane } from './picture.ts';
import { predictions } from './predictions.ts';
import type { FullScene, Pair, Texts } from './scene.ts';
import { renderStages } from './stages.ts';
import { fields, type State, withinRanges } from './state.ts';
import { type Place, sweep, sweepKey } from './sweep.ts';
import css from './view.css?inline';

/** What is shown by the curves. */
const ABOUT_SPREAD = ['spread', 'init'];

/** The lesson "scoring". */
export class ScoringView extends LessonView<State, Numbers, Texts> {
  static override css = lessonSheet('al-scoring', css);
  static override properties = { ...LessonView.properties, pointed: { state: true } };

  declare protected pointed: Pair | undefined;

  protected override readonly parts: LessonParts<State> = {
    id: 'scoring',
    initial: initialState(fields),
    withinRanges,
    experiments,
    predictions,
  };

  readonly #news = (): void => this.requestUpdate();
  readonly #sweeping = new Sweeping<State, Place>({ key: sweepKey, run: sweep }, this.#news);
  readonly #costing = new Sweeping<State, Times>({ key: costKey, run: measureCost }, this.#news);

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sweeping.stop();
    this.#costing.stop();
  }

  protected override compute(state: State, engine: Engine): Numbers {
    this.#sweeping.follow(state);
    this.#costing.follow(state);
    return compute(state, engine);
  }

  protected override resultText(basic: BasicScene<State, Numbers, Texts>): string {
    return resultText(this.#scene(basic));
  }

  protected override benchOf(id: string): string {
    return ABOUT_SPREAD.includes(id) ? '.curves-bench' : '.bench';
  }

  protected override renderBody(basic: BasicScene<State, Numbers, Texts>) {
    const { t } = basic;
    const { prose } = this.props;
    const scene = this.#scene(basic);
    return html`
      <section class="bench" part="bench" tabindex="-1" aria-label=${t('bench')}>
        <div class="bench-plot" part="plot">${renderPlane(scene)} ${renderMaps(scene)}</div>
        <div class="bench-controls" part="controls">${renderControls(scene, this.reset)}</div>
        ${this.renderStatus(basic)}
        <div class="bench-weights" part="detail" data-part="matrices">
          <h2>${t('matrix.title')}</h2>
          ${this.draw('matrices', () => renderMatrices(scene))}
        </div>
      </section>
      <section class="questions">
        <h2>${t('predict.title')}</h2>
        ${this.renderPrediction(basic, 'length')} ${this.renderPrediction(basic, 'flip')}
      </section>
      <section data-part="stages">
        ${proseSection(prose, 'hidden')} ${this.draw('stages', () => renderStages(scene))}
      </section>
      <section data-part="formula">
        ${proseSection(prose, 'formula')} ${this.draw('formula', () => renderFormula(scene))}
      </section>
      <section class="spread-section" data-part="curves">
        ${proseSection(prose, 'spread')} ${this.renderPrediction(basic, 'spread')}
        <div class="bench curves-bench" part="bench" tabindex="-1" role="group" aria-label=${t('curves.title')}>
          <div class="bench-plot" part="plot">${this.draw('curves', () => renderCurves(scene))}</div>
          <div class="bench-controls" part="controls">${this.draw('curves', () => renderCurveControls(scene))}</div>
          <div class="bench-weights" part="detail">${this.draw('curves', () => renderDrawn(scene))}</div>
        </div>
      </section>
      <section>${proseSection(prose, 'odd')}</section>
      <section class="cost-section" data-part="cost">
        ${proseSection(prose, 'cost')} ${this.draw('cost', () => renderCost(scene))}
      </section>
      ${this.renderCodeFold(basic, code, () => import('./code?excerpts'))} ${this.renderExperiments(basic)}`;
  }

  #scene(basic: BasicScene<State, Numbers, Texts>): FullScene {
    const { state } = basic;
    const { engine } = this.props;
    return {
      ...basic,
      pair: this.pointed ?? [state.query - 1, state.key - 1],
      point: this.#point,
      sweep: this.#sweeping.work(state, engine),
      cost: this.#costing.work(state, engine),
    };
  }

  readonly #point = (pair: Pair | undefined): void => {
    this.pointed = pair;
  };
}

customElements.define('al-scoring', ScoringView);

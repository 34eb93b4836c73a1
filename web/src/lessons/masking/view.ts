// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { proseSection } from '../../components/prose.ts';
import type { Engine } from '../../engine/index.ts';
import { initialState } from '../../state/fields.ts';
import { type LessonParts, LessonView, lessonSheet } from '../lesson-view.ts';
import type { BasicScene, Computed } from '../scene.ts';
import { code } from './code.ts';
import { compute, type Numbers } from './compute.ts';
import { renderControls, resultText } from './controls.ts';
import { experiments } from './experiments.ts';
import { renderFillControls, renderFills, renderLeaks } from './fills.ts';
import { renderFormula } from './formula.ts';
import { renderMask, renderRow, renderRowChoice, renderWeights } from './picture.ts';
import { predictions } from './predictions.ts';
import { renderSample, renderSampleControls } from './sample-view.ts';
import { lookedAt, type Scene, short, type Texts } from './scene.ts';
import { renderStages } from './stages.ts';
import { fields, type State, withinRanges } from './state.ts';
import { renderTwice, renderTwiceControls } from './twice-view.ts';
import css from './view.css?inline';

/** Which bench shows an experiment or a prediction, where it is not the first. */
const BENCHES: Readonly<Record<string, string>> = {
  leak: '.fills-bench',
  empty: '.fills-bench',
  large: '.fills-bench',
  inplace: '.twice-bench',
  lens: '.twice-bench',
  shape: '.twice-bench',
  second: '.twice-bench',
  equal: '.sample-bench',
  heatmap: '.sample-bench',
};

/** The lesson "masking". */
export class MaskingView extends LessonView<State, Numbers, Texts> {
  static override css = lessonSheet('al-masking', css);
  static override properties = { ...LessonView.properties, active: { state: true } };

  declare protected active: number | undefined;

  protected override readonly parts: LessonParts<State> = {
    id: 'masking',
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
    return BENCHES[id] ?? '.bench';
  }

  protected override renderBody(basic: BasicScene<State, Numbers, Texts>) {
    const { t, state } = basic;
    const { prose } = this.props;
    const scene = this.#scene(basic);
    const { name } = lookedAt(scene);
    const part = (id: string, picture: typeof renderFills, controls: typeof renderFills) => html`
      <div class="bench ${id}-bench" tabindex="-1" role="group" aria-label=${t(`${id}.bench` as 'fills.bench')}>
        <div class="bench-plot" part="plot">${this.draw(id, () => picture(scene))}</div>
        <div class="bench-controls" part="controls">${this.draw(id, () => controls(scene))}</div>
      </div>`;
    return html`
      <section class="bench" part="bench" tabindex="-1" aria-label=${t('bench')}>
        <div class="bench-plot mask-plot" part="plot">
          <div>
            <h2>${state.size === 1 ? t('mask.title') : t('mask.titleSized', { size: short(scene, state.size) })}</h2>
            ${renderMask(scene)}
          </div>
          <div><h2>${t('weights.title')}</h2> ${renderWeights(scene)}</div>
        </div>
        <div class="bench-controls" part="controls">${renderControls(scene, this.reset)}</div>
        ${this.renderStatus(basic)}
        <div class="bench-weights" part="detail">
          <h2>${t('row.title', { query: name })}</h2>
          ${renderRowChoice(scene)} ${renderRow(scene)}
        </div>
      </section>
      <section class="predictions">
        <h2>${t('predict.title')}</h2>
        ${this.renderPrediction(basic, 'nobody')} ${this.renderPrediction(basic, 'large')}
        ${this.renderPrediction(basic, 'second')}
      </section>
      <section data-part="stages">
        <h2>${t('stages.title', { query: name })}</h2>
        ${this.draw('stages', () => renderStages(scene))}
      </section>
      <section data-part="fills">
        ${proseSection(prose, 'fills')} ${part('fills', (one) => html`${renderLeaks(one)} ${renderFills(one)}`, renderFillControls)}
      </section>
      <section data-part="twice">
        ${proseSection(prose, 'twice')} ${part('twice', renderTwice, renderTwiceControls)}
      </section>
      <section data-part="sample">
        ${proseSection(prose, 'sample')} ${part('sample', renderSample, renderSampleControls)}
      </section>
      <section data-part="formula">
        ${proseSection(prose, 'formula')} ${this.draw('formula', () => renderFormula(scene))}
      </section>
      ${this.renderCodeFold(basic, code, () => import('./code?excerpts'))} ${this.renderExperiments(basic)}`;
  }

  #scene(basic: BasicScene<State, Numbers, Texts>): Scene {
    return { ...basic, active: this.active, activate: this.#activate };
  }

  readonly #activate = (index: number | undefined): void => {
    this.active = index;
  };
}

customElements.define('al-masking', MaskingView);

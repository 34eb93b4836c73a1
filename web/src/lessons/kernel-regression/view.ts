// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { proseSection } from '../../components/prose.ts';
import type { Engine } from '../../engine/index.ts';
import { initialState } from '../../state/fields.ts';
import { type LessonParts, LessonView } from '../lesson-view.ts';
import type { BasicScene, Computed } from '../scene.ts';
import excerpts from './code?excerpts';
import { code } from './code.ts';
import { compute, type Numbers } from './compute.ts';
import { renderControls, resultText } from './controls.ts';
import { experiments } from './experiments.ts';
import { renderFormula } from './formula.ts';
import { renderPlot, renderWeights } from './picture.ts';
import { predictions } from './predictions.ts';
import type { Scene, Texts } from './scene.ts';
import { renderStages } from './stages.ts';
import { fields, type State, withinRanges } from './state.ts';
import css from './view.css?inline';

/** The lesson "kernel regression". */
export class KernelRegressionView extends LessonView<State, Numbers, Texts> {
  static override css = `${LessonView.css}${css}`;
  static override properties = { ...LessonView.properties, active: { state: true } };

  declare protected active: number | undefined;

  protected override readonly parts: LessonParts<State> = {
    id: 'kernel-regression',
    initial: initialState(fields),
    withinRanges,
    experiments,
    predictions,
  };

  protected override compute(state: State, engine: Engine, last?: Computed<State, Numbers>) {
    return compute(state, engine, last);
  }

  protected override resultText = resultText;

  protected override renderBody(basic: BasicScene<State, Numbers, Texts>) {
    const { t, state } = basic;
    const { prose } = this.props;
    const scene: Scene = {
      ...basic,
      // A link or "back" may have taken the marked key away.
      active: (this.active ?? 0) < state.keys.length ? this.active : undefined,
      activate: this.#activate,
    };
    return html`
      <section class="bench" tabindex="-1" aria-label=${t('bench')}>
        <div class="bench-plot"><h2>${t('plot.title')}</h2> ${renderPlot(scene)}</div>
        <div class="bench-controls">${renderControls(scene, this.reset)}</div>
        ${this.renderStatus(scene)}
        <div class="bench-weights"><h2>${t('weights.title')}</h2> ${renderWeights(scene)}</div>
      </section>
      <section>
        <h2>${t('stages.title')}</h2>
        ${renderStages(scene)}
      </section>
      <section>${proseSection(prose, 'formula')} ${renderFormula(scene)}</section>
      ${this.renderCode(scene, code, excerpts)}
      ${this.renderExperiments(scene)}`;
  }

  readonly #activate = (index: number | undefined): void => {
    this.active = index;
  };
}

customElements.define('al-kernel-regression', KernelRegressionView);

// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { proseSection } from '../../components/prose.ts';
import type { Engine } from '../../engine/index.ts';
import { initialState } from '../../state/fields.ts';
import { type LessonParts, LessonView, lessonSheet } from '../lesson-view.ts';
import type { Computed } from '../scene.ts';
import { code } from './code.ts';
import { compute, type Numbers } from './compute.ts';
import { renderControls, renderMask, resultText } from './controls.ts';
import { renderDropout, renderDropoutControls } from './dropout-view.ts';
import { experiments } from './experiments.ts';
import { renderFormula } from './formula.ts';
import { renderAllHeads, renderInfluence } from './pipeline/all-heads.ts';
import { renderPipeline } from './pipeline/bench.ts';
import { renderStages } from './pipeline/stages.ts';
import { predictions } from './predictions.ts';
import type { Scene, Texts } from './scene.ts';
import { renderSplits } from './splits-view.ts';
import { fields, type State, withinRanges } from './state.ts';
import { renderLayers, renderVariants } from './variants-view.ts';
import css from './view.css?inline';

/** Where a statement or a question is seen; the pipeline unless named. */
const BENCHES: Readonly<Record<string, string>> = {
  dead: '.variants-bench',
  million: '.variants-bench',
  split: '.split-bench',
  dropout: '.dropout-bench',
  global: '.influence-bench',
};

/** The lesson "multi-head". */
export class MultiHeadView extends LessonView<State, Numbers, Texts> {
  static override css = lessonSheet('al-multi-head', css);

  protected override readonly parts: LessonParts<State> = {
    id: 'multi-head',
    initial: initialState(fields),
    withinRanges,
    experiments,
    predictions,
  };

  protected override compute(state: State, engine: Engine, last?: Computed<State, Numbers>) {
    return compute(state, engine, last);
  }

  protected override resultText = resultText;

  protected override benchOf(id: string): string {
    return BENCHES[id] ?? '.bench';
  }

  protected override renderBody(scene: Scene) {
    const { t, state, numbers } = scene;
    const { prose } = this.props;
    return html`
      <section class="bench" part="bench" tabindex="-1" aria-label=${t('bench')}>
        <div class="bench-plot" part="plot">${renderPipeline(scene)}</div>
        <div class="bench-controls" part="controls">${renderControls(scene, this.reset)}</div>
        ${this.renderStatus(scene)}
        <div class="bench-weights" part="detail" data-part="heads">
          <h2>${t('heads.title')}</h2>
          ${this.#drawOwn('heads', scene, [numbers.run, state.head], () => renderAllHeads(scene))}
        </div>
      </section>
      <section>
        <h2>${t('predict.title')}</h2>
        ${this.renderPrediction(scene, 'parameters')}
      </section>
      <section data-part="stages">
        <h2>${t('stages.title')}</h2>
        ${this.draw('stages', () => renderStages(scene))}
      </section>
      <section data-part="split">
        ${proseSection(prose, 'split')}
        <div class="panel split-bench" tabindex="-1" role="group" aria-label=${t('split.title')}>
          ${this.#drawOwn('split', scene, [numbers.splits], () => renderSplits(scene))}
        </div>
      </section>
      <section data-part="variants">
        ${proseSection(prose, 'variants')} ${this.renderPrediction(scene, 'million')}
        <div class="panel variants-bench" tabindex="-1" role="group" aria-label=${t('variants.title')}>
          ${this.#drawOwn('variants', scene, [numbers.runs, state.variant], () => html`${renderLayers(scene)} ${renderVariants(scene)}`)}
        </div>
      </section>
      <section data-part="influence">
        ${proseSection(prose, 'global')}
        <div class="bench influence-bench" part="bench" tabindex="-1" role="group" aria-label=${t('influence.title')}>
          <div class="bench-plot" part="plot">${this.#drawOwn('influence', scene, [numbers.influence], () => renderInfluence(scene))}</div>
          <div class="bench-controls" part="controls">${this.draw('influence', () => renderMask(scene))}</div>
        </div>
      </section>
      <section data-part="dropout">
        ${proseSection(prose, 'dropout')}
        <div class="bench dropout-bench" part="bench" tabindex="-1" role="group" aria-label=${t('dropout.title')}>
          <div class="bench-plot" part="plot">${this.draw('dropout', () => renderDropout(scene))}</div>
          <div class="bench-controls" part="controls">${this.draw('dropout', () => renderDropoutControls(scene))}</div>
        </div>
      </section>
      <section data-part="formula">
        ${proseSection(prose, 'formula')} ${this.draw('formula', () => renderFormula(scene))}
      </section>
      ${this.renderCodeFold(scene, code, () => import('./code?excerpts'))} ${this.renderExperiments(scene)}`;
  }

  /** As `draw`, and anew only when its own numbers have changed: most picks leave most of the page as it is. */
  #drawOwn(part: string, { i18n }: Scene, own: readonly unknown[], render: () => TemplateResult) {
    return this.draw(part, () => html`${guard([...own, i18n.language, i18n.digits], render)}`);
  }
}

customElements.define('al-multi-head', MultiHeadView);

// SPDX-License-Identifier: MIT
import type { Prose } from '*.md';
import { html, nothing, type TemplateResult } from 'lit';
import '../components/exact-number.ts';
import type { Stage, StageScene } from './define-lesson.ts';

export interface StageParts {
  /** Undefined if the title and the question are shown elsewhere. */
  readonly prose: Prose | undefined;
  readonly isVerify: boolean;
  readonly isMoreOpen: boolean;
  readonly onMore: () => void;
  readonly onReset: () => void;
}

/** The figure, the main number and the controls. */
export function renderStage<State, Numbers, Texts>(
  stage: Stage<State, Numbers, Texts>,
  scene: StageScene<State, Numbers, Texts>,
  { prose, isVerify, isMoreOpen, onMore, onReset }: StageParts,
): TemplateResult {
  const { t } = scene.i18n;
  const hasMore = stage.more !== undefined || (isVerify && stage.expert !== undefined);
  const more = isMoreOpen
    ? [...(stage.more?.(scene) ?? []), ...((isVerify && stage.expert?.(scene)) || [])]
    : undefined;
  return html`
    <section class=${isMoreOpen ? 'stage more' : 'stage'} part="stage" tabindex="-1" aria-label=${t('stage.label')}>
      ${prose === undefined ? nothing : renderTitle(prose)}
      <div class="stage-figure" part="plot">${stage.figure(scene)}</div>
      <div class="stage-row">
        ${renderMain(stage, scene)}
        <div class="stage-buttons">
          ${
            hasMore
              ? html`<button type="button" class="quiet" aria-expanded=${isMoreOpen} @click=${onMore}>
                  ${t('stage.more')}</button>`
              : nothing
          }
          <button type="button" class="quiet" @click=${onReset}>${t('action.reset')}</button>
        </div>
      </div>
      <div class="stage-controls" part="controls">${stage.controls(scene)}</div>
      ${more ? html`<div class="stage-controls stage-more">${more}</div>` : nothing}
    </section>`;
}

/** The title and the question of the lesson. */
export const renderTitle = (prose: Prose): TemplateResult => html`
  <header class="stage-head" part="head">
    <h1>${prose.title}</h1>
    <p class="stage-question">${prose.sections.question?.heading}</p>
  </header>`;

function renderMain<State, Numbers, Texts>(
  stage: Stage<State, Numbers, Texts>,
  scene: StageScene<State, Numbers, Texts>,
): TemplateResult {
  const { label, value, unit, term, note } = stage.main(scene);
  const notes = note === undefined ? nothing : html`<span class="main-note">${note}</span>`;
  if (value === undefined)
    return html`<p class="main-number result empty" part="result"><span class="main-label">${label}</span> ${notes}</p>`;
  return html`
    <p class="main-number result" part="result">
      <span class="main-label result-label">${label}</span>
      <strong class="result-number" data-term=${term ?? nothing}><al-exact .value=${value}></al-exact></strong>
      ${unit === undefined ? nothing : html`<span class="unit">${unit}</span>`}
      ${notes}
    </p>`;
}

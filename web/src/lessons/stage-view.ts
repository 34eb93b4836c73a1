// SPDX-License-Identifier: MIT
import type { Prose } from '*.md';
import { html, nothing, type TemplateResult } from 'lit';
import '../components/exact-number.ts';
import type { Stage, StageScene } from './define-lesson.ts';
import { renderLessonHeader } from './lesson-header.ts';

export interface StageParts {
  /** The lesson's text, which contains its title and question. Undefined if these are shown elsewhere. */
  readonly prose: Prose | undefined;
  /** The ARIA role of the stage's element. */
  readonly role: string;
  readonly isVerify: boolean;
  readonly isMoreOpen: boolean;
  readonly onMore: () => void;
  readonly onReset: () => void;
}

export function renderStage<State, Numbers, Texts>(
  stage: Stage<State, Numbers, Texts>,
  scene: StageScene<State, Numbers, Texts>,
  { prose, role, isVerify, isMoreOpen, onMore, onReset }: StageParts,
): TemplateResult {
  const { t } = scene.i18n;
  const hasMore = stage.more !== undefined || (isVerify && stage.expert !== undefined);
  const more = isMoreOpen
    ? [...(stage.more?.(scene) ?? []), ...((isVerify && stage.expert?.(scene)) || [])]
    : undefined;
  return html`
    <section class=${isMoreOpen ? 'stage more' : 'stage'} part="stage" tabindex="-1" role=${role} aria-label=${t('stage.label')}>
      ${prose === undefined ? nothing : renderLessonHeader(prose)}
      <div class="stage-figure" part="plot" data-part="figure">${scene.draw('figure', () => stage.figure(scene))}</div>
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

function renderMain<State, Numbers, Texts>(
  stage: Stage<State, Numbers, Texts>,
  scene: StageScene<State, Numbers, Texts>,
): TemplateResult {
  const { label, value, unit, term, note, isPending } = stage.main(scene);
  const notes = note === undefined ? nothing : html`<span class="main-note">${note}</span>`;
  if (isPending)
    return html`<p class="main-number pending"><span class="main-label">${label}</span> <strong class="result-room">–</strong> ${notes}</p>`;
  if (value === undefined)
    return html`<p class="main-number result empty" part="result"><span class="main-label">${label}</span> ${notes}</p>`;
  return html`
    <p class="main-number result" part="result">
      <span class="main-label">${label}</span>
      <strong class="result-number" data-term=${term ?? nothing}><al-exact .value=${value}></al-exact></strong>
      ${unit === undefined ? nothing : html`<span class="unit">${unit}</span>`}
      ${notes}
    </p>`;
}

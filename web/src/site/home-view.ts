// SPDX-License-Identifier: MIT
// The content of the home page. The build renders it too, so that it is part of the first paint.
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { Engine } from '../engine/index.ts';
import type { I18n } from '../i18n/i18n.ts';
import { lessonSummary, lessonTitle } from '../i18n/lesson-names.ts';
import type { LessonEntry } from '../lessons/lesson.ts';
import { lessonNumber } from '../lessons/registry.ts';
import { placeHash } from '../state/place.ts';
import type { Progress } from './progress.ts';
import { renderSketch } from './sketches.ts';
import { stops } from './stops.ts';
import { renderTested } from './walk.ts';

/** The lesson that the home page shows as a preview: the first one. */
export const first = stops[0] as LessonEntry;

export interface HomeParts {
  readonly i18n: I18n;
  /** Undefined until the engine is loaded. The page is shown without it. */
  readonly engine: Engine | undefined;
  readonly preview: TemplateResult | undefined;
  readonly progress: Progress;
  /** The number of lesson cards that show their picture so far. The pictures appear one after the other. */
  readonly sketches: number;
  readonly onForget: () => void;
}

/** Renders an introduction and the list of lessons. */
export function renderHome(parts: HomeParts) {
  const { i18n, engine, preview, progress, sketches, onForget } = parts;
  const { t } = i18n;
  const hasBegun = stops.some(({ id }) => id in progress);
  return html`
    <div class="home">
      <section class="hero">
        <div>
          <h1>${t('home.title')}</h1>
          <p class="lead">${t('home.lead')}</p>
          ${renderStart(i18n, progress, hasBegun)}
        </div>
        <div class="preview" data-lesson=${first.id}>${preview ?? nothing}</div>
      </section>
      <section aria-labelledby="home-lessons">
        <h2 id="home-lessons">${t('home.lessons')}</h2>
        <ol class="lesson-list">
          ${stops.map(
            ({ id, optional }, index) => html`
              <li class=${lessonNumber(id) === undefined ? nothing : 'numbered'}>
                <a href=${placeHash(id)}>
                  ${guard([id, engine, index < sketches], () => renderSketch(id, index < sketches ? engine : undefined))}
                  <strong>${lessonTitle(i18n, id)}</strong>
                  ${optional ? html`<span class="optional">${t('walk.optional')}</span>` : nothing}
                  <span>${lessonSummary(i18n, id)}</span>
                  ${renderDone(id, progress, i18n)}
                </a>
              </li>`,
          )}
        </ol>
        ${hasBegun ? renderForget(i18n, onForget) : nothing}
      </section>
    </div>`;
}

/**
 * Renders a link to the first page of the course that the reader has not opened yet. Skips optional lessons. If all
 * pages have been opened, the link leads to the first lesson.
 */
function renderStart(i18n: I18n, progress: Progress, hasBegun: boolean) {
  const { id } = stops.find((one) => !one.optional && !(one.id in progress)) ?? first;
  const title = lessonTitle(i18n, id);
  return html`
    <p><a class="start" href=${placeHash(id)}>${i18n.t(hasBegun ? 'walk.goOn' : 'walk.start', { title })}</a></p>`;
}

function renderDone(lesson: string, progress: Progress, i18n: I18n) {
  if (!(lesson in progress)) return nothing;
  return html`
    <span class="lesson-done">
      <span><span aria-hidden="true">✓</span> ${i18n.t('walk.opened')}</span>
      ${renderTested(lesson, progress, i18n)}
    </span>`;
}

const renderForget = ({ t }: I18n, onForget: () => void) => html`
  <p class="progress-note">
    ${t('walk.progress')}
    <button type="button" class="quiet" @click=${onForget}>${t('walk.forget')}</button>
  </p>`;

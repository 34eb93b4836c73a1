// SPDX-License-Identifier: MIT
// Navigation between lessons: the reader's position, the previous lesson and the next one.
import { html, nothing } from 'lit';
import type { I18n } from '../i18n/i18n.ts';
import { lessonSummary, lessonTitle } from '../i18n/lesson-names.ts';

import { placeHash } from '../state/place.ts';
import { type Progress, testedOf } from './progress.ts';
import { stops } from './stops.ts';

const indexOf = (lesson: string) => stops.findIndex(({ id }) => id === lesson);

/** How many of a lesson's statements the reader has tested. Empty if the lesson has none. */
export function renderTested(lesson: string, progress: Progress, { t }: I18n) {
  const { tested, all } = testedOf(lesson, progress);
  if (all === 0) return nothing;
  return html`
    <span class="walk-tested">
      <progress max=${all} .value=${tested} aria-hidden="true"></progress>
      ${t('walk.tested', { tested, all })}
    </span>`;
}

/**
 * A line above a lesson: its position, the reader's progress, and the share button.
 * @param share  undefined if the lesson cannot be shared
 */
export function renderPosition(
  lesson: string,
  progress: Progress,
  i18n: I18n,
  share: (() => void) | undefined,
) {
  const params = { number: indexOf(lesson) + 1, count: stops.length };
  return html`
    <div class="walk-position">
      <span>${i18n.t('walk.position', params)}</span>
      ${renderTested(lesson, progress, i18n)}
      ${
        share
          ? html`
            <button type="button" class="share-open" aria-haspopup="dialog" @click=${share}>
              ${i18n.t('share.open')}
            </button>`
          : nothing
      }
    </div>`;
}

/** Links below a lesson to the previous and the next one. */
export function renderWalk(lesson: string, i18n: I18n) {
  const { t } = i18n;
  const index = indexOf(lesson);
  const previous = stops[index - 1];
  const next = stops[index + 1];
  return html`
    <nav class="walk" aria-label=${t('walk.label')}>
      ${
        next
          ? html`
            <a class="walk-next" rel="next" href=${placeHash(next.id)}>
              <span>${t('walk.next')}</span>
              <strong>${lessonTitle(i18n, next.id)}</strong>
              <span>${lessonSummary(i18n, next.id)}</span>
            </a>`
          : html`<p class="walk-next">${t('walk.end')}</p>`
      }
      ${
        previous
          ? html`
            <a rel="prev" href=${placeHash(previous.id)}>
              ${t('walk.previous')}: ${lessonTitle(i18n, previous.id)}
            </a>`
          : nothing
      }
      <a href="#/">${t('walk.all')}</a>
    </nav>`;
}

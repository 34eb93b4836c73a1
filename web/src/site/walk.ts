// SPDX-License-Identifier: MIT
// Navigation between lessons: the position in the course, and links to the previous and the next lesson.
import { html, nothing } from 'lit';
import type { I18n } from '../i18n/i18n.ts';
import { lessonSummary, lessonTitle } from '../i18n/lesson-names.ts';
import type { LessonEntry } from '../lessons/lesson.ts';
import { lessonCount, lessonNumber } from '../lessons/registry.ts';
import { pageAddress } from '../state/address.ts';
import { type Progress, testedOf } from './progress.ts';
import { stops, titleLanguage } from './stops.ts';

const indexOf = (lesson: string) => stops.findIndex(({ id }) => id === lesson);

/** Renders how many claims of a lesson (statements of the documents) the reader has tested, if it has claims. */
export function renderTested(lesson: string, progress: Progress, { t }: I18n) {
  const { tested, all } = testedOf(lesson, progress);
  if (all === 0) return nothing;
  return html`
    <span class="walk-tested">
      <progress max=${all} value=${tested} aria-hidden="true"></progress>
      ${t('walk.tested', { tested, all })}
    </span>`;
}

/** Renders the link below a lesson to its page Verify, which links back to `step` (undefined: the first step). */
export const renderMore = (
  { id, claims = 0 }: LessonEntry,
  step: string | undefined,
  i18n: I18n,
) =>
  claims === 0
    ? nothing
    : html`
      <p class="walk-more">
        <a href=${pageAddress(id, step ? new URLSearchParams({ step }) : undefined, 'verify')}>
          ${i18n.t('list.named', { name: i18n.t('panel.verify'), text: i18n.t('panel.verifyText', { count: claims }) })}</a>
      </p>`;

/** Renders the line above a page without steps: its position in the course, and the number of tested claims. */
export function renderPosition(lesson: string, progress: Progress, i18n: I18n) {
  const { optional } = stops[indexOf(lesson)] ?? {};
  const number = lessonNumber(lesson);
  const position =
    number === undefined ? nothing : i18n.t('walk.position', { number, count: lessonCount });
  return html`
    <div class="walk-position">
      <span>${optional ? i18n.t('walk.optionalLesson') : position}</span>
      ${renderTested(lesson, progress, i18n)}
    </div>`;
}

/** The nearest page before (`step` = −1) or after (`step` = 1) an index, except optional lessons. Undefined if none. */
function mainStop(index: number, step: -1 | 1): LessonEntry | undefined {
  let at = index + step;
  while (stops[at]?.optional) at += step;
  return stops[at];
}

/** Links to the nearest previous and next pages that are not optional, and to an optional lesson directly after. */
export function renderWalk(lesson: string, i18n: I18n) {
  const { t } = i18n;
  const index = indexOf(lesson);
  const previous = mainStop(index, -1);
  const next = mainStop(index, 1);
  const beside = stops[index + 1]?.optional ? stops[index + 1] : undefined;
  return html`
    <nav class="walk" lang=${i18n.language} dir=${i18n.direction} aria-label=${t('walk.label')}>
      ${
        next
          ? html`
            <a class="walk-next" rel="next" href=${pageAddress(next.id)}>
              <span>${t('walk.next')}</span>
              <strong lang=${titleLanguage(next, i18n)}>${lessonTitle(i18n, next.id)}</strong>
              <span lang=${titleLanguage(next, i18n)}>${lessonSummary(i18n, next.id)}</span>
            </a>`
          : html`<p class="walk-next">${t('walk.end')}</p>`
      }
      ${
        beside
          ? html`
            <a class="walk-optional" href=${pageAddress(beside.id)}>
              ${t('list.named', { name: t('walk.optional'), text: lessonTitle(i18n, beside.id) })}
            </a>`
          : nothing
      }
      ${
        previous
          ? html`
            <a rel="prev" href=${pageAddress(previous.id)}>
              ${t('list.named', { name: t('walk.previous'), text: lessonTitle(i18n, previous.id) })}
            </a>`
          : nothing
      }
      <a href=${pageAddress()}>${t('walk.all')}</a>
    </nav>`;
}

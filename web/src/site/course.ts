// SPDX-License-Identifier: MIT
// The list of all lessons, which a button in the header opens.
import { html, nothing } from 'lit';
import type { I18n } from '../i18n/i18n.ts';
import { lessonTitle } from '../i18n/lesson-names.ts';
import type { LessonEntry } from '../lessons/lesson.ts';
import { lessonNumber } from '../lessons/registry.ts';
import { pageAddress } from '../state/address.ts';
import type { Progress } from './progress.ts';
import { stops, titleLanguage } from './stops.ts';

export const PARTS = [1, 2, 3] as const;

/** The number and the name of the part of the course that contains a lesson. Undefined for other pages. */
export function partTitle(lesson: string | undefined, { t }: I18n): string | undefined {
  const part = PARTS.find((one) => one === stops.find(({ id }) => id === lesson)?.part);
  return part && t('course.part', { part, name: t(`course.names.${part}`) });
}

function nameOf(id: string, isOpened: boolean, i18n: I18n): string {
  const title = lessonTitle(i18n, id);
  const number = lessonNumber(id);
  return number === undefined
    ? i18n.t(isOpened ? 'course.optionalOpened' : 'course.optional', { title })
    : i18n.t(isOpened ? 'course.opened' : 'course.lesson', { number, title });
}

/** Renders the button and the list: the lessons of each part, and the other pages. Opened pages are marked. */
export function renderCourse(current: string | undefined, progress: Progress, i18n: I18n) {
  const { t } = i18n;
  const link = (stop: LessonEntry, name: string) => html`
    <a href=${pageAddress(stop.id)} lang=${titleLanguage(stop, i18n)}
      aria-current=${stop.id === current ? 'page' : nothing}>${name}</a>`;
  const ofPart = (part: number | undefined) => stops.filter((stop) => stop.part === part);
  return html`
    <button type="button" class="tool" popovertarget="course" aria-label=${t('course.label')}>
      ${LIST}<span class="tool-name">${t('course.label')}</span>
    </button>
    <nav id="course" class="course" popover aria-label=${t('course.label')}>
      ${PARTS.map(
        (part) => html`
          <div>
            <p id=${`course-${part}`}>${t('course.part', { part, name: t(`course.names.${part}`) })}</p>
            <ol aria-labelledby=${`course-${part}`}>
              ${ofPart(part).map((stop) => html`<li>${link(stop, nameOf(stop.id, stop.id in progress && stop.id !== current, i18n))}</li>`)}
            </ol>
          </div>`,
      )}
      <p class="course-after">${ofPart(undefined).map((stop) => link(stop, lessonTitle(i18n, stop.id)))}</p>
    </nav>`;
}

const LIST = html`
  <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
    <path d="M4 6h16M4 12h16M4 18h10" />
  </svg>`;

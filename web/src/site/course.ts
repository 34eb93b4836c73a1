// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import type { I18n } from '../i18n/i18n.ts';
import { lessonTitle } from '../i18n/lesson-names.ts';
import { lessonNumber, lessons } from '../lessons/registry.ts';
import { pageAddress } from '../state/address.ts';
import type { Progress } from './progress.ts';

function nameOf(id: string, isOpened: boolean, i18n: I18n): string {
  const title = lessonTitle(i18n, id);
  const number = lessonNumber(id);
  return number === undefined
    ? i18n.t(isOpened ? 'course.optionalOpened' : 'course.optional', { title })
    : i18n.t(isOpened ? 'course.opened' : 'course.lesson', { number, title });
}

/**
 * Renders links to the lessons in course order. A mark at each link shows whether the lesson is open now or was opened
 * before.
 */
export const renderCourse = (current: string | undefined, progress: Progress, i18n: I18n) => html`
  <nav class="course" aria-label=${i18n.t('course.label')}>
    <ol>
      ${lessons.map(({ id, optional }) => {
        const isOpened = id in progress;
        const name = nameOf(id, isOpened, i18n);
        return html`
          <li class=${optional ? 'optional' : nothing}>
            <a href=${pageAddress(id)} title=${name} data-state=${isOpened ? 'opened' : 'open'}
              aria-current=${id === current ? 'page' : nothing}><span class="visually-hidden">${name}</span></a>
          </li>`;
      })}
    </ol>
  </nav>`;

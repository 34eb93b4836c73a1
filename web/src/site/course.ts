// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import type { I18n } from '../i18n/i18n.ts';
import { lessonTitle } from '../i18n/lesson-names.ts';
import { lessons } from '../lessons/registry.ts';
import { placeHash } from '../state/place.ts';
import type { Progress } from './progress.ts';

/** Links to the lessons in course order. The mark of each shows whether it is open now or has been opened before. */
export const renderCourse = (current: string | undefined, progress: Progress, i18n: I18n) => html`
  <nav class="course" aria-label=${i18n.t('course.label')}>
    <ol>
      ${lessons.map(({ id }, index) => {
        const isOpened = id in progress;
        const name = i18n.t(isOpened ? 'course.opened' : 'course.lesson', {
          number: index + 1,
          title: lessonTitle(i18n, id),
        });
        return html`
          <li>
            <a href=${placeHash(id)} title=${name} data-state=${isOpened ? 'opened' : 'open'}
              aria-current=${id === current ? 'page' : nothing}><span class="visually-hidden">${name}</span></a>
          </li>`;
      })}
    </ol>
  </nav>`;

/** Scrolls the mark of the current lesson to the middle of the row. */
export function showCurrent(within: ParentNode): void {
  const row = within.querySelector<HTMLElement>('.course ol');
  const mark = row?.querySelector<HTMLElement>('[aria-current]');
  if (!row || !mark) return;
  const [outer, inner] = [row.getBoundingClientRect(), mark.getBoundingClientRect()];
  row.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}

// SPDX-License-Identifier: MIT
import type { I18n } from './i18n.ts';

/** The title of a lesson, by the name of its folder. */
export const lessonTitle = ({ t }: I18n, id: string): string =>
  t(`lesson.${id}.title` as 'lesson.softmax.title');

/** The same in one sentence. */
export const lessonSummary = ({ t }: I18n, id: string): string =>
  t(`lesson.${id}.summary` as 'lesson.softmax.summary');

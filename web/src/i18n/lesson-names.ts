// SPDX-License-Identifier: MIT
import type { I18n, SharedKey } from './i18n.ts';

// The build adds these texts to the shared catalogue: each lesson's text has its own.
const text = ({ t }: I18n, key: string): string => t(key as SharedKey);

/** The title of a lesson, by the name of its folder. */
export const lessonTitle = (i18n: I18n, id: string): string => text(i18n, `lesson.${id}.title`);

/** The same in one sentence. */
export const lessonSummary = (i18n: I18n, id: string): string => text(i18n, `lesson.${id}.summary`);

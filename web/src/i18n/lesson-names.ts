// SPDX-License-Identifier: MIT
import type { I18n, SharedKey } from './i18n.ts';

// The type `SharedKey` lacks the keys of lesson titles and summaries, because the build adds these texts to the shared
// catalogue of messages. So the key is cast.
const text = ({ t }: I18n, key: string): string => t(key as SharedKey);

/**
 * The title of a lesson or other page.
 * @param id  the name of its folder
 */
export const lessonTitle = (i18n: I18n, id: string): string => text(i18n, `lesson.${id}.title`);

export const lessonSummary = (i18n: I18n, id: string): string => text(i18n, `lesson.${id}.summary`);

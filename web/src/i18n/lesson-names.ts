// SPDX-License-Identifier: MIT
import type { I18n, SharedKey } from './i18n.ts';

// The build adds lesson titles and summaries to the shared catalogue, so the type `SharedKey` lacks their keys.
const text = ({ t }: I18n, key: string): string => t(key as SharedKey);

/** The title of a lesson or other page. `id` is the name of its folder. */
export const lessonTitle = (i18n: I18n, id: string): string => text(i18n, `lesson.${id}.title`);

export const lessonSummary = (i18n: I18n, id: string): string => text(i18n, `lesson.${id}.summary`);

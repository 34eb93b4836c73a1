// SPDX-License-Identifier: MIT
import type { I18n, SharedKey } from './i18n.ts';

// The build adds these texts to the shared catalogue, so the type of its keys does not contain them.
const text = ({ t }: I18n, key: string): string => t(key as SharedKey);

/** A lesson's title. `id` is the name of its folder. */
export const lessonTitle = (i18n: I18n, id: string): string => text(i18n, `lesson.${id}.title`);

/** A lesson's summary in one sentence. */
export const lessonSummary = (i18n: I18n, id: string): string => text(i18n, `lesson.${id}.summary`);

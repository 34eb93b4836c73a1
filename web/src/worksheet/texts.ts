// SPDX-License-Identifier: MIT
import type { I18n } from '../i18n/i18n.ts';
import { entryTexts, type TextFile } from '../lessons/entry-texts.ts';
import { review } from '../review/lesson-entry.ts';
import { TEXTS } from './task.ts';

export const ownTexts = entryTexts(
  import.meta.glob<TextFile>('./text.*.md'),
  (language) => `./text.${language}.md`,
);

/** Loads the catalogues of messages that contain the questions: of worksheets, and of the review. */
export const loadTexts = (i18n: I18n): Promise<unknown> =>
  Promise.all([
    i18n.addCatalogue('review', review.messages),
    i18n.addCatalogue(TEXTS, ownTexts.messages),
  ]);

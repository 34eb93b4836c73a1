// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import { sentenceLanguage } from '../engine/sentences/languages.ts';
import type { I18n } from '../i18n/i18n.ts';
import type { LessonEntry } from './lesson.ts';

/** Renders a notice if the page, or the model for its sentence, does not exist in the reader's language. */
export function languageNotice(i18n: I18n, entry: Pick<LessonEntry, 'writtenIn' | 'sentences'>) {
  const { language, direction, t } = i18n;
  const isTranslated = entry.writtenIn(language) === language;
  if (isTranslated && (!entry.sentences || sentenceLanguage(language) === language)) return nothing;
  return html`
    <p class="language-notice" lang=${language} dir=${direction}>
      ${t(isTranslated ? 'language.sentences' : 'language.untranslated')}
    </p>`;
}

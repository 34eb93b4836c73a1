// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import '../components/sentence-box.ts';
import type { I18n } from '../i18n/i18n.ts';
import type { Change } from './lesson.ts';
import { MOST_WORDS, type OwnWords } from './words-field.ts';

interface WordsScene {
  readonly numbers: OwnWords;
  readonly i18n: I18n;
  readonly set: (change: { words: readonly string[] }, how: Change) => void;
}

/** Renders the box in which readers write a sentence for the trained model, folded until they open it. */
export const renderOwnWords = ({ numbers, i18n, set }: WordsScene): TemplateResult => html`
  <details class="scene-cells">
    <summary>${i18n.t('words.write')}</summary>
    <al-sentence-box folded .field=${'words'} .label=${i18n.t('words.label')} .words=${numbers.written}
      .vocabulary=${numbers.vocabulary} .most=${MOST_WORDS}
      @al-words=${({ detail }: CustomEvent<readonly string[]>) => set({ words: detail }, 'rest')}></al-sentence-box>
  </details>`;

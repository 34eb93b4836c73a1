// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import { FieldElement } from './field-element.ts';
import { properties, type ValueChange } from './light-element.ts';
import css from './sentence-box.css?inline';
import { sentenceSpace, wordsOf } from './sentence-words.ts';
import './text-box.ts';

const MOST_CHARACTERS = 240;

/**
 * Input for a sentence, which readers can type or compose from the words of a vocabulary. Pressing a word of the
 * sentence removes it; pressing a word of the vocabulary appends it.
 * @fires al-words readonly string[], the words of the new sentence
 */
export class SentenceBox extends FieldElement {
  static override css = css;
  static override properties = {
    isFolded: { type: Boolean, attribute: 'folded' },
    ...properties('words', 'vocabulary', 'most'),
  };

  /** The words of the sentence. Words that are not in `vocabulary` are marked as unknown. */
  declare words: readonly string[];
  declare vocabulary: readonly string[];
  /** Maximum number of words in a sentence. */
  declare most: number;
  /** Whether the text box is in the same collapsible section as the vocabulary. */
  isFolded = false;

  protected override render() {
    const { field, label, words, vocabulary } = this;
    const { i18n } = this.texts;
    const { isLocked } = this;
    const isFull = isLocked || words.length >= this.most;
    const unknown = words.filter((word) => !vocabulary.includes(word));
    const text = words.join(sentenceSpace(vocabulary));
    const box = html`
      <al-text-box .field=${field} .label=${label} .longest=${MOST_CHARACTERS}
        .value=${text} .revision=${text} @al-value=${this.#onText}></al-text-box>`;
    return html`
      ${this.isFolded ? nothing : box}
      <p class="unknown-words" role="status">
        ${unknown.length > 0 ? i18n.t('sentence.unknown', { words: i18n.list(unknown) }) : nothing}
      </p>
      <ul class="chips" translate="no" aria-label=${label}>
        ${words.map(
          (word, i) => html`
            <li><button type="button" class=${unknown.includes(word) ? 'chip unknown' : 'chip'}
              aria-label=${i18n.t('sentence.remove', { word })} ?disabled=${isLocked}
              @click=${() => this.send('al-words', words.toSpliced(i, 1))}>${word} <span aria-hidden="true">×</span></button></li>`,
        )}
      </ul>
      <details class="all-words">
        <summary>${i18n.t('sentence.vocabulary', { count: vocabulary.length })}</summary>
        ${this.isFolded ? box : nothing}
        <ul class="chips" translate="no">
          ${vocabulary.map(
            (word) => html`
              <li><button type="button" class="chip" ?disabled=${isFull}
                @click=${() => this.send('al-words', [...words, word])}>${word}</button></li>`,
          )}
        </ul>
      </details>`;
  }

  readonly #onText = (event: CustomEvent<ValueChange<string>>): void => {
    // Ancestors must not receive the `al-value` event of the text box. They receive `al-words` after the edit.
    event.stopPropagation();
    const { value, final } = event.detail;
    if (final) this.send('al-words', wordsOf(value, this.vocabulary));
  };
}

customElements.define('al-sentence-box', SentenceBox);

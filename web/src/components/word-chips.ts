// SPDX-License-Identifier: MIT
import { html, nothing, type TemplateResult } from 'lit';
import { FieldController } from './field-access.ts';
import { LightElement } from './light-element.ts';

const TYPE = 'text/plain';

/**
 * Input for a sentence, shown as a list of words (chips) above the vocabulary. Pressing a word of the sentence removes
 * it; pressing one of the vocabulary appends it; dragging a word inserts it at a position.
 * @fires al-words readonly string[], the words of the new sentence
 */
export class WordChips extends LightElement {
  static override properties = {
    field: {},
    words: { attribute: false },
    vocabulary: { attribute: false },
    unknown: { attribute: false },
    sentenceLabel: {},
    vocabularyLabel: {},
    removeLabel: { attribute: false },
    most: { type: Number },
    more: { attribute: false },
  };

  declare field: string;
  declare words: readonly string[];
  declare vocabulary: readonly string[];
  declare unknown: readonly string[];
  declare sentenceLabel: string;
  declare vocabularyLabel: string;
  declare removeLabel: (word: string) => string;
  /** Maximum number of words in a sentence. */
  declare most: number;
  /** Content above the vocabulary, in the same collapsible section. Undefined if there is none. */
  declare more: TemplateResult | undefined;

  readonly #access = new FieldController(this);

  protected override render() {
    const { words, unknown } = this;
    const isLocked = this.#access.isLocked;
    const isFull = isLocked || words.length >= this.most;
    return html`
      <ul class="chips" aria-label=${this.sentenceLabel} @dragover=${this.#onOver} @drop=${this.#onDrop}>
        ${words.map(
          (word, i) => html`
            <li><button type="button" class=${unknown.includes(word) ? 'chip unknown' : 'chip'} draggable="true"
              data-index=${i} aria-label=${this.removeLabel(word)} ?disabled=${isLocked}
              @dragstart=${(event: DragEvent) => this.#drag(event, word, i)}
              @click=${() => this.#send(words.toSpliced(i, 1))}>${word} <span aria-hidden="true">×</span></button></li>`,
        )}
      </ul>
      <details class="all-words">
        <summary>${this.vocabularyLabel}</summary>
        ${this.more ?? nothing}
        <ul class="chips">
          ${this.vocabulary.map(
            (word) => html`
              <li><button type="button" class="chip" draggable="true" ?disabled=${isFull}
                @dragstart=${(event: DragEvent) => this.#drag(event, word)}
                @click=${() => this.#send([...words, word])}>${word}</button></li>`,
          )}
        </ul>
      </details>`;
  }

  #drag({ dataTransfer }: DragEvent, word: string, from?: number): void {
    dataTransfer?.setData(TYPE, word);
    this.#from = from;
  }

  /** The index, in the sentence, of the word that is being dragged. */
  #from: number | undefined;

  readonly #onOver = (event: DragEvent): void => event.preventDefault();

  readonly #onDrop = (event: DragEvent): void => {
    event.preventDefault();
    const word = event.dataTransfer?.getData(TYPE) ?? '';
    // Objects from elsewhere on the host page can also be dropped here, so only words of this component are accepted.
    if (!this.vocabulary.includes(word) && this.#from === undefined) return;
    const chips = [...this.querySelectorAll<HTMLElement>('.chips [data-index]')];
    const before = chips.findIndex((chip) => {
      const { left, width, top, bottom } = chip.getBoundingClientRect();
      return event.clientY < bottom && (event.clientY < top || event.clientX < left + width / 2);
    });
    const place = before < 0 ? this.words.length : before;
    const from = this.#from;
    this.#from = undefined;
    const added = this.words.toSpliced(place, 0, word);
    if (from === undefined) this.#send(added.slice(0, this.most));
    else this.#send(added.toSpliced(from < place ? from : from + 1, 1));
  };

  #send(detail: readonly string[]): void {
    this.dispatchEvent(new CustomEvent('al-words', { detail, bubbles: true }));
  }
}

customElements.define('al-word-chips', WordChips);

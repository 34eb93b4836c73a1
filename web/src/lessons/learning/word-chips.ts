// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { FieldController } from '../../components/field-access.ts';
import { LightElement } from '../../components/light-element.ts';

const TYPE = 'text/plain';

/**
 * A sentence as words that are taken away by a click, and the words that can be added: by a click at the end, or dragged to
 * their place.
 * @fires al-words readonly string[], the new sentence
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
  };

  /** Of the state that it writes. */
  declare field: string;
  declare words: readonly string[];
  declare vocabulary: readonly string[];
  declare unknown: readonly string[];
  declare sentenceLabel: string;
  declare vocabularyLabel: string;
  declare removeLabel: (word: string) => string;
  /** Words that a sentence may have. */
  declare most: number;

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

  /** The place in the sentence that the dragged word is taken from. */
  #from: number | undefined;

  readonly #onOver = (event: DragEvent): void => event.preventDefault();

  readonly #onDrop = (event: DragEvent): void => {
    event.preventDefault();
    const word = event.dataTransfer?.getData(TYPE) ?? '';
    // Only words of this list: a host's page may have other things dragged.
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

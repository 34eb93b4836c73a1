// SPDX-License-Identifier: MIT
import { html, nothing, type PropertyValues } from 'lit';
import { live } from 'lit/directives/live.js';
import { FieldElement } from '../../components/field-element.ts';
import { uniqueId } from '../../components/light-element.ts';
import { I18nController } from '../../i18n/controller.ts';
import { countWords, WORDS } from './recipes.ts';
import { formsOf, type Texts, wordOf } from './scene.ts';
import { COUNT_RANGE } from './state.ts';

/**
 * Input for a search, as text or as buttons with the words of the vocabulary. The text stays as the reader typed it
 * while its word counts equal those of the state.
 * @fires al-value ValueChange<number[]>, the count of each word
 */
export class SearchBox extends FieldElement {
  static override properties = {
    shows: {},
    counts: { attribute: false },
    text: { state: true },
  };

  declare shows: 'text' | 'words';
  declare counts: readonly number[];
  declare protected text: string;

  readonly #texts = new I18nController(this);
  readonly #id = uniqueId('search');
  #language = '';

  constructor() {
    super();
    this.shows = 'text';
    this.text = '';
  }

  get #t() {
    return this.#texts.i18n.translator<Texts>('similarity');
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { language } = this.#texts.i18n;
    const isForeign = language !== this.#language;
    this.#language = language;
    // While the reader types, the text is newer than the property `counts`, so it is not replaced.
    if (!isForeign && !changed.has('counts')) return;
    if (!isForeign && this.#read(this.text).counts.join() === this.counts.join()) return;
    this.text = WORDS.flatMap((word, i) =>
      Array<string>(this.counts[i] ?? 0).fill(wordOf(this.#t, word)),
    ).join(' ');
  }

  protected override render() {
    return this.shows === 'text' ? this.#renderText() : this.#renderWords();
  }

  #renderText() {
    const t = this.#t;
    const { unknown } = this.#read(this.text);
    const note = `${this.#id}-note`;
    return html`
      <label class="search-label" for=${this.#id}>${t('query.label')}</label>
      <input class="search-text" id=${this.#id} type="text" autocomplete="off" spellcheck="false" ?disabled=${this.isLocked}
        aria-describedby=${unknown.length > 0 ? note : nothing}
        @input=${(event: Event) => this.#onText(event, false)}
        @change=${(event: Event) => this.#onText(event, true)}
        .value=${live(this.text)} />
      <p class="hint search-unknown" id=${note} ?hidden=${unknown.length === 0}>
        ${t('query.unknown', { words: this.#texts.i18n.list(unknown) })}
      </p>`;
  }

  #renderWords() {
    const t = this.#t;
    return html`
      <div class="words" role="group" aria-label=${t('query.words')}>
        ${WORDS.map((word, i) => {
          const count = this.counts[i] ?? 0;
          return html`
            <button type="button" class="word" ?disabled=${this.isLocked} aria-pressed=${count > 0 ? 'true' : 'false'}
              @click=${() => this.sendValue(this.counts.with(i, count > 0 ? 0 : 1), true)}>
              ${wordOf(t, word)}${count > 1 ? html` <span class="count">×${count}</span>` : nothing}
            </button>`;
        })}
      </div>`;
  }

  #read(text: string) {
    const { counts, unknown } = countWords(text, (word) => formsOf(this.#t, word));
    return { counts: counts.map((count) => Math.min(count, COUNT_RANGE.max)), unknown };
  }

  #onText(event: Event, final: boolean): void {
    this.text = (event.target as HTMLInputElement).value;
    this.sendValue(this.#read(this.text).counts, final);
  }
}

customElements.define('al-search-box', SearchBox);

// SPDX-License-Identifier: MIT

import { html, nothing } from 'lit';
import { SearchSheet } from '../components/search-sheet.ts';
import { isShortcut, SEARCH_KEYS } from '../device/shortcuts.ts';
import type { Entry } from '../documents/entries.ts';
import { loadStatements, STATEMENTS } from '../documents/scene.ts';
import { type Aliases, GLOSSARY, loadTerms } from '../glossary/term-words.ts';
import { type Item, KINDS, type Kind } from './item.ts';
import { type Found, itemsOf, renderItem } from './items.ts';
import css from './search.css?inline';

/** The plural name of each kind of result, in the reader's language. */
type Words = { readonly [K in Kind]: string };

/** A dialog that searches lessons, glossary terms and the documents' statements. `open` and the key "/" open it. */
export class Search extends SearchSheet {
  static override css = `${SearchSheet.css}${css}`;
  /** The pages that a search can find, in the order of the course. The site sets them. */
  static pages: readonly Found[] = [];

  #language = '';
  /**
   * Makes the search function. The module of the real `searcher` is imported only when the dialog opens, because most
   * readers do not search. Until then, this is a placeholder whose searches find nothing.
   */
  #searcher: typeof import('./index.ts').searcher = () => () => [];
  #entries: readonly Entry[] = [];
  #synonyms: Readonly<Record<'lesson' | 'term', Aliases>> = { lesson: {}, term: {} };
  #search: (wanted: string) => readonly Item[] = () => [];

  protected override listen(signal: AbortSignal): void {
    document.addEventListener('keydown', this.#onKey, { signal });
    this.addEventListener('keydown', this.#onEnter, { signal });
  }

  async open(): Promise<void> {
    if (!this.openSearch()) return;
    this.focusField();
    await this.load();
  }

  protected override async loadList(): Promise<void> {
    const { i18n } = this.texts;
    const [{ searcher }, synonyms, { entries }] = await Promise.all([
      import('./index.ts'),
      import('./synonyms.ts').then(({ loadSynonyms }) => loadSynonyms()),
      import('../documents/entries.ts'),
      i18n.addCatalogue(GLOSSARY, loadTerms),
      i18n.addCatalogue(STATEMENTS, loadStatements),
    ]);
    this.#searcher = searcher;
    this.#entries = entries;
    this.#synonyms = synonyms;
  }

  protected override render() {
    const { t } = this.texts.i18n;
    return this.renderSearch('search-title', t('search.title'), t('search.label'));
  }

  protected override renderList() {
    const { t } = this.texts.i18n;
    const found = this.#found();
    const isAsked = this.wanted.trim() !== '';
    const count = t('search.count', { count: found.length });
    return html`
      <p class="visually-hidden" role="status">${isAsked ? count : nothing}</p>
      <div class="sheet-list search-results" tabindex="0" role="region" aria-labelledby="search-title">
        ${isAsked && found.length === 0 ? html`<p>${t('search.none')}</p>` : nothing}
        ${isAsked ? nothing : html`<p class="hint">${t('search.hint')}</p>`}
        ${KINDS.map((kind) =>
          this.#renderKind(
            kind,
            found.filter((item) => item.kind === kind),
          ),
        )}
      </div>`;
  }

  #renderKind(kind: Kind, found: readonly Item[]) {
    if (found.length === 0) return nothing;
    const { t } = this.texts.i18n;
    const words: Words = {
      lesson: t('course.label'),
      term: t('search.terms'),
      entry: t('search.statements'),
    };
    return html`
      <section>
        <h3>${words[kind]}</h3>
        <ul>${found.map((item) => html`<li>${renderItem(item, this.texts.i18n, this.close)}</li>`)}</ul>
      </section>`;
  }

  #found(): readonly Item[] {
    const { i18n } = this.texts;
    if (this.#language !== i18n.language) {
      this.#language = i18n.language;
      this.#search = this.#searcher(itemsOf(i18n, Search.pages, this.#entries, this.#synonyms));
    }
    return this.#search(this.wanted);
  }

  /**
   * The Enter key opens the first result, unless it ends a composition. Safari dispatches that key press after
   * `compositionend`, with the key code of input methods (229).
   */
  readonly #onEnter = (event: KeyboardEvent): void => {
    const { key, keyCode, target, isComposing } = event;
    if (key !== 'Enter' || isComposing || keyCode === 229) return;
    if (!(target instanceof HTMLInputElement)) return;
    // Otherwise the key press would also activate the element that has the focus after the dialog closes.
    event.preventDefault();
    this.querySelector<HTMLElement>('.search-results li > *')?.click();
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (!isShortcut(event, SEARCH_KEYS)) return;
    event.preventDefault();
    void this.open();
  };
}

customElements.define('al-search', Search);

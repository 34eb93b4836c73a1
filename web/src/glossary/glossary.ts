// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import { SearchSheet } from '../components/search-sheet.ts';
import { GLOSSARY_KEYS, isShortcut } from '../device/shortcuts.ts';
import css from './glossary.css?inline';
import './term-card.ts';
import {
  type Aliases,
  GLOSSARY,
  loadAliases,
  loadTerms,
  renderDefinition,
  renderName,
  renderShape,
  wordsOf,
} from './term-words.ts';
import { TERMS, type Term } from './terms.ts';

/**
 * A dialog with the terms of all lessons, and the popover that shows a single term. The method `open` opens the dialog,
 * and so do elements with the attribute `data-glossary-list` (the id of a term, or empty). Outside embeds, the keys g
 * and ? open it too.
 */
export class Glossary extends SearchSheet {
  static override css = `${SearchSheet.css}${css}`;

  #aliases: Aliases = {};

  protected override listen(signal: AbortSignal): void {
    const root = this.getRootNode();
    root.addEventListener('click', this.#onClick, { signal });
    if (root === document) document.addEventListener('keydown', this.#onKey, { signal });
  }

  /** Opens the dialog, and scrolls to the term with the id `term`. */
  async open(term?: string): Promise<void> {
    if (!this.openSearch()) return;
    await this.load();
    await this.updateComplete;
    const entry = term && this.querySelector<HTMLElement>(`[data-entry="${CSS.escape(term)}"]`);
    if (entry) {
      entry.scrollIntoView({ block: 'center' });
      entry.focus({ preventScroll: true });
    } else {
      this.focusField();
    }
  }

  protected override render() {
    const { t } = this.texts.i18n;
    const sheet = this.renderSearch('glossary-title', t('glossary.title'), t('glossary.filter'));
    return html`${sheet}<al-term-card></al-term-card>`;
  }

  protected override async loadList(): Promise<void> {
    [this.#aliases] = await Promise.all([
      loadAliases(),
      this.texts.i18n.addCatalogue(GLOSSARY, loadTerms),
    ]);
  }

  protected override renderList() {
    const { i18n } = this.texts;
    const found = this.#found();
    return html`
      <p class="visually-hidden" role="status">${i18n.t('glossary.count', { count: found.length })}</p>
      <div class="sheet-list" tabindex="0" role="region" aria-labelledby="glossary-title">
        ${found.length > 0 ? nothing : html`<p>${i18n.t('glossary.none')}</p>`}
        <p class="glossary-letters">${i18n.t('glossary.letters')}</p>
        <dl class="glossary-entries">${found.map((term) => this.#renderTerm(term))}</dl>
      </div>`;
  }

  #renderTerm(term: Term) {
    const { i18n } = this.texts;
    return html`
      <div class="glossary-entry" data-entry=${term.id} tabindex="-1">
        <dt>${renderName(term, i18n)}</dt>
        <dd>${renderDefinition(term, i18n)} ${renderShape(term, i18n)}</dd>
      </div>`;
  }

  #found(): readonly Term[] {
    const wanted = this.wanted.trim().toLowerCase();
    return TERMS.filter((term: Term) => {
      const { name, definition } = wordsOf(term, this.texts.i18n);
      const alias = this.#aliases[term.id] ?? '';
      const texts = [name, term.english, term.symbol ?? '', definition, alias];
      return texts.some((text) => text.toLowerCase().includes(wanted));
    });
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (!isShortcut(event, GLOSSARY_KEYS)) return;
    event.preventDefault();
    void this.open();
  };

  readonly #onClick = ({ target }: Event): void => {
    if (!(target instanceof Element)) return;
    const opener = target.closest<HTMLElement>('[data-glossary-list]');
    if (opener) void this.open(opener.dataset.glossaryList);
  };
}

customElements.define('al-glossary', Glossary);

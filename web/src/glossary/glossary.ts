// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import { SheetElement } from '../components/sheet.ts';
import { hasShortcuts, isShortcut, storeShortcuts } from '../device/shortcuts.ts';
import type { Catalogue } from '../i18n/catalogue.ts';
import type { Language } from '../i18n/languages.ts';
import { loadFile } from '../i18n/load-file.ts';
import css from './glossary.css?inline';
import type messages from './messages.en.json';
import { TERMS, type Term } from './terms.ts';

/** The keys that open it where nobody is typing. */
export const SHORTCUTS = ['g', '?'] as const;

/** The catalogue of the terms' words. */
export const GLOSSARY = 'glossary';

/** The words of all terms. */
export const loadTerms = (language: Language) => loadFile(FILES, `./messages.${language}.json`);
const FILES = import.meta.glob<{ default: Catalogue }>('./messages.*.json');

/**
 * The terms of all lessons in a dialog. It opens by `open`, by whatever in its page or embed has `data-glossary`, at
 * that term, and by the keys g and ?; these are the page's own, so an embed has none.
 */
export class Glossary extends SheetElement {
  static override css = `${SheetElement.css}${css}`;
  static override properties = { status: { state: true }, wanted: { state: true } };

  declare protected status: 'loading' | 'ready' | 'failed';
  /** What the reader looks for. */
  declare protected wanted: string;

  #root: Node = document;

  constructor() {
    super();
    this.status = 'loading';
    this.wanted = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#root = this.getRootNode();
    this.#root.addEventListener('click', this.#onClick);
    if (this.#hasKeys) document.addEventListener('keydown', this.#onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#root.removeEventListener('click', this.#onClick);
    document.removeEventListener('keydown', this.#onKey);
  }

  /** Opens the dialog, at a term if one is named. */
  async open(term?: string): Promise<void> {
    const { dialog } = this;
    if (dialog === null || dialog.open) return;
    this.wanted = '';
    this.showSheet();
    try {
      await this.texts.i18n.addCatalogue(GLOSSARY, loadTerms);
      this.status = 'ready';
    } catch {
      // Opening it again tries again.
      this.status = 'failed';
    }
    await this.updateComplete;
    const entry = term && dialog.querySelector<HTMLElement>(`[data-entry="${CSS.escape(term)}"]`);
    if (entry) {
      entry.scrollIntoView({ block: 'center' });
      entry.focus({ preventScroll: true });
    } else {
      this.focusField();
    }
  }

  protected override render() {
    const { i18n } = this.texts;
    const { t } = i18n;
    return this.renderSheet({
      id: 'glossary-title',
      title: t('glossary.title'),
      search: {
        label: t('glossary.filter'),
        wanted: this.wanted,
        onWanted: (wanted) => {
          this.wanted = wanted;
        },
      },
      content: this.#renderContent(),
      foot: this.#hasKeys ? this.#renderKeys() : nothing,
    });
  }

  get #hasKeys(): boolean {
    return this.#root === document;
  }

  #renderKeys() {
    const { i18n } = this.texts;
    return html`
      <label class="glossary-keys">
        <input type="checkbox" .checked=${hasShortcuts()} @change=${this.#onShortcuts} />
        <span>${i18n.t('glossary.keys', { keys: i18n.list([...SHORTCUTS, '/']) })}</span>
      </label>`;
  }

  #renderContent() {
    const { t } = this.texts.i18n;
    if (this.status === 'ready') return this.#renderTerms();
    return this.status === 'failed'
      ? html`<p class="sheet-message" role="alert">${t('error.load')}</p>`
      : html`<p class="sheet-message" role="status">${t('status.loading')}</p>`;
  }

  #renderTerms() {
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
    const { name, definition } = this.#words(term);
    const { id, english, symbol, shape } = term;
    return html`
      <div class="glossary-entry" data-entry=${id} tabindex="-1">
        <dt>
          <dfn>${name}</dfn>
          ${name === english ? nothing : html`<span class="glossary-english" lang="en">${english}</span>`}
          ${symbol ? html`<span class="glossary-symbol">${symbol}</span>` : nothing}
        </dt>
        <dd>
          ${definition}
          ${shape ? html`<span class="glossary-shape">${i18n.t('glossary.shape')} <code>${shape}</code></span>` : nothing}
        </dd>
      </div>`;
  }

  #words({ id }: Term): { name: string; definition: string } {
    const t = this.texts.i18n.translator<typeof messages>(GLOSSARY);
    const key = id as keyof typeof messages.term;
    return { name: t(`term.${key}.name`), definition: t(`term.${key}.definition`) };
  }

  #found(): readonly Term[] {
    const wanted = this.wanted.trim().toLowerCase();
    return TERMS.filter((term: Term) => {
      const { name, definition } = this.#words(term);
      const texts = [name, term.english, term.symbol ?? '', definition];
      return texts.some((text) => text.toLowerCase().includes(wanted));
    });
  }

  readonly #onShortcuts = (event: Event): void => {
    storeShortcuts((event.target as HTMLInputElement).checked);
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (!isShortcut(event, SHORTCUTS)) return;
    event.preventDefault();
    void this.open();
  };

  readonly #onClick = ({ target }: Event): void => {
    const term = target instanceof Element && target.closest<HTMLElement>('[data-glossary]');
    if (term) void this.open(term.dataset.glossary);
  };
}

customElements.define('al-glossary', Glossary);

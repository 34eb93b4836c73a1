// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import { properties, TextElement } from '../components/light-element.ts';
import { Loading } from '../components/loading.ts';
import { placeNear, showNear } from '../components/place-near.ts';
import css from './term-card.css?inline';
import { GLOSSARY, loadTerms, renderDefinition, renderName, renderShape } from './term-words.ts';
import { TERM_CARD, TERMS, type Term } from './terms.ts';

/** Opening the popover is delayed until the definitions are loaded, but at most by this time in ms. */
const PATIENCE_MS = 300;

/** A popover with the definition of a term, beside the button (attribute `data-glossary`) that opens it. */
export class TermCard extends TextElement {
  static override css = css;
  static override properties = properties('term', 'isReady');

  declare protected term: Term | undefined;
  protected isReady = false;

  readonly #loading = new Loading(this);
  #anchor: HTMLElement | undefined;

  protected override listen(signal: AbortSignal): void {
    this.getRootNode().addEventListener('click', this.#onClick, { signal });
  }

  protected override render() {
    const { t } = this.texts.i18n;
    const id = this.term?.id ?? '';
    return html`
      <div id=${TERM_CARD} class="term-card" popover role="dialog" tabindex="-1" aria-labelledby="al-term-name"
        aria-label=${this.#anchor?.textContent.trim() ?? nothing} aria-describedby="al-term-definition" @beforetoggle=${this.#onToggle}>
        ${this.#renderContent()}
        <button type="button" class="quiet" data-glossary-list=${id} @click=${this.#close}>
          ${t('glossary.all', { count: TERMS.length })}
        </button>
      </div>`;
  }

  protected override updated(): void {
    if (this.#anchor && this.#card?.matches(':popover-open')) placeNear(this.#card, this.#anchor);
  }

  get #card(): HTMLElement | null {
    return this.querySelector(`#${TERM_CARD}`);
  }

  #renderContent() {
    const { i18n } = this.texts;
    const { term } = this;
    if (this.#loading.hasFailed) return this.#loading.render(i18n, this.#load);
    if (term === undefined || !this.isReady)
      return html`<p id="al-term-name" role="status">${i18n.t('status.loading')}</p>`;
    return html`
      <p id="al-term-name" class="term-card-name">${renderName(term, i18n)}</p>
      <p id="al-term-definition">${renderDefinition(term, i18n)} ${renderShape(term, i18n)}</p>`;
  }

  readonly #load = async (): Promise<void> => {
    await this.#loading.run(async () => {
      await this.texts.i18n.addCatalogue(GLOSSARY, loadTerms);
      this.isReady = true;
    });
  };

  async #open(anchor: HTMLElement): Promise<void> {
    this.#close();
    this.term = TERMS.find(({ id }) => id === anchor.dataset.glossary);
    this.#anchor = anchor;
    // Screen readers read the content when the popover opens. So it opens only when the definition is loaded or the
    // time limit is over.
    await Promise.race([this.#load(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
    await this.updateComplete;
    const card = this.#card;
    if (card === null || this.#anchor !== anchor || !anchor.isConnected) return;
    // Safari does not focus a clicked button. The button is focused here, so that the focus returns to it when the
    // popover closes.
    anchor.focus({ preventScroll: true });
    showNear(card, anchor);
    card.focus({ preventScroll: true });
    anchor.setAttribute('aria-expanded', 'true');
  }

  readonly #close = (): void => {
    if (this.#card?.matches(':popover-open')) this.#card.hidePopover();
  };

  readonly #onToggle = (event: Event): void => {
    if ((event as ToggleEvent).newState === 'open') return;
    this.#anchor?.setAttribute('aria-expanded', 'false');
    this.#anchor = undefined;
  };

  readonly #onClick = (event: Event): void => {
    const { target } = event;
    const anchor = target instanceof Element && target.closest<HTMLElement>('[data-glossary]');
    if (!anchor) return;
    // Stops the browser from opening the popover before it has its content and its position.
    event.preventDefault();
    if (anchor === this.#anchor) this.#close();
    else void this.#open(anchor);
  };
}

customElements.define('al-term-card', TermCard);

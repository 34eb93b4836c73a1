// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import { properties } from './light-element.ts';
import { Loading } from './loading.ts';
import { SheetElement } from './sheet.ts';

/** Android's keyboards compose every word, also in English. So on Android, a search uses unfinished words too. */
const composesAll = (): boolean => navigator.userAgent.includes('Android');

/** Base class of modal dialogs with a search field above a list. The list is loaded when the dialog opens. */
export abstract class SearchSheet extends SheetElement {
  static override properties = properties('isReady', 'wanted');

  protected isReady = false;
  /** The text in the search field. */
  protected wanted = '';

  readonly #loading = new Loading(this);

  protected abstract loadList(): Promise<void>;
  /** Renders the list. Called only after `loadList` has resolved. */
  protected abstract renderList(): TemplateResult;

  /** Opens the dialog with an empty search field. @returns false if it is open already */
  protected openSearch(): boolean {
    if (this.dialog === null || this.dialog.open) return false;
    this.wanted = '';
    this.showSheet();
    return true;
  }

  protected readonly load = (): Promise<boolean> =>
    this.#loading.run(async () => {
      await this.loadList();
      this.isReady = true;
    });

  // While a word is being composed, there is no search, because screen readers would announce each result. The last
  // `input` event comes before `compositionend` in some browsers and after it in others, so both events are used. With
  // the type "search" instead of "text", Escape would clear the input and not close the dialog.
  protected renderSearch(id: string, title: string, label: string): TemplateResult {
    const take = (event: Event) => {
      if (event.type === 'input' && (event as InputEvent).isComposing && !composesAll()) return;
      this.wanted = (event.target as HTMLInputElement).value;
    };
    const search = html`
      <label>
        <span>${label}</span>
        <input type="text" role="searchbox" autocomplete="off" spellcheck="false" .value=${this.wanted}
          @input=${take} @compositionend=${take} />
      </label>`;
    return this.renderSheet({ id, title, search, content: this.#renderContent() });
  }

  #renderContent(): TemplateResult {
    const { i18n } = this.texts;
    if (this.isReady) return this.renderList();
    return this.#loading.hasFailed
      ? html`<div class="sheet-message">${this.#loading.render(i18n, this.load)}</div>`
      : html`<p class="sheet-message" role="status">${i18n.t('status.loading')}</p>`;
  }

  /** Focuses the search field, except on touch devices, where the on-screen keyboard would cover the list. */
  protected focusField(): void {
    if (matchMedia('(pointer: coarse)').matches) return;
    this.dialog?.querySelector<HTMLElement>('[role="searchbox"]')?.focus();
  }
}

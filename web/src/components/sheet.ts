// SPDX-License-Identifier: MIT
import { html, nothing, type TemplateResult } from 'lit';
import { I18nController } from '../i18n/controller.ts';
import { LightElement } from './light-element.ts';
import css from './sheet.css?inline';

/** The content of a sheet (a modal dialog), from top to bottom. */
export interface SheetParts {
  /** An element id that is unique in the page. */
  readonly id: string;
  readonly title: string;
  /** A search field that filters the content. Undefined if there is none. */
  readonly search?: {
    readonly label: string;
    readonly wanted: string;
    readonly onWanted: (wanted: string) => void;
  };
  readonly content: TemplateResult;
}

/** Whether keyboards compose words of all languages. On Android, a search would otherwise wait for the end of a word. */
const composesAll = (): boolean => navigator.userAgent.includes('Android');

/** Base class of modal dialogs with a title, a close button and an optional search field. */
export abstract class SheetElement extends LightElement {
  static override css = css;

  protected readonly texts = new I18nController(this);

  protected get dialog(): HTMLDialogElement | null {
    return this.querySelector('dialog');
  }

  protected renderSheet({ id, title, search, content }: SheetParts) {
    const { t } = this.texts.i18n;
    return html`
      <dialog class="sheet" aria-labelledby=${id} @click=${this.#onBackdrop}>
        <div class="sheet-head">
          <h2 id=${id} tabindex="-1">${title}</h2>
          <button type="button" class="icon" aria-label=${t('action.close')} @click=${this.close}>×</button>
          ${search ? this.#renderSearch(search) : nothing}
        </div>
        ${content}
      </dialog>`;
  }

  // While an input method composes, the input contains letters of an unfinished word, and results for them would be
  // announced. In some browsers the last `input` event precedes `compositionend`, in others it follows it, so both count.
  // The input has the type "text": with the type "search", Escape would clear the input instead of closing the dialog.
  #renderSearch({ label, wanted, onWanted }: NonNullable<SheetParts['search']>) {
    const take = (event: Event) => {
      if (event.type === 'input' && (event as InputEvent).isComposing && !composesAll()) return;
      onWanted((event.target as HTMLInputElement).value);
    };
    return html`
      <label>
        <span>${label}</span>
        <input type="text" role="searchbox" autocomplete="off" spellcheck="false" .value=${wanted}
          @input=${take} @compositionend=${take} />
      </label>`;
  }

  /** Focuses the search field, except on touch devices, where the on-screen keyboard would cover half of the list. */
  protected focusField(): void {
    if (matchMedia('(pointer: coarse)').matches) return;
    this.dialog?.querySelector<HTMLElement>('[role="searchbox"]')?.focus();
  }

  /**
   * Opens the dialog and focuses its title. The attribute `autofocus` is not used, because in a frame it would take the
   * focus from the host page when the page loads.
   */
  protected showSheet(): void {
    this.dialog?.showModal();
    this.dialog?.querySelector('h2')?.focus();
  }

  protected readonly close = (): void => this.dialog?.close();

  readonly #onBackdrop = (event: Event): void => {
    if (event.target === this.dialog) this.close();
  };
}

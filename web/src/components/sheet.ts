// SPDX-License-Identifier: MIT
import { html, nothing, type TemplateResult } from 'lit';
import { I18nController } from '../i18n/controller.ts';
import { LightElement } from './light-element.ts';
import css from './sheet.css?inline';

/** What a sheet is made of, from top to bottom. */
export interface SheetParts {
  /** Free in the page. */
  readonly id: string;
  readonly title: string;
  /** A field that narrows what is listed. */
  readonly search?: {
    readonly label: string;
    readonly wanted: string;
    readonly onWanted: (wanted: string) => void;
  };
  readonly content: TemplateResult;
}

/** A dialog over the page. */
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

  // A text field: one of type "search" would keep Escape for itself, to be emptied.
  #renderSearch({ label, wanted, onWanted }: NonNullable<SheetParts['search']>) {
    return html`
      <label>
        <span>${label}</span>
        <input type="text" role="searchbox" autocomplete="off" spellcheck="false" .value=${wanted}
          @input=${(event: Event) => onWanted((event.target as HTMLInputElement).value)} />
      </label>`;
  }

  /** Puts the focus into the field; on a phone that would bring the keyboard over half of the list. */
  protected focusField(): void {
    if (matchMedia('(pointer: coarse)').matches) return;
    this.dialog?.querySelector<HTMLElement>('[role="searchbox"]')?.focus();
  }

  /** Opens the dialog at its title: autofocus would ask a frame's host for the focus before anything is opened. */
  protected showSheet(): void {
    this.dialog?.showModal();
    this.dialog?.querySelector('h2')?.focus();
  }

  protected readonly close = (): void => this.dialog?.close();

  readonly #onBackdrop = (event: Event): void => {
    if (event.target === this.dialog) this.close();
  };
}

// SPDX-License-Identifier: MIT
import { html, nothing, type TemplateResult } from 'lit';
import { TextElement } from './light-element.ts';
import css from './sheet.css?inline';

/** The content of a sheet (a modal dialog), from top to bottom. */
export interface SheetParts {
  /** An element id that is unique in the page. */
  readonly id: string;
  readonly title: string;
  readonly search?: TemplateResult;
  readonly content: TemplateResult;
}

/** Base class of modal dialogs with a title and a close button. */
export abstract class SheetElement extends TextElement {
  static override css = css;

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
          ${search ?? nothing}
        </div>
        ${content}
      </dialog>`;
  }

  /** Opens the dialog and focuses its title. With `autofocus`, a frame could take the focus from its host page. */
  protected showSheet(): void {
    this.dialog?.showModal();
    this.dialog?.querySelector('h2')?.focus();
  }

  protected readonly close = (): void => this.dialog?.close();

  readonly #onBackdrop = (event: Event): void => {
    if (event.target === this.dialog) this.close();
  };
}

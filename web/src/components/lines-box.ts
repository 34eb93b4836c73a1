// SPDX-License-Identifier: MIT
import { html, nothing, type PropertyValues } from 'lit';
import { FieldElement } from './field-element.ts';
import { uniqueId } from './light-element.ts';
import css from './lines-box.css?inline';

/**
 * A text area for several lines. A button applies all lines at once. Invalid text shows an error and changes nothing.
 * @fires al-value ValueChange<string>, when a valid text is applied
 */
export class LinesBox extends FieldElement {
  static override css = css;
  static override properties = {
    hint: {},
    action: {},
    value: {},
    longest: { type: Number },
    refuse: { attribute: false },
    problem: { state: true },
  };

  /** Describes the format of the lines. */
  declare hint: string;
  /** Label of the button that applies the lines. */
  declare action: string;
  declare value: string;
  /** Maximum number of characters. */
  declare longest: number;
  /** Returns the error message for an invalid text, and undefined for a valid one. */
  declare refuse: (text: string) => string | undefined;
  declare protected problem: string | undefined;

  readonly #id = uniqueId('lines');

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('value')) this.problem = undefined;
  }

  protected override render() {
    const { problem } = this;
    const isLocked = this.isLocked;
    return html`
      <label for=${this.#id}>${this.label}</label>
      <p class="hint" id="${this.#id}-hint">${this.hint}</p>
      <textarea id=${this.#id} rows="5" autocomplete="off" spellcheck="false" maxlength=${this.longest} ?disabled=${isLocked}
        aria-invalid=${problem ? 'true' : 'false'}
        aria-describedby=${problem ? `${this.#id}-error` : `${this.#id}-hint`} .value=${this.value}></textarea>
      <p class="field-error" id="${this.#id}-error" role="alert" ?hidden=${!problem}>${problem ?? nothing}</p>
      <button type="button" ?disabled=${isLocked} @click=${this.#take}>${this.action}</button>`;
  }

  readonly #take = (): void => {
    const area = this.querySelector('textarea');
    const value = area?.value ?? '';
    this.problem = this.refuse(value);
    if (this.problem !== undefined) {
      area?.focus();
      return;
    }
    this.sendValue(value, true);
  };
}

customElements.define('al-lines-box', LinesBox);

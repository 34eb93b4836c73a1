// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { live } from 'lit/directives/live.js';
import { FieldElement } from './field-element.ts';
import { properties, uniqueId } from './light-element.ts';
import css from './text-box.css?inline';

/**
 * An input for a line of text.
 * @fires al-value ValueChange<string>, after each change of the text, and when the edit ends
 */
export class TextBox extends FieldElement {
  static override css = css;
  static override properties = properties('value', 'longest');

  declare value: string;
  /** Maximum number of characters. */
  declare longest: number;

  readonly #id = uniqueId('text');

  protected override render() {
    const send = (event: Event, final: boolean) =>
      this.sendValue((event.target as HTMLInputElement).value, final);
    return html`
      <label for=${this.#id}>${this.label}</label>
      <input id=${this.#id} type="text" autocomplete="off" spellcheck="false" maxlength=${this.longest} ?disabled=${this.isLocked}
        @input=${(event: Event) => send(event, false)} @change=${(event: Event) => send(event, true)}
        .value=${live(this.value)} />`;
  }
}

customElements.define('al-text-box', TextBox);

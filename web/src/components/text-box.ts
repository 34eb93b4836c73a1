// SPDX-License-Identifier: MIT
import { html, nothing, type PropertyValues } from 'lit';
import { live } from 'lit/directives/live.js';
import { FieldElement } from './field-element.ts';
import { uniqueId } from './light-element.ts';
import css from './text-box.css?inline';

/**
 * An input for a line of text. Invalid text changes nothing, and shows an error when the edit ends.
 * @fires al-value ValueChange<string>, when the text is valid: after each typed character, and when the edit ends
 */
export class TextBox extends FieldElement {
  static override css = css;
  static override properties = {
    value: {},
    longest: { type: Number },
    refuse: { attribute: false },
    problem: { state: true },
  };

  declare value: string;
  /** Maximum number of characters. */
  declare longest: number;
  /** Returns the error message for an invalid text, and undefined for a valid one. */
  declare refuse: (text: string) => string | undefined;
  declare protected problem: string | undefined;

  readonly #id = uniqueId('text');
  /** The text that was rejected and is still in the input. Undefined if there is none. */
  #refused: string | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('value') && !changed.has('revision')) return;
    this.problem = undefined;
    this.#refused = undefined;
  }

  protected override render() {
    const { problem } = this;
    return html`
      <label for=${this.#id}>${this.label}</label>
      <input id=${this.#id} type="text" autocomplete="off" spellcheck="false" maxlength=${this.longest} ?disabled=${this.isLocked}
        aria-invalid=${problem ? 'true' : 'false'} aria-describedby=${problem ? `${this.#id}-error` : nothing}
        @input=${(event: Event) => this.#take(event, false)} @change=${(event: Event) => this.#take(event, true)}
        .value=${live(this.#refused ?? this.value)} />
      <p class="field-error" id="${this.#id}-error" role="alert" ?hidden=${!problem}>${problem}</p>`;
  }

  #take(event: Event, final: boolean): void {
    const { value } = event.target as HTMLInputElement;
    const refusal = this.refuse(value);
    // While a text is being typed, no error is shown, because the text may become valid.
    this.problem = final ? refusal : undefined;
    this.#refused = refusal === undefined ? undefined : value;
    if (refusal === undefined) this.sendValue(value, final);
  }
}

customElements.define('al-text-box', TextBox);

// SPDX-License-Identifier: MIT
import { html, nothing, type PropertyValues } from 'lit';
import { live } from 'lit/directives/live.js';
import { FieldController } from './field-access.ts';
import { LightElement, uniqueId } from './light-element.ts';
import css from './text-box.css?inline';

/**
 * An input for a line of text. Invalid text shows an error and changes nothing.
 * @fires al-value ValueChange<string>, when the text is valid
 */
export class TextBox extends LightElement {
  static override css = css;
  static override properties = {
    field: {},
    label: {},
    value: {},
    longest: { type: Number },
    refuse: { attribute: false },
    revision: { attribute: false },
    problem: { state: true },
  };

  declare field: string;
  declare label: string;
  declare value: string;
  /** Maximum number of characters. */
  declare longest: number;
  /** Returns the error message for an invalid text, and undefined for a valid one. */
  declare refuse: (text: string) => string | undefined;
  /**
   * The object that contains the text. When the owner replaces it, the input shows `value` again, even if it is the
   * same.
   */
  declare revision: unknown;
  declare protected problem: string | undefined;

  readonly #access = new FieldController(this);
  readonly #id = uniqueId('text');
  /** The text that was rejected and is still in the input. Undefined if there is none. */
  #refused: string | undefined;

  constructor() {
    super();
    this.field = '';
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('value') && !changed.has('revision')) return;
    this.problem = undefined;
    this.#refused = undefined;
  }

  protected override render() {
    const { problem } = this;
    return html`
      <label for=${this.#id}>${this.label}</label>
      <input id=${this.#id} type="text" autocomplete="off" spellcheck="false" maxlength=${this.longest} ?disabled=${this.#access.isLocked}
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

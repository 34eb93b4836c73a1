// SPDX-License-Identifier: MIT
import { html, nothing, type PropertyValues } from 'lit';
import { live } from 'lit/directives/live.js';
import { FieldController } from './field-access.ts';
import { LightElement, uniqueId } from './light-element.ts';
import type { ValueChange } from './number-box.ts';
import css from './text-box.css?inline';

/**
 * A line of text. What cannot be taken is said below it and changes nothing.
 * @fires al-value ValueChange<string>
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

  /** Of the state that it writes. */
  declare field: string;
  declare label: string;
  declare value: string;
  /** The most characters that can be typed. */
  declare longest: number;
  /** Why a text cannot be taken; undefined for one that can. */
  declare refuse: (text: string) => string | undefined;
  /** The object that holds the text: a new one is news even if the text is the same. */
  declare revision: unknown;
  declare protected problem: string | undefined;

  readonly #access = new FieldController(this);
  readonly #id = uniqueId('text');
  /** What stands in the box and was not taken. */
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
    // A text that is still being typed may be on its way to one that can be taken.
    this.problem = final ? refusal : undefined;
    this.#refused = refusal === undefined ? undefined : value;
    if (refusal !== undefined) return;
    const detail: ValueChange<string> = { value, final };
    this.dispatchEvent(new CustomEvent('al-value', { detail, bubbles: true }));
  }
}

customElements.define('al-text-box', TextBox);

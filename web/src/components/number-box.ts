// SPDX-License-Identifier: MIT
import { html, nothing, type PropertyValues } from 'lit';
import { live } from 'lit/directives/live.js';
import { I18nController } from '../i18n/controller.ts';
import { FieldController } from './field-access.ts';
import { LightElement, uniqueId } from './light-element.ts';
import css from './number-box.css?inline';

/** A new value; `final` is false while it is still on its way: a drag, a number half typed. */
export interface ValueChange<T> {
  readonly value: T;
  readonly final: boolean;
}

/**
 * A number from `lowest` to `highest`. What the box cannot take is said below it and changes nothing.
 * @fires al-value ValueChange<number>
 */
export class NumberBox extends LightElement {
  static override css = css;
  static override properties = {
    field: {},
    label: {},
    value: { type: Number },
    lowest: { type: Number },
    highest: { type: Number },
    live: { attribute: false },
    revision: { attribute: false },
    disabled: { type: Boolean },
    problem: { state: true },
  };

  /** Of the state that it writes. */
  declare field: string;
  declare label: string;
  declare value: number;
  declare lowest: number;
  declare highest: number;
  /** A number within this interval counts as soon as it is typed; others when they are finished. */
  declare live: readonly [low: number, high: number] | undefined;
  /** The object that holds the value: a new one is news even if the number is the same. */
  declare revision: unknown;
  declare disabled: boolean;
  declare protected problem: string;

  readonly #texts = new I18nController(this);
  // What stands in a table is read there, also where it cannot be changed.
  readonly #access = new FieldController(this, false);
  readonly #errorId = uniqueId('error');
  /** The value when typing began; undefined while nothing is being typed. */
  #before: number | undefined;
  /** The value sent after a refusal: when it comes back it is no news. */
  #returned: number | undefined;

  constructor() {
    super();
    this.field = '';
    this.disabled = false;
    this.problem = '';
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('value') && !changed.has('revision')) return;
    const isAnswer = this.value === this.#returned;
    this.#returned = undefined;
    if (isAnswer) return;
    this.problem = '';
    // A number that is what was typed so far leaves the text, "1.0" on the way to "1.07", alone.
    if (this.#input?.valueAsNumber !== this.value) this.#before = undefined;
  }

  protected override render() {
    return html`
      <input type="number" step="any" inputmode="decimal" aria-label=${this.label}
        aria-invalid=${this.problem ? 'true' : 'false'}
        aria-describedby=${this.problem ? this.#errorId : nothing}
        min=${this.lowest} max=${this.highest} ?disabled=${this.disabled || this.#access.isLocked}
        @input=${this.#onInput} @change=${this.#onChange} @blur=${this.#onBlur}
        .value=${live(this.#text())} />
      <p class="field-error" id=${this.#errorId} role="alert" ?hidden=${!this.problem}>${this.problem}</p>`;
  }

  get #input(): HTMLInputElement | null {
    return this.querySelector('input');
  }

  /** What is being typed or was refused stays as it is. */
  #text(): string {
    const isOwn = this.#before !== undefined || this.problem !== '';
    return isOwn && this.#input ? this.#input.value : String(this.value);
  }

  #onInput(event: Event): void {
    this.#before ??= this.value;
    const value = (event.target as HTMLInputElement).valueAsNumber;
    const [low, high] = this.live ?? [Number.NaN, Number.NaN];
    if (value >= low && value <= high) this.#send(value, false);
  }

  #onChange(event: Event): void {
    const value = (event.target as HTMLInputElement).valueAsNumber;
    const before = this.#before ?? this.value;
    this.#before = undefined;
    if (value >= this.lowest && value <= this.highest) {
      this.problem = '';
      this.#send(value, true);
      return;
    }
    this.problem = this.#refusal(value);
    if (before === this.value) return;
    this.#returned = before;
    this.#send(before, true);
  }

  // No change is told of a text that was typed back to what it had been.
  #onBlur(event: Event): void {
    if (this.#before !== undefined) this.#onChange(event);
  }

  #refusal(value: number): string {
    const { i18n } = this.#texts;
    const text = (x: number) => i18n.number(x, { digits: 8 });
    return i18n.t('field.number', {
      name: this.label,
      low: text(this.lowest),
      high: text(this.highest),
      got: Number.isNaN(value) ? i18n.t('field.noNumber') : text(value),
    });
  }

  #send(value: number, final: boolean): void {
    const detail: ValueChange<number> = { value, final };
    this.dispatchEvent(new CustomEvent('al-value', { detail, bubbles: true }));
  }
}

customElements.define('al-number-box', NumberBox);

// SPDX-License-Identifier: MIT
import { html, nothing, type PropertyValues } from 'lit';
import { I18nController } from '../i18n/controller.ts';
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
    label: {},
    value: { type: Number },
    lowest: { type: Number },
    highest: { type: Number },
    live: { attribute: false },
    disabled: { type: Boolean },
    problem: { state: true },
  };

  declare label: string;
  declare value: number;
  declare lowest: number;
  declare highest: number;
  /** A number within this interval counts as soon as it is typed; others when they are finished. */
  declare live: readonly [low: number, high: number] | undefined;
  declare disabled: boolean;
  declare protected problem: string;

  readonly #texts = new I18nController(this);
  readonly #errorId = uniqueId('error');

  constructor() {
    super();
    this.disabled = false;
    this.problem = '';
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('value')) this.problem = '';
  }

  protected override render() {
    return html`
      <input type="number" step="any" inputmode="decimal" aria-label=${this.label}
        aria-invalid=${this.problem ? 'true' : 'false'}
        aria-describedby=${this.problem ? this.#errorId : nothing}
        min=${this.lowest} max=${this.highest} ?disabled=${this.disabled}
        .value=${String(this.value)} @input=${this.#onInput} @change=${this.#onChange} />
      <p class="field-error" id=${this.#errorId} role="alert" ?hidden=${!this.problem}>${this.problem}</p>`;
  }

  #onInput(event: Event): void {
    const value = (event.target as HTMLInputElement).valueAsNumber;
    const [low, high] = this.live ?? [Number.NaN, Number.NaN];
    if (value >= low && value <= high) this.#send(value, false);
  }

  #onChange(event: Event): void {
    const value = (event.target as HTMLInputElement).valueAsNumber;
    const isTaken = value >= this.lowest && value <= this.highest;
    this.problem = isTaken ? '' : this.#refusal(value);
    if (isTaken) this.#send(value, true);
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

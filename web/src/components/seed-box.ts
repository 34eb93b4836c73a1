// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import { FieldController } from './field-access.ts';
import { LightElement } from './light-element.ts';
import './number-box.ts';
import type { ValueChange } from './number-box.ts';
import css from './seed-box.css?inline';

/**
 * The seed of what is drawn, and a button that takes the next one.
 * @fires al-value ValueChange<number>
 */
export class SeedBox extends LightElement {
  static override css = css;
  static override properties = {
    field: {},
    label: {},
    next: {},
    value: { type: Number },
    lowest: { type: Number },
    highest: { type: Number },
    revision: { attribute: false },
  };

  /** Of the state that it writes. */
  declare field: string;
  declare label: string;
  /** What the button says; without it there is none. */
  declare next: string | undefined;
  declare value: number;
  declare lowest: number;
  declare highest: number;
  /** As of the number box: the object that holds the value. */
  declare revision: unknown;

  readonly #access = new FieldController(this);

  constructor() {
    super();
    this.field = '';
  }

  protected override render() {
    const { isLocked } = this.#access;
    return html`
      <label>${this.label}
        <al-number-box .label=${this.label} .value=${this.value} .revision=${this.revision}
          .disabled=${isLocked} .lowest=${this.lowest} .highest=${this.highest}></al-number-box>
      </label>
      ${
        this.next
          ? html`<button type="button" ?disabled=${isLocked} @click=${this.#take}>${this.next}</button>`
          : nothing
      }`;
  }

  readonly #take = (): void => {
    const value = this.value < this.highest ? this.value + 1 : this.lowest;
    const detail: ValueChange<number> = { value, final: true };
    this.dispatchEvent(new CustomEvent('al-value', { detail, bubbles: true }));
  };
}

customElements.define('al-seed-box', SeedBox);

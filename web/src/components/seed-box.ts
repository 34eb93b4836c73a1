// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { FieldElement } from './field-element.ts';
import { properties } from './light-element.ts';
import './number-box.ts';
import css from './seed-box.css?inline';

/**
 * An input for a random seed, with a button that adds 1 to the seed. After `highest` follows `lowest`.
 * @fires al-value ValueChange<number>, when the seed was changed
 */
export class SeedBox extends FieldElement {
  static override css = css;
  static override properties = properties('next', 'value', 'lowest', 'highest');

  /** Label of the button that selects the next seed. */
  declare next: string;
  declare value: number;
  declare lowest: number;
  declare highest: number;

  protected override render() {
    const { isLocked } = this;
    return html`
      <label>${this.label}
        <al-number-box .label=${this.label} .value=${this.value} .revision=${this.revision}
          .disabled=${isLocked} .lowest=${this.lowest} .highest=${this.highest} .isWhole=${true}></al-number-box>
      </label>
      <button type="button" ?disabled=${isLocked} @click=${this.#take}>${this.next}</button>`;
  }

  readonly #take = (): void =>
    this.sendValue(this.value < this.highest ? this.value + 1 : this.lowest, true);
}

customElements.define('al-seed-box', SeedBox);

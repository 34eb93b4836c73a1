// SPDX-License-Identifier: MIT
import { html } from 'lit';
import type { Option } from './choice.ts';
import { FieldElement } from './field-element.ts';
import { uniqueId } from './light-element.ts';
import css from './menu.css?inline';

/**
 * Shows many named options as the browser's own list.
 * @fires al-value ValueChange<string>, when the reader selects an option
 */
export class Menu extends FieldElement {
  static override css = css;
  static override properties = {
    value: {},
    options: { attribute: false },
  };

  declare value: string;
  declare options: readonly Option<string>[];

  readonly #id = uniqueId('menu');

  protected override render() {
    return html`
      <p class="menu">
        <label for=${this.#id}>${this.label}</label>
        <select id=${this.#id} ?disabled=${this.isLocked}
          @change=${({ target }: Event) => this.sendValue((target as HTMLSelectElement).value, true)}>
          ${this.options.map(
            ({ value, label }) =>
              html`<option value=${value} .selected=${value === this.value}>${label}</option>`,
          )}
        </select>
      </p>`;
  }
}

customElements.define('al-menu', Menu);

// SPDX-License-Identifier: MIT
import { html } from 'lit';
import css from './choice.css?inline';
import { FieldElement } from './field-element.ts';
import { properties, uniqueId } from './light-element.ts';

export interface Option<T extends string> {
  readonly value: T;
  readonly label: string;
}

/**
 * Shows named options as a row of radio buttons.
 * @fires al-value ValueChange<string>, when the reader selects an option
 */
export class Choice extends FieldElement {
  static override css = css;
  static override properties = properties('value', 'options');

  declare value: string;
  declare options: readonly Option<string>[];

  readonly #name = uniqueId('choice');

  protected override render() {
    return html`
      <fieldset class="choice" ?disabled=${this.isLocked}>
        <legend>${this.label}</legend>
        <div class="choice-options">
          ${this.options.map(
            ({ value, label }) => html`
              <label>
                <input type="radio" name=${this.#name} value=${value}
                  .checked=${value === this.value} @change=${() => this.sendValue(value, true)} />
                <span>${label}</span>
              </label>`,
          )}
        </div>
      </fieldset>`;
  }
}

customElements.define('al-choice', Choice);

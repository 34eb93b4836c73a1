// SPDX-License-Identifier: MIT
import { html } from 'lit';
import css from './choice.css?inline';
import { FieldController } from './field-access.ts';
import { LightElement, uniqueId } from './light-element.ts';

export interface Option<T extends string> {
  readonly value: T;
  readonly label: string;
}

/**
 * Shows named options as a row of radio buttons.
 * @fires al-value ValueChange<string>, when the reader selects an option
 */
export class Choice extends LightElement {
  static override css = css;
  static override properties = {
    field: {},
    label: {},
    value: {},
    options: { attribute: false },
    disabled: { type: Boolean },
  };

  declare field: string;
  declare label: string;
  declare value: string;
  declare options: readonly Option<string>[];
  declare disabled: boolean;

  readonly #access = new FieldController(this);
  readonly #name = uniqueId('choice');

  constructor() {
    super();
    this.field = '';
    this.disabled = false;
  }

  protected override render() {
    return html`
      <fieldset class="choice" ?disabled=${this.disabled || this.#access.isLocked}>
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

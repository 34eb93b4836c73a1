// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';

export interface HeadChoice<Option extends string> {
  readonly label: string;
  readonly options: readonly Option[];
  readonly chosen: Option;
  readonly name: (option: Option) => string;
  /** Whether the options are language codes. The name of each option is then in that language. */
  readonly isLanguage?: boolean;
  /** Whether the label is visible. Screen readers read it in any case. */
  readonly isLabelled?: boolean;
  readonly onChoice: (option: Option) => void;
  /** CSS class of the label. */
  readonly kind?: string;
}

export const renderChoice = <Option extends string>({
  label,
  options,
  chosen,
  name,
  isLanguage = false,
  isLabelled = false,
  onChoice,
  kind = 'head-choice',
}: HeadChoice<Option>) => html`
  <label class=${kind}>
    <span class=${isLabelled ? nothing : 'visually-hidden'}>${label}</span>
    <select @change=${(event: Event) => onChoice((event.target as HTMLSelectElement).value as Option)}>
      ${options.map(
        (option) => html`
          <option value=${option} lang=${isLanguage ? option : nothing} .selected=${live(option === chosen)}>
            ${name(option)}
          </option>`,
      )}
    </select>
  </label>`;

// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';

/** One of the reader's choices in a page's head. */
export interface HeadChoice<Option extends string> {
  readonly label: string;
  readonly options: readonly Option[];
  readonly chosen: Option;
  readonly name: (option: Option) => string;
  /** The options are languages, each named in itself. */
  readonly isLanguage?: boolean;
  /** A short name that covers the list. */
  readonly short?: string;
  /** Whether the label is visible; otherwise only screen readers read it. */
  readonly isLabelled?: boolean;
  readonly onChoice: (option: Option) => void;
}

/** A native list with a name for those who hear it; its options say what they are. */
export const renderChoice = <Option extends string>({
  label,
  options,
  chosen,
  name,
  isLanguage = false,
  short,
  isLabelled = false,
  onChoice,
}: HeadChoice<Option>) => html`
  <label class=${short === undefined ? 'head-choice' : 'head-choice is-short'}>
    <span class=${isLabelled ? nothing : 'visually-hidden'}>${label}</span>
    <select @change=${(event: Event) => onChoice((event.target as HTMLSelectElement).value as Option)}>
      ${options.map(
        (option) => html`
          <option value=${option} lang=${isLanguage ? option : nothing} .selected=${live(option === chosen)}>
            ${name(option)}
          </option>`,
      )}
    </select>
    ${short === undefined ? nothing : html`<span class="head-choice-short" aria-hidden="true">${short}</span>`}
  </label>`;

// SPDX-License-Identifier: MIT

import { html, nothing, svg } from 'lit';
import { shareText } from '../i18n/share.ts';
import { properties, TextElement } from './light-element.ts';
import css from './next-words.css?inline';

export interface Candidate {
  readonly symbol: string;
  readonly probability: number;
}

const MOST = 5;

/**
 * Shows the most probable next words of a sentence. A button appends the first of them to the sentence.
 * @fires al-words readonly string[], the sentence with the appended word
 */
export class NextWords extends TextElement {
  static override css = css;
  static override properties = properties('label', 'beginning', 'next', 'most', 'appendLabel');

  declare label: string;
  declare beginning: readonly string[];
  /** All possible next words, the most probable first. */
  declare next: readonly Candidate[];
  /** Maximum number of words of a sentence. */
  declare most: number;
  declare appendLabel: (word: string) => string;

  protected override render() {
    const { i18n } = this.texts;
    const shown = this.next.slice(0, MOST);
    const [best] = shown;
    return html`
      <h3>${this.label}</h3>
      <ul aria-label=${this.label}>
        ${shown.map(
          ({ symbol, probability }) => html`
            <li class="bar">
              <span class="label" translate="no">${symbol}</span>
              <svg aria-hidden="true">${svg`<rect width=${`${100 * probability}%`} height="100%" />`}</svg>
              <span class="number">${shareText(i18n, probability)}</span>
            </li>`,
        )}
      </ul>
      ${
        best === undefined
          ? nothing
          : html`<button type="button" ?disabled=${this.beginning.length >= this.most}
              @click=${() => this.send('al-words', [...this.beginning, best.symbol])}>
              ${this.appendLabel(best.symbol)}</button>`
      }`;
  }
}

customElements.define('al-next-words', NextWords);

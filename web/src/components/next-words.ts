// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import { I18nController } from '../i18n/controller.ts';
import './bars.ts';
import { LightElement } from './light-element.ts';
import css from './next-words.css?inline';

export interface Candidate {
  readonly symbol: string;
  readonly probability: number;
}

const MOST = 5;

/**
 * Shows the most probable next words of a sentence, with a button that appends the first of them.
 * @fires al-words readonly string[], the sentence with the appended word
 */
export class NextWords extends LightElement {
  static override css = css;
  static override properties = {
    label: {},
    beginning: { attribute: false },
    next: { attribute: false },
    most: { type: Number },
    appendLabel: { attribute: false },
  };

  declare label: string;
  declare beginning: readonly string[];
  /** The possible next words, the most probable first. */
  declare next: readonly Candidate[];
  /** Maximum number of words that a sentence can have. */
  declare most: number;
  declare appendLabel: (word: string) => string;

  readonly #texts = new I18nController(this);

  protected override render() {
    const { i18n } = this.#texts;
    const shown = this.next.slice(0, MOST);
    const [best] = shown;
    const told = shown.map((one) => `${one.symbol} ${i18n.percent(one.probability, 0)}`);
    return html`
      <h3>${this.label}</h3>
      <al-bars .active=${undefined} .description=${`${this.label}: ${i18n.list(told)}`}
        .bars=${shown.map(({ symbol, probability }) => ({
          label: symbol,
          share: probability,
          text: i18n.percent(probability, 1),
        }))}></al-bars>
      ${
        best === undefined
          ? nothing
          : html`<button type="button" ?disabled=${this.beginning.length >= this.most} @click=${() => this.#append(best)}>
              ${this.appendLabel(best.symbol)}</button>`
      }`;
  }

  #append({ symbol }: Candidate): void {
    const detail = [...this.beginning, symbol];
    this.dispatchEvent(new CustomEvent('al-words', { detail, bubbles: true }));
  }
}

customElements.define('al-next-words', NextWords);

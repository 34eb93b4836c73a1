// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import type { Option } from './choice.ts';
import { formulaText } from './formula-text.ts';
import { properties, TextElement, uniqueId } from './light-element.ts';
import css from './predict.css?inline';

/** The answer to a question. `right` is the `value` of the correct guess, and `text` explains the answer. */
export interface PredictOutcome {
  readonly right: string;
  readonly text: string;
}

/**
 * A question that the reader answers before seeing the outcome. A button submits the guess. Until then, neither the
 * figure nor the HTML contains the outcome.
 * @fires al-commit string, the guess, or '' if the reader asks for the answer; a listener sets `guess` and `outcome`
 * @fires al-retry when the reader wants to answer again, or wants another question (see `kind`)
 */
export class Predict extends TextElement {
  static override css = css;
  static override properties = {
    kind: {},
    ...properties(
      'question',
      'hint',
      'mayReveal',
      'guesses',
      'guess',
      'outcome',
      'choice',
      'isHinted',
    ),
  };

  /**
   * Selects further buttons. `scene`: before the answer, a button for a hint, and with `mayReveal` a button that shows
   * the answer; after it, a button to answer again. `check`: after the answer, a button for another question.
   */
  kind: 'check' | 'scene' = 'scene';
  declare question: string;
  /** The text of the hint. Used only if `kind` is `scene`. */
  hint = '';
  /** Whether the reader may see the answer without a guess. */
  mayReveal = true;
  declare guesses: readonly Option<string>[];
  declare guess: string | undefined;
  declare outcome: PredictOutcome | undefined;
  declare protected choice: string | undefined;
  protected isHinted = false;

  readonly #name = uniqueId('predict');

  protected override render() {
    const { t } = this.texts.i18n;
    const { outcome, choice } = this;
    const isOpen = outcome === undefined;
    const next = this.kind === 'check' ? 'check.next' : 'predict.again';
    return html`
      <div class="predict">
        <div class=${isOpen ? 'guesses' : 'guesses committed'} role="radiogroup" aria-labelledby=${this.#name}>
          <p class="predict-question" id=${this.#name}>${formulaText(this.question)}</p>
          ${this.guesses.map((guess) => this.#renderGuess(guess))}
        </div>
        ${isOpen && this.isHinted ? html`<p class="predict-hint">${this.hint}</p>` : nothing}
        <div class="predict-buttons">
          <button type="button" ?disabled=${isOpen && choice === undefined} @click=${this.#onButton}>
            ${t(isOpen ? 'check.commit' : next)}
          </button>
          ${isOpen && this.kind === 'scene' ? this.#renderHelp() : nothing}
        </div>
        <div class="predict-outcome" role="status">${isOpen ? nothing : this.#renderOutcome(outcome)}</div>
      </div>`;
  }

  #renderHelp() {
    const { t } = this.texts.i18n;
    const toggle = () => {
      this.isHinted = !this.isHinted;
    };
    return html`
      <button type="button" class="quiet" aria-expanded=${this.isHinted} @click=${toggle}>${t('predict.hint')}</button>
      ${
        this.mayReveal
          ? html`<button type="button" class="quiet" @click=${() => this.send('al-commit', '')}>${t('predict.show')}</button>`
          : nothing
      }`;
  }

  #renderGuess({ value, label }: Option<string>) {
    const { t } = this.texts.i18n;
    const isRight = value === this.outcome?.right;
    const isOwn = this.outcome !== undefined && value === this.guess;
    return html`
      <label class=${isRight ? 'right' : ''}>
        <input type="radio" name=${this.#name} value=${value} ?disabled=${this.outcome !== undefined}
          .checked=${value === (this.guess ?? this.choice)} @change=${() => this.#choose(value)} />
        <span>
          ${formulaText(label)}
          ${isRight ? html`<span class="predict-mark">✓ ${t('predict.computed')}</span>` : nothing}
          ${isOwn && !isRight ? html`<span class="predict-mark">${t('predict.own')}</span>` : nothing}
        </span>
      </label>`;
  }

  #renderOutcome({ right, text }: PredictOutcome) {
    const { t } = this.texts.i18n;
    const isHit = right === this.guess;
    return html`
      <p class=${isHit ? 'predict-result hit' : this.guess ? 'predict-result miss' : 'predict-result'}>
        ${t(isHit ? 'predict.hit' : this.guess ? 'predict.miss' : 'predict.shown')}
      </p>
      <p>${formulaText(text)}</p>`;
  }

  /** Submits the selected guess. If none is selected, asks for the answer. */
  commit(): void {
    this.send('al-commit', this.choice ?? '');
  }

  #choose(value: string): void {
    this.choice = value;
  }

  readonly #onButton = (): void => {
    if (this.outcome === undefined) {
      this.commit();
    } else {
      this.choice = undefined;
      this.send('al-retry');
    }
  };
}

customElements.define('al-predict', Predict);

// SPDX-License-Identifier: MIT
import { html, nothing, type PropertyValues } from 'lit';
import { LightElement } from '../../components/light-element.ts';
import '../../components/predict.ts';
import type { Guess, PredictOutcome } from '../../components/predict.ts';

/**
 * A question whose answer is found by training models after the reader has submitted a guess. The outcome stays visible
 * even if the stage (the figure with its controls) shows other models later.
 * @fires al-commit string, the guess of the reader; the lesson then trains the models
 */
export class TrainedGuess extends LightElement {
  static override properties = {
    question: {},
    guesses: { attribute: false },
    found: { attribute: false },
    outcome: { attribute: false },
    waiting: {},
    isTraining: { attribute: false },
    subject: {},
    guess: { state: true },
  };

  declare question: string;
  declare guesses: readonly Guess[];
  /**
   * The shares of correct predictions of the question's models. Undefined unless the stage shows these models and they
   * are fully trained.
   */
  declare found: readonly number[] | undefined;
  declare outcome: (guess: string, found: readonly number[]) => PredictOutcome;
  /** A text about the training progress, or that the training was interrupted. */
  declare waiting: string;
  /** Whether the models of this question are being trained. */
  declare isTraining: boolean;
  /** Identifies the question. If it changes, the guess is discarded. */
  declare subject: string;
  declare protected guess: string | undefined;

  #kept: readonly number[] | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('subject')) this.guess = undefined;
    this.#kept = this.guess === undefined ? undefined : (this.#kept ?? this.found);
  }

  protected override render() {
    const { guess } = this;
    const kept = this.#kept;
    const isAnswered = guess !== undefined && kept !== undefined;
    const isWaiting = guess !== undefined && kept === undefined;
    return html`
      <al-predict .question=${this.question} .guesses=${this.guesses} .guess=${guess}
        .isWaiting=${isWaiting && this.isTraining}
        .outcome=${isAnswered ? this.outcome(guess, kept) : undefined}
        @al-commit=${({ detail }: CustomEvent<string>) => {
          this.guess = detail;
        }}
        @al-retry=${() => {
          this.guess = undefined;
        }}></al-predict>
      <p class="hint guess-waiting">${isWaiting ? this.waiting : nothing}</p>`;
  }
}

customElements.define('al-trained-guess', TrainedGuess);

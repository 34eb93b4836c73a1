// SPDX-License-Identifier: MIT
import { html, nothing, type PropertyValues } from 'lit';
import { LightElement } from '../../components/light-element.ts';
import '../../components/predict.ts';
import type { Guess, PredictOutcome } from '../../components/predict.ts';

/**
 * A question that only a training can answer: the guess is committed, then the models are trained, and what they have learned
 * is the answer.
 * @fires al-commit string, the guess: the owner trains the models
 */
export class TrainedGuess extends LightElement {
  static override properties = {
    question: {},
    guesses: { attribute: false },
    outcome: { attribute: false },
    waiting: {},
    subject: {},
    guess: { state: true },
  };

  declare question: string;
  declare guesses: readonly Guess[];
  /** By the guess; undefined until the models are trained. */
  declare outcome: ((guess: string) => PredictOutcome) | undefined;
  /** How far the training is. */
  declare waiting: string;
  /** What is asked about: a guess about another subject is forgotten. */
  declare subject: string;
  declare protected guess: string | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('subject')) this.guess = undefined;
  }

  protected override render() {
    const { guess, outcome } = this;
    const isWaiting = guess !== undefined && outcome === undefined;
    return html`
      <al-predict .question=${this.question} .guesses=${this.guesses} .guess=${guess}
        .outcome=${guess === undefined ? undefined : outcome?.(guess)}
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

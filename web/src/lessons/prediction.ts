// SPDX-License-Identifier: MIT
// Predictions: questions whose outcome is hidden until the reader has chosen a guess.
import { least } from 'd3-array';
import type { PredictOutcome } from '../components/predict.ts';
import type { Engine } from '../engine/index.ts';
import type { MessageParams } from '../i18n/catalogue.ts';
import type { I18n } from '../i18n/i18n.ts';
import { again } from './again.ts';

/**
 * A question that the reader answers before seeing the outcome. Its texts are in the lesson's catalogue of messages
 * under `predict.<id>`: `question`, `guess.<guess>`, and either `feedback.<guess>` for each guess or one `outcome` for
 * all. They can contain the numbers that `measure` returns.
 */
export interface Prediction<State> {
  readonly id: string;
  readonly guesses: readonly string[];
  /** The lesson's state in which the figure shows the outcome. */
  readonly state: State;
  /** Computes the correct guess (`right`) with the engine, and the numbers for the texts, formatted with `i18n`. */
  measure(engine: Engine, i18n: I18n): { readonly right: string; readonly numbers: MessageParams };
}

/** The guess whose number is nearest to the computed one. */
export const nearestGuess = (x: number, guesses: Readonly<Record<string, number>>): string =>
  least(Object.keys(guesses), (guess) => Math.abs((guesses[guess] as number) - x)) ?? '';

/** Returns the correct guess, and the feedback on the reader's guess. */
export function outcomeOfPrediction<State>(
  { id, measure }: Prediction<State>,
  guess: string,
  engine: Engine,
  i18n: I18n,
  t: (key: string, params?: MessageParams) => string,
): PredictOutcome {
  const { right, numbers } = again(() => measure(engine, i18n));
  const feedback = `predict.${id}.feedback.${guess}`;
  const text = t(feedback, numbers);
  return { right, text: text === feedback ? t(`predict.${id}.outcome`, numbers) : text };
}

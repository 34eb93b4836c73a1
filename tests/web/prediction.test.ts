// SPDX-License-Identifier: MIT
// Tests the feedback on a reader's guess.
import { expect, it } from 'vitest';
import type { Engine } from '../../web/src/engine/index.ts';
import type { I18n } from '../../web/src/i18n/i18n.ts';
import { outcomeOfPrediction, type Prediction } from '../../web/src/lessons/prediction.ts';

const question: Prediction<object> = {
  id: 'higher',
  guesses: ['near', 'long'],
  state: {},
  measure: () => ({ right: 'long', numbers: { score: '14.3' } }),
};

/** The outcome of a guess, with a catalogue that contains only these texts. Other keys are their own text. */
const outcome = (guess: string, texts: Record<string, string>) =>
  outcomeOfPrediction(question, guess, {} as Engine, {} as I18n, (key, { score } = {}) =>
    key in texts ? `${texts[key]} ${score}` : key,
  );

it('is the text for the guess, with the computed numbers', () => {
  const texts = {
    'predict.higher.feedback.near': 'Not quite:',
    'predict.higher.feedback.long': 'Correct:',
  };
  expect(outcome('near', texts)).toEqual({ right: 'long', text: 'Not quite: 14.3' });
  expect(outcome('long', texts)).toEqual({ right: 'long', text: 'Correct: 14.3' });
});

it('is the text for all guesses if the guess has none', () => {
  const texts = { 'predict.higher.outcome': 'The score is' };
  expect(outcome('near', texts)).toEqual({ right: 'long', text: 'The score is 14.3' });
});

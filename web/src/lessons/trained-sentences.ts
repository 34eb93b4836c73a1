// SPDX-License-Identifier: MIT
// The sentence model that the reader has trained last, for each language. It stays in memory until the page is closed.
import type { LanguageModelInput, LanguageModelState, SentenceLanguage } from '../engine/index.ts';

/** The data that are needed to use the model and to continue its training. */
export interface TrainedSentences {
  readonly input: LanguageModelInput<'float32'>;
  readonly state: Omit<LanguageModelState<'float32'>, 'seed'>;
}

const trained = new Map<SentenceLanguage, TrainedSentences>();

export const keepTrained = (language: SentenceLanguage, model: TrainedSentences): void => {
  trained.set(language, model);
};

/** The model that the reader has trained in this language. Undefined if there is none since the page was loaded. */
export const trainedSentences = (language: SentenceLanguage): TrainedSentences | undefined =>
  trained.get(language);

// SPDX-License-Identifier: MIT
// Predicts the next word of a sentence, with a model that the reader has trained or with the site's model.
import type { Candidate } from '../components/next-words.ts';
import type { Engine, LanguageModel, SentenceLanguage, SentenceModel } from '../engine/index.ts';
import { sentenceBatches } from '../engine/sentences/batches.ts';
import type { Grammar } from '../engine/sentences/grammar.ts';
import { grammarOf } from '../engine/sentences/grammars.ts';
import { MODEL, OPTIMIZER, SEED } from '../engine/sentences/training.ts';
import {
  keepTrained,
  type TrainedSentences,
  trainedSentences,
} from '../lessons/trained-sentences.ts';

export interface Predictor {
  /** Number of training steps by the reader. Undefined for the site's model. */
  readonly steps: number | undefined;
  /** The words that can follow, with their probabilities, the most probable first. */
  next(words: readonly string[]): readonly Candidate[];
  release(): void;
}

export const sitePredictor = (model: SentenceModel): Predictor => ({
  steps: undefined,
  next: (words) =>
    model.next(words).map(({ word, probability }) => ({ symbol: word, probability })),
  release() {},
});

const newInput = (grammar: Grammar): TrainedSentences['input'] => ({
  ...{ precision: 'float32', vocabulary: grammar.words.length, positions: grammar.longest },
  ...{ ...MODEL, ...OPTIMIZER, seed: SEED },
});

/**
 * The model that the reader has trained, or a new untrained model. Further training continues with the next batches, so
 * the result is identical to that of an uninterrupted training.
 */
export class ReaderModel implements Predictor {
  readonly #input: TrainedSentences['input'];
  readonly #grammar: Grammar;
  readonly #model: LanguageModel<'float32'>;

  /** @param engine  the engine, which must be able to train */
  constructor(
    private readonly engine: Engine,
    private readonly language: SentenceLanguage,
  ) {
    this.#grammar = grammarOf(language);
    const kept = trainedSentences(language);
    this.#input = kept?.input ?? newInput(this.#grammar);
    this.#model = engine.newLanguageModel(this.#input);
    if (kept) this.#model.restore(kept.state);
  }

  get steps(): number {
    return this.#model.steps;
  }

  run(count: number): Float32Array {
    const { seed = 0 } = this.#input;
    return this.#model.train(sentenceBatches(this.#grammar, seed, this.steps, count)).losses;
  }

  /** Stores the trained model until the window is closed. */
  keep(): void {
    keepTrained(this.language, { input: this.#input, state: this.#model.state() });
  }

  next(words: readonly string[]): readonly Candidate[] {
    const { words: all } = this.#grammar;
    const data = words.map((word) => all.indexOf(word));
    const { logits } = this.#model.stages({ tokens: { shape: [1, data.length], data } });
    const last = { shape: [1, all.length], data: logits.data.slice(-all.length) };
    const weights = this.engine.softmax({ precision: 'float32', logits: last });
    return all
      .map((symbol, i) => ({ symbol, probability: weights.data[i] as number }))
      .toSorted((a, b) => b.probability - a.probability);
  }

  release(): void {
    this.#model.release();
  }
}

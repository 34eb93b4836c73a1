// SPDX-License-Identifier: MIT
import type { Engine, SentenceModel, Tensor } from '../engine/index.ts';
import { sentenceLanguage } from '../engine/sentences/languages.ts';
import type { Session, SessionHost } from './define-lesson.ts';
import type { Computed } from './scene.ts';

/** One row for each word: its embedding plus the vector of its position. */
export function wordVectors(
  { words: all, embeddings, positions }: SentenceModel,
  words: readonly string[],
): Tensor<Float64Array> {
  const [, d = 0] = embeddings.shape;
  const tokens = words.map((word) => all.indexOf(word));
  const data = tokens.flatMap((token, place) =>
    Array.from(
      { length: d },
      (_, j) =>
        (embeddings.data[token * d + j] as number) + (positions.data[place * d + j] as number),
    ),
  );
  return { shape: [words.length, d], data: Float64Array.from(data) };
}

/** Loads the trained model in the page's language. When it is loaded, the lesson computes its numbers again. */
export class SentenceLoader {
  #language: string | undefined;
  #model: SentenceModel | undefined;

  constructor(private readonly host: SessionHost) {}

  /** Returns the model. Undefined until it is loaded. */
  model(engine: Engine): SentenceModel | undefined {
    const language = sentenceLanguage(this.host.language());
    if (language === this.#language) return this.#model;
    this.#language = language;
    this.#model = undefined;
    engine.sentenceModel(language).then(
      (model) => {
        if (language !== this.#language) return;
        this.#model = model;
        this.host.news();
      },
      (error: unknown) => {
        if (language !== this.#language) return;
        // The language is reset, so that the next computation tries to load the model again.
        this.#language = undefined;
        this.host.fail(error);
      },
    );
    return undefined;
  }

  release(): void {
    this.#language = undefined;
    this.#model = undefined;
  }
}

/** The computation of a lesson about sentences. Until the model is loaded, the numbers are computed without it. */
export class SentenceSession<State, Numbers> implements Session<State, Numbers> {
  readonly #sentences: SentenceLoader;

  constructor(
    host: SessionHost,
    private readonly numbersOf: (
      state: State,
      engine: Engine,
      model: SentenceModel | undefined,
      last: Computed<State, Numbers> | undefined,
    ) => Numbers,
  ) {
    this.#sentences = new SentenceLoader(host);
  }

  compute(state: State, engine: Engine, last?: Computed<State, Numbers>): Numbers {
    return this.numbersOf(state, engine, this.#sentences.model(engine), last);
  }

  release(): void {
    this.#sentences.release();
  }
}

// SPDX-License-Identifier: MIT
import type { Engine, SentenceModel } from '../engine/index.ts';
import { sentenceLanguage } from '../engine/sentences/languages.ts';
import type { Session, SessionHost } from './define-lesson.ts';
import type { Computed } from './scene.ts';

/**
 * The computation of a lesson about sentences. It loads the trained model in the page's language. Until the model is
 * loaded, the numbers are computed without it.
 */
export class SentenceSession<State, Numbers> implements Session<State, Numbers> {
  #language: string | undefined;
  #model: SentenceModel | undefined;

  constructor(
    private readonly host: SessionHost,
    private readonly numbersOf: (
      state: State,
      engine: Engine,
      model: SentenceModel | undefined,
      last: Computed<State, Numbers> | undefined,
    ) => Numbers,
  ) {}

  compute(state: State, engine: Engine, last?: Computed<State, Numbers>): Numbers {
    const language = sentenceLanguage(this.host.language());
    if (language !== this.#language) {
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
    }
    return this.numbersOf(state, engine, this.#model, last);
  }

  release(): void {
    this.#language = undefined;
    this.#model = undefined;
  }
}

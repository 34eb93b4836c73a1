// SPDX-License-Identifier: MIT
import type { Engine } from '../../engine/index.ts';
import { type SentenceLanguage, sentenceLanguage } from '../../engine/sentences/languages.ts';
import type { Session, SessionHost } from '../define-lesson.ts';
import { type Counted, compute } from './compute.ts';
import { forgetRuns, type KeptRun, keepRun, keptRuns } from './history.ts';
import { newWorker } from './new-worker.ts';
import { measuredTwin, type State } from './state.ts';
import { TimingRunner } from './timing-runner.ts';
import { type Written, write } from './writing.ts';

/** All numbers of the lesson, and the time measurements on this device. */
export interface Numbers extends Counted {
  /** Undefined until the sentence model is loaded. */
  readonly written: Written | undefined;
  readonly runner: TimingRunner;
  readonly start: () => void;
  /** Earlier runs of the measurements, the newest first. */
  readonly runs: readonly KeptRun[];
  /** The earlier run that the chart shows for comparison with the current one. */
  readonly compared: KeptRun | undefined;
  readonly compare: (run: KeptRun | undefined) => void;
  readonly forget: () => void;
}

/** Manages the measurements on this device, and loads the sentence model when the figure needs it. */
export class CostSession implements Session<State, Numbers> {
  readonly #runner: TimingRunner;
  #runs = keptRuns();
  #compared: KeptRun | undefined;
  #language: SentenceLanguage | undefined;
  #written: Written | undefined;

  constructor(private readonly host: SessionHost) {
    this.#runner = new TimingRunner({
      onNews: () => host.news(),
      onWhole: (run) => {
        this.#runs = keepRun(run, Date.now());
        host.news();
      },
      newWorker,
      now: () => performance.now(),
    });
  }

  compute(state: State, engine: Engine): Numbers {
    const language = sentenceLanguage(this.host.language());
    if (state.figure === 'cache' && language !== this.#language) this.#load(language, engine);
    return {
      ...compute(state, engine),
      written: this.#written,
      runner: this.#runner,
      start: () => this.#runner.start(measuredTwin(state), state.longest, engine),
      runs: this.#runs,
      compared: this.#compared,
      compare: (run) => {
        this.#compared = run;
        this.host.news();
      },
      forget: () => {
        forgetRuns();
        this.#runs = [];
        this.#compared = undefined;
        this.host.news();
      },
    };
  }

  release(): void {
    this.#runner.stop();
    this.#language = undefined;
    this.#written = undefined;
  }

  #load(language: SentenceLanguage, engine: Engine): void {
    this.#language = language;
    this.#written = undefined;
    const isPresent = () => language === this.#language;
    engine
      .sentenceModel(language)
      .then((model) => write(engine, model))
      .then(
        (written) => {
          if (!isPresent()) return;
          this.#written = written;
          this.host.news();
        },
        (error: unknown) => {
          if (!isPresent()) return;
          // The language is reset, so that the next computation loads the model again.
          this.#language = undefined;
          this.host.fail(error);
        },
      );
  }
}

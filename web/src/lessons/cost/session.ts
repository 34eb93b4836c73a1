// SPDX-License-Identifier: MIT
import type { Engine, SentenceModel } from '../../engine/index.ts';
import type { Session, SessionHost } from '../define-lesson.ts';
import { SentenceLoader } from '../sentence-session.ts';
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
  readonly #sentences: SentenceLoader;
  #model: SentenceModel | undefined;
  #isModelNeeded = false;
  #written: Written | undefined;

  constructor(private readonly host: SessionHost) {
    this.#sentences = new SentenceLoader(host);
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
    this.#isModelNeeded ||= state.figure === 'cache';
    const model = this.#isModelNeeded ? this.#sentences.model(engine) : undefined;
    if (model !== this.#model) {
      this.#model = model;
      this.#written = model && write(engine, model);
    }
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
    this.#sentences.release();
    this.#isModelNeeded = false;
  }
}

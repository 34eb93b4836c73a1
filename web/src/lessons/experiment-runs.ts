// SPDX-License-Identifier: MIT
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Engine } from '../engine/index.ts';
import { again } from './again.ts';
import { type Experiment, type Measurement, shownProgress } from './experiment.ts';

interface RunsHost<State> {
  readonly engine: () => Engine;
  readonly found: (experiment: Experiment<State>, measurements: readonly Measurement[]) => void;
  readonly fail: (error: unknown, experiment: Experiment<State>) => void;
}

/** Runs the experiments of a lesson. Only one runs at a time: starting another one aborts the running one. */
export class ExperimentRuns<State> implements ReactiveController {
  /** The measurements of completed experiments, by the experiment's id. */
  outcomes: ReadonlyMap<string, readonly Measurement[]> = new Map();
  /** The running experiment, and its progress from 0 to 1. Undefined if none is running. */
  running: { readonly id: string; readonly done: number } | undefined;
  #abort: AbortController | undefined;

  constructor(
    private readonly element: ReactiveControllerHost,
    private readonly host: RunsHost<State>,
  ) {
    element.addController(this);
  }

  hostDisconnected(): void {
    this.cancel();
  }

  readonly cancel = (): void => this.#abort?.abort();

  async run(experiment: Experiment<State>): Promise<void> {
    const { id } = experiment;
    this.cancel();
    this.#show(undefined);
    const abort = new AbortController();
    const { signal } = abort;
    this.#abort = abort;
    const onProgress = (made: number) => {
      const done = shownProgress(made);
      if (!signal.aborted && done !== this.running?.done) this.#show({ id, done });
    };
    try {
      const found = again(() => experiment.measure(this.host.engine(), { signal, onProgress }));
      if (found instanceof Promise) onProgress(0);
      const measurements = await found;
      if (measurements === undefined || signal.aborted) return;
      this.outcomes = new Map(this.outcomes).set(id, measurements);
      this.host.found(experiment, measurements);
    } catch (error) {
      if (!signal.aborted) this.host.fail(error, experiment);
    } finally {
      if (this.#abort === abort) this.#show(undefined);
    }
  }

  #show(running: typeof this.running): void {
    this.running = running;
    this.element.requestUpdate();
  }
}

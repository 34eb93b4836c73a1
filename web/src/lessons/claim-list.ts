// SPDX-License-Identifier: MIT
import { html, type LitElement, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import '../components/experiment-cards.ts';
import type { Engine } from '../engine/index.ts';
import { type Experiment, type Measurement, verdictOf } from './experiment.ts';
import { ExperimentRuns } from './experiment-runs.ts';
import type { Tested } from './lesson.ts';
import { experimentCard } from './outcomes.ts';
import { type BasicScene, say } from './scene.ts';

interface ClaimsHost<State> {
  readonly experiments: () => readonly Experiment<State>[];
  readonly engine: () => Engine;
  readonly state: () => State;
  /** Changes fields of the lesson's state and adds an entry to the browser's history. */
  readonly show: (state: Partial<State>) => void;
  /** Moves the focus to the part of the page that shows the state which an experiment has measured. */
  readonly focus: (id: string) => void;
  readonly fail: (error: unknown, retry: () => void) => void;
}

/**
 * Renders the claims (the documents' statements) in Verify, the second view of a lesson: a card for each, with the
 * experiment that tests it.
 * @fires al-tested Tested, when an experiment is complete
 */
export class ClaimList<State extends object> {
  readonly #runs: ExperimentRuns<State>;
  /** The lesson's state at the start of the running experiment. */
  #before: State | undefined;

  constructor(
    private readonly element: LitElement,
    private readonly host: ClaimsHost<State>,
  ) {
    this.#runs = new ExperimentRuns<State>(element, {
      engine: host.engine,
      found: (experiment, measurements) => this.#conclude(experiment, measurements),
      fail: (error, experiment) => host.fail(error, () => this.#run(experiment)),
    });
  }

  render<Texts>({ i18n, t }: BasicScene<State, unknown, Texts>): TemplateResult {
    const { outcomes, running } = this.#runs;
    return html`
      <al-experiments
        .cards=${guard([outcomes, running, i18n.language, i18n.digits], () =>
          this.host.experiments().map(({ id }) => ({
            ...experimentCard(id, outcomes.get(id), i18n, say(t)),
            ...(running?.id === id ? { done: running.done } : {}),
          })),
        )}
        @al-run=${this.#onRun} @al-cancel=${this.#runs.cancel} @al-see=${this.#onSee}></al-experiments>`;
  }

  #find(id: string): Experiment<State> | undefined {
    return this.host.experiments().find((one) => one.id === id);
  }

  readonly #onRun = ({ detail: id }: CustomEvent<string>): void => {
    const experiment = this.#find(id);
    if (experiment) this.#run(experiment);
  };

  #run(experiment: Experiment<State>): void {
    this.#before = this.host.state();
    void this.#runs.run(experiment);
  }

  #conclude({ id, state }: Experiment<State>, measurements: readonly Measurement[]): void {
    // Shows the state that the experiment measured, unless the reader has changed the lesson's state during the
    // experiment.
    if (this.host.state() === this.#before) this.host.show(state);
    const detail: Tested = { id, verdict: verdictOf(measurements), measurements };
    this.element.dispatchEvent(new CustomEvent('al-tested', { detail, bubbles: true }));
  }

  // Shows the state that an experiment has measured, because another experiment or the reader may have changed the
  // lesson's state since.
  readonly #onSee = ({ detail: id }: CustomEvent<string>): void => {
    const state = this.#find(id)?.state;
    const present = this.host.state();
    if (state && JSON.stringify({ ...present, ...state }) !== JSON.stringify(present))
      this.host.show(state);
    this.host.focus(id);
  };
}

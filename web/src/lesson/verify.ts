// SPDX-License-Identifier: MIT
import { nothing, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { renderExperiments, renderOutcome, renderRun } from '../components/experiment-cards.ts';
import { properties, TextElement } from '../components/light-element.ts';
import { Printing } from '../components/printing.ts';
import { AttentionError } from '../engine/index.ts';
import { again } from '../lessons/again.ts';
import { type Experiment, type Measurement, verdictOf } from '../lessons/experiment.ts';
import { ExperimentRuns } from '../lessons/experiment-runs.ts';
import { type Failure, failureNotice } from '../lessons/failure.ts';
import { LateCode } from '../lessons/late-code.ts';
import { LatePart } from '../lessons/late-part.ts';
import type { LessonProps, Tested } from '../lessons/lesson.ts';
import { refusalNotice } from '../lessons/refusal.ts';
import type { LessonMessages } from '../lessons/scene.ts';
import { pageAddress } from '../state/address.ts';
import type { AnyVerify, Example, VerifyPlace } from './define-verify.ts';
import { linkedCard, type Panel, renderPanel, renderVerify } from './render-verify.ts';

type AnyExample = Example<unknown, unknown, LessonMessages>;

/**
 * A lesson's page Verify: each claim of the documents with the experiment that tests it, then the code and the numbers
 * of the experiment that has run last.
 * @fires al-tested Tested, when an experiment is complete
 */
export class VerifyView extends TextElement {
  static override properties = properties('verify', 'props', 'failure', 'opened');

  declare verify: AnyVerify;
  declare props: LessonProps<VerifyPlace>;
  declare protected failure: Failure | undefined;
  /** The panels that the reader has opened. The content of a panel is computed when the panel is first opened. */
  protected opened: ReadonlySet<Panel> = new Set();

  readonly #printing = new Printing(this);
  readonly #code = new LateCode(this, () => this.verify.code.excerpts());
  readonly #runs = new ExperimentRuns(this, {
    engine: () => this.props.engine,
    found: (experiment, measurements) => this.#conclude(experiment, measurements),
    fail: (error, { id }) => {
      this.failure = { error, retry: () => this.#run(id) };
    },
  });
  /** The inputs of the last experiment, and their numbers. */
  #example: { readonly state: unknown; readonly numbers: LatePart<unknown> } | undefined;
  #last: Experiment<unknown> | undefined;
  /** The claim to which the page has scrolled. */
  #claim = '';

  protected override render(): TemplateResult {
    const { prose, state } = this.props;
    const { id, data, code } = this.verify;
    return renderVerify(this.texts.i18n, prose, {
      back: pageAddress(id, state.step ? new URLSearchParams({ scene: state.step }) : undefined),
      notice: this.#renderFailure(),
      cards: this.#renderCards(),
      panels: [
        this.#renderPanel('code', (example) => this.#code.render(example, code.own)),
        this.#renderPanel('data', data),
      ],
    });
  }

  protected override updated(changed: PropertyValues<this>): void {
    const { state, isReturn } = this.props;
    if (!changed.has('props') || state.claim === this.#claim) return;
    this.#claim = state.claim;
    // For a returning reader, the browser restores the scroll position.
    if (isReturn) return;
    if (state.claim) this.#goTo(state.claim);
  }

  #goTo(claim: string): void {
    const card = this.querySelector(`[data-experiment="${claim}"]`);
    card?.scrollIntoView({ block: 'center' });
    card?.querySelector('button')?.focus({ preventScroll: true });
  }

  #renderFailure() {
    const { i18n } = this.texts;
    const { failure } = this;
    return failure?.error instanceof AttentionError
      ? refusalNotice(failure.error, i18n.t)
      : failureNotice(failure, i18n);
  }

  #renderCards() {
    const { i18n } = this.texts;
    const { id, experiments } = this.verify;
    const { outcomes, running, cancel } = this.#runs;
    const on = { run: (one: string) => this.#run(one), cancel };
    return guard([outcomes, running, i18n.language, i18n.digits], () =>
      renderExperiments(
        experiments.map((one) => ({
          ...linkedCard(one.id, outcomes.get(one.id), i18n, id),
          ...(running?.id === one.id ? { done: running.done } : {}),
        })),
        (card) => renderRun(card, i18n, on),
        (card) => renderOutcome(card, i18n),
      ),
    );
  }

  #renderPanel(id: Panel, render: (example: AnyExample) => TemplateResult): TemplateResult {
    const isPrinted = this.#printing.isOn && id === 'data';
    const content = this.opened.has(id) || isPrinted ? this.#renderExample(render) : nothing;
    return renderPanel(id, this.texts.i18n, content, isPrinted, (isOpen) => {
      if (isOpen) this.opened = new Set([...this.opened, id]);
    });
  }

  #renderExample(render: (example: AnyExample) => TemplateResult): TemplateResult {
    const { i18n } = this.texts;
    const { id, compute, example } = this.verify;
    const state = this.#last?.state ?? example;
    if (this.#example === undefined || this.#example.state !== state) {
      const work = () => again(() => compute(state, this.props.engine));
      this.#example = { state, numbers: new LatePart(this, work) };
    }
    const { numbers } = this.#example;
    numbers.ask();
    const t = i18n.translator<LessonMessages>(id);
    return numbers.render(i18n, (found) => render({ state, numbers: found, i18n, t }));
  }

  #run(id: string): void {
    const experiment = this.verify.experiments.find((one) => one.id === id);
    this.failure = undefined;
    if (experiment) void this.#runs.run(experiment);
  }

  #conclude(experiment: Experiment<unknown>, measurements: readonly Measurement[]): void {
    this.#last = experiment;
    const { id } = experiment;
    const detail: Tested = { id, verdict: verdictOf(measurements), measurements };
    this.send('al-tested', detail);
  }
}

customElements.define('al-verify', VerifyView);

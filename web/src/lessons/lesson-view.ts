// SPDX-License-Identifier: MIT

import type { Code } from '*?excerpts';
import { html, noChange, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import '../components/experiments.ts';
import { OPEN } from '../components/field-access.ts';
import { LightElement } from '../components/light-element.ts';
import '../components/predict.ts';
import { proseSection } from '../components/prose.ts';
import { SeenParts } from '../components/seen-parts.ts';
import { TermLight } from '../components/term-light.ts';
import { AttentionError, type Engine } from '../engine/index.ts';
import { I18nController } from '../i18n/controller.ts';
import { again } from './again.ts';
import type { LessonCode } from './code.ts';
import { type Experiment, type Measurement, verdictOf } from './experiment.ts';
import { ExperimentRuns } from './experiment-runs.ts';
import { type Failure, failureNotice } from './failure.ts';
import { LatePart } from './late-part.ts';
import lessonCss from './lesson.css?inline';
import type { Answered, Change, LessonProps, Tested } from './lesson.ts';
import { EngineWatch, lossNotice } from './lost-instance.ts';
import { experimentCard } from './outcomes.ts';
import { outcomeOfPrediction, type Prediction } from './prediction.ts';
import { refusalNotice } from './refusal.ts';
import type { BasicScene, Computed, LessonMessages } from './scene.ts';
import { say } from './scene.ts';
import stagesCss from './stages.css?inline';

/** The parts of a lesson apart from its rendering. */
export interface LessonParts<State> {
  /** Name of the lesson's folder and of its catalogue. */
  readonly id: string;
  readonly initial: State;
  readonly withinRanges: (state: State) => State;
  readonly experiments: readonly Experiment<State>[];
  readonly predictions: readonly Prediction<State>[];
}

interface CodeParts {
  readonly code: Code;
  readonly codeSection: typeof import('./code-section.ts').codeSection;
}

async function loadCode(excerpts: () => Promise<{ readonly default: Code }>): Promise<CodeParts> {
  const [{ codeSection }, { default: code }] = await Promise.all([
    import('./code-section.ts'),
    excerpts(),
  ]);
  return { codeSection, code };
}

const commonCss = `${lessonCss}${stagesCss}`;

/** The style sheet of a lesson: shared rules, and rules that are nested under the lesson's element. */
export const lessonSheet = (tag: string, css: string): string => `${commonCss}${tag} {${css}}`;

/**
 * Base class of all lessons. It computes the numbers of a state, renders the lesson, runs experiments and predictions,
 * and announces results to screen readers. A subclass adds `compute` and the rendering.
 * @fires al-tested Tested, when an experiment is complete
 * @fires al-answered Answered, when the reader commits a guess
 */
export abstract class LessonView<
  State extends object,
  Numbers,
  Texts extends LessonMessages,
> extends LightElement {
  static override css = commonCss;
  static override properties = {
    props: { attribute: false },
    guesses: { state: true },
    isOpened: { state: true },
    isFoldOpened: { state: true },
    refusal: { state: true },
    failure: { state: true },
    isEngineLost: { state: true },
  };

  declare props: LessonProps<State>;
  /** The committed guesses, by the id of the prediction. */
  declare protected guesses: ReadonlyMap<string, string>;
  /** Whether the reader has answered the questions that come before the lesson. */
  declare protected isOpened: boolean;
  /** Whether the reader has opened the code of a lesson without a stage. */
  declare protected isFoldOpened: boolean;
  declare protected refusal: AttentionError | undefined;
  /** An error that is not a refusal by the engine. The reader can try again. */
  declare protected failure: Failure | undefined;
  /** Whether to show the notice about a lost engine instance. */
  declare protected isEngineLost: boolean;

  protected abstract get parts(): LessonParts<State>;
  /** The engine that computes the lesson. */
  protected get engine(): Engine {
    return this.props.engine;
  }
  /** Whether a drag is in progress. Screen readers announce only its end. */
  protected isMoving = false;

  readonly #texts = new I18nController(this);
  readonly #seen = new SeenParts(this);
  readonly #light = new TermLight(this);
  /** Defined once the reader has opened the code. */
  #code: LatePart<CodeParts> | undefined;
  readonly #watch = new EngineWatch(() => this.#onEngineLost());
  /** How often in a row the computation of a state has lost an instance. */
  #losses = 0;
  #computed: Computed<State, Numbers> | undefined;
  #tried: State | undefined;
  #said = '';
  readonly #runs = new ExperimentRuns<State>(this, {
    engine: () => this.engine,
    found: (experiment, measurements) => this.#conclude(experiment, measurements),
    fail: (error, experiment) => this.fail(error, () => this.#run(experiment)),
  });
  /** The state at the start of the experiment. */
  #stateBefore: State | undefined;

  constructor() {
    super();
    this.guesses = new Map();
    this.isOpened = false;
    this.isFoldOpened = false;
    this.refusal = undefined;
    this.failure = undefined;
    this.isEngineLost = false;
  }

  /** Computes all numbers of a state. `last` contains the previous state and its numbers. */
  protected abstract compute(
    state: State,
    engine: Engine,
    last: Computed<State, Numbers> | undefined,
  ): Numbers;

  /** The content of the lesson below the question. */
  protected abstract renderBody(scene: BasicScene<State, Numbers, Texts>): TemplateResult;

  /** The result as a sentence for screen readers. */
  protected abstract resultText(scene: BasicScene<State, Numbers, Texts>): string;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#watch.watch(undefined);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (!this.hasUpdated) return;
    this.#watch.watch(this.engine);
    this.requestUpdate();
  }

  /** Discards objects in the engine, which were lost with its instance. */
  protected forgetJobs(): void {}

  protected override willUpdate(_changed: PropertyValues): void {
    const { engine } = this;
    const { state } = this.props;
    // Lit may update a disconnected element. A job started then would never be released.
    if (!this.isConnected) return;
    this.#watch.watch(engine);
    if (state === this.#tried) return;
    this.#tried = state;
    try {
      this.#computed = { state, numbers: this.compute(state, engine, this.#computed) };
      this.refusal = undefined;
      this.failure = undefined;
      this.#losses = 0;
    } catch (error) {
      this.fail(error, () => this.recompute());
    }
  }

  /** Computes the numbers of the current state again. */
  protected recompute(): void {
    this.#tried = undefined;
    this.requestUpdate();
  }

  /** Shows a notice: for a refusal its reason, for other errors a button that tries again. */
  protected fail(error: unknown, retry: () => void): void {
    if (error instanceof AttentionError) this.refusal = error;
    else this.failure = { error, retry };
  }

  protected override render(): TemplateResult {
    const { i18n } = this.#texts;
    const { prose } = this.props;
    const notice = html`
      ${lossNotice(this.isEngineLost, i18n, this.#onLossClosed)} ${refusalNotice(this.refusal, i18n.t)}
      ${failureNotice(this.failure, i18n, this.#onRetry)}`;
    if (this.#computed === undefined) return notice;
    const t = i18n.translator<Texts>(this.parts.id);
    const access = this.props.access ?? OPEN;
    const scene = { ...this.#computed, i18n, t, access, set: this.#move };
    const isAsking = this.#asked.length > 0 && !this.isOpened;
    return html`
      <article class="lesson" part="lesson">
        ${isAsking || this.hasHead ? this.renderHead(prose) : nothing}
        ${notice} ${isAsking ? this.#renderAsked(scene) : this.renderBody(scene)}
      </article>`;
  }

  /** Whether title and question are rendered above the body. */
  protected readonly hasHead: boolean = true;

  protected renderHead(prose: LessonProps<State>['prose']): TemplateResult {
    return html`
      <header class="lesson-head" part="head">
        <h1>${prose.title}</h1>
        ${proseSection(prose, 'question')}
      </header>`;
  }

  /** The live region with the result. It does not change during a drag. */
  protected renderStatus(scene: BasicScene<State, Numbers, Texts>): TemplateResult {
    if (!this.isMoving) this.#said = this.resultText(scene);
    return html`<p class="visually-hidden" role="status">${this.#said}</p>`;
  }

  /** A prediction: a question with guesses, and its outcome after a guess. */
  protected renderPrediction({ i18n, t }: BasicScene<State, Numbers, Texts>, id: string) {
    const prediction = this.parts.predictions.find((one) => one.id === id);
    if (prediction === undefined) throw new Error(`no prediction ${id}`);
    const guess = this.guesses.get(id);
    const word = say(t);
    return html`
      <al-predict .question=${word(`predict.${id}.question`)} .guess=${guess}
        .guesses=${prediction.guesses.map((value) => ({ value, label: word(`predict.${id}.guess.${value}`) }))}
        .outcome=${guard([guess, i18n.language, i18n.digits], () =>
          guess === undefined
            ? undefined
            : outcomeOfPrediction(prediction, guess, this.engine, i18n, word),
        )}
        @al-commit=${({ detail }: CustomEvent<string>) => this.#guess(id, detail)}
        @al-retry=${() => this.#guess(id, undefined)}
        @al-see=${() => {
          this.set(prediction.state, 'jump');
          void this.#open(id);
        }}></al-predict>`;
  }

  /** The questions that come before the lesson, and a button that is enabled once all are answered. */
  #renderAsked(scene: BasicScene<State, Numbers, Texts>): TemplateResult {
    const { t } = scene.i18n;
    const asked = this.#asked;
    return html`
      <section class="asked" part="asked">
        <h2>${t('ask.title')}</h2>
        <p>${t('ask.text', { count: asked.length })}</p>
        ${asked.map((id) => this.renderPrediction(scene, id))}
        <button type="button" ?disabled=${!asked.every((id) => this.guesses.has(id))}
          @click=${() => this.#open()}>${t('ask.open')}</button>
      </section>`;
  }

  get #asked(): readonly string[] {
    const known = this.parts.predictions.map(({ id }) => id);
    return (this.props.asked ?? []).filter((id) => known.includes(id));
  }

  // The focused button was removed with the questions, so move the focus to the lesson.
  async #open(id = ''): Promise<void> {
    this.isOpened = true;
    await this.updateComplete;
    this.showBench(id);
  }

  /**
   * The code that just ran, beside programs that compute the same. Their terms are highlighted with all elements that
   * have a `data-term`.
   */
  protected renderCode(
    scene: BasicScene<State, Numbers, Texts>,
    own: LessonCode<State, Numbers>,
    excerpts: () => Promise<{ readonly default: Code }>,
  ): TemplateResult {
    this.#code ??= new LatePart(this, () => loadCode(excerpts));
    this.#code.ask();
    const late = this.#code;
    return html`
      <section class="code-section" part="code" data-part="code">
        ${this.draw('code', () =>
          late.render(scene.i18n, ({ codeSection, code }) =>
            codeSection(scene, own, code, this.#light),
          ),
        )}
      </section>`;
  }

  /** The code in a collapsed section, for lessons without a stage. */
  protected renderCodeFold(
    scene: BasicScene<State, Numbers, Texts>,
    own: LessonCode<State, Numbers>,
    excerpts: () => Promise<{ readonly default: Code }>,
  ): TemplateResult {
    const { t } = scene.i18n;
    return html`
      <details class="code-fold" @toggle=${this.#onFold}>
        <summary><strong>${t('panel.code')}</strong> <span>${t('panel.codeText')}</span></summary>
        ${this.isFoldOpened ? this.renderCode(scene, own, excerpts) : nothing}
      </details>`;
  }

  readonly #onFold = (): void => {
    this.isFoldOpened = true;
  };

  /** The section of the claims, followed by the takeaway. */
  protected renderExperiments(scene: BasicScene<State, Numbers, Texts>): TemplateResult {
    const { prose } = this.props;
    return html`
      <section>${proseSection(prose, 'experiments')} ${this.renderClaims(scene)}</section>
      <section>${proseSection(prose, 'takeaway')}</section>`;
  }

  protected renderClaims({ i18n, t }: BasicScene<State, Numbers, Texts>): TemplateResult {
    const { outcomes, running } = this.#runs;
    return html`
      <al-experiments
        .cards=${guard([outcomes, running, i18n.language, i18n.digits], () =>
          this.parts.experiments.map((one) => ({
            ...experimentCard(one.id, outcomes.get(one.id), i18n, say(t)),
            ...(running?.id === one.id ? { done: running.done } : {}),
          })),
        )}
        @al-run=${this.#onRun} @al-cancel=${this.#runs.cancel}
        @al-see=${(event: CustomEvent<string>) => this.#see(event.detail)}></al-experiments>`;
  }

  /** Renders the element with this `data-part`. If it is outside the window, it is not updated before a drag ends. */
  protected draw(part: string, render: () => TemplateResult): TemplateResult | typeof noChange {
    return this.isMoving && this.#seen.isHidden(part) ? noChange : render();
  }

  /** Changes the state and limits each field to its range. */
  protected readonly set = (change: Partial<State>, how: Change): void => {
    this.isMoving = how === 'step';
    this.props.onState(this.parts.withinRanges({ ...this.props.state, ...change }), how);
  };

  protected reset = (): void => this.set(this.props.initial ?? this.parts.initial, 'jump');

  // Controls cannot change locked fields. Links to a state, for example those of claims, can.
  readonly #move = (change: Partial<State>, how: Change): void => {
    const { access = OPEN } = this.props;
    const entries = Object.entries(change).filter(([field]) => !access.isLocked(field));
    if (entries.length > 0) this.set(Object.fromEntries(entries) as Partial<State>, how);
  };

  /** Selector of the part that shows an experiment or a prediction. */
  protected benchOf(_id: string): string {
    return '.bench';
  }

  protected showBench(id: string): void {
    const bench = this.querySelector<HTMLElement>(this.benchOf(id));
    bench?.scrollIntoView({ block: 'start' });
    bench?.focus({ preventScroll: true });
  }

  // If the same state loses a second instance, do not try again.
  #onEngineLost(): void {
    this.isEngineLost = true;
    this.forgetJobs();
    if (this.#losses++ > 0 && this.refusal !== undefined) return;
    this.recompute();
  }

  readonly #onLossClosed = (): void => {
    this.isEngineLost = false;
  };

  readonly #onRetry = (): void => {
    const retry = this.failure?.retry;
    this.failure = undefined;
    retry?.();
  };

  #guess(id: string, guess: string | undefined): void {
    const guesses = new Map(this.guesses);
    if (guess === undefined) guesses.delete(id);
    else guesses.set(id, guess);
    this.guesses = guesses;
    const prediction = this.parts.predictions.find((one) => one.id === id);
    if (guess === undefined || prediction === undefined) return;
    const { right } = again(() => prediction.measure(this.engine, this.#texts.i18n));
    const detail: Answered = { id, guess, right };
    this.dispatchEvent(new CustomEvent('al-answered', { detail, bubbles: true }));
    this.onGuessed(prediction);
  }

  /** Called when the reader commits a guess. A subclass may show the outcome in the figure. */
  protected onGuessed(_prediction: Prediction<State>): void {}

  readonly #onRun = ({ detail: id }: CustomEvent<string>): void => {
    const experiment = this.parts.experiments.find((one) => one.id === id);
    if (experiment) this.#run(experiment);
  };

  #run(experiment: Experiment<State>): void {
    this.#stateBefore = this.props.state;
    void this.#runs.run(experiment);
  }

  #conclude({ id, state }: Experiment<State>, measurements: readonly Measurement[]): void {
    // Changes by the reader during the experiment take precedence.
    if (this.props.state === this.#stateBefore) this.set(state, 'jump');
    const detail: Tested = { id, verdict: verdictOf(measurements), measurements };
    this.dispatchEvent(new CustomEvent('al-tested', { detail, bubbles: true }));
  }

  // Show the experiment's state again, because another experiment may have replaced it.
  #see(id: string): void {
    const state = this.parts.experiments.find((one) => one.id === id)?.state;
    const { state: present } = this.props;
    if (state && JSON.stringify({ ...present, ...state }) !== JSON.stringify(present))
      this.set(state, 'jump');
    this.showBench(id);
  }
}

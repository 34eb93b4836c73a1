// SPDX-License-Identifier: MIT
import { html, nothing, type TemplateResult } from 'lit';
import { OPEN } from '../components/field-access.ts';
import { LightElement } from '../components/light-element.ts';
import { proseSection } from '../components/prose.ts';
import { AttentionError, type Engine } from '../engine/index.ts';
import { I18nController } from '../i18n/controller.ts';
import { type Field, initialState } from '../state/fields.ts';
import type { ClaimList } from './claim-list.ts';
import type { Framed, Placed, Verify } from './define-lesson.ts';
import { type Failure, failureNotice } from './failure.ts';
import { LatePart } from './late-part.ts';
import type { Change, LessonProps } from './lesson.ts';
import { LessonNumbers } from './lesson-numbers.ts';
import { EngineWatch, lossNotice } from './lost-instance.ts';
import type { Prediction } from './prediction.ts';
import { Predictions } from './predictions.ts';
import { refusalNotice } from './refusal.ts';
import type { BasicScene, Computed, LessonMessages } from './scene.ts';
import { StateWalk } from './show-me.ts';

// One element shows all lessons, whose states have different types, so the type of the state is unknown here.
// biome-ignore lint/suspicious/noExplicitAny: one element for all lessons
export type Any = any;
export type State = Placed<Record<string, unknown>>;
export type Basic = BasicScene<State, unknown, LessonMessages>;

/**
 * Controls a lesson on a page: computes the numbers of a state, changes the state, runs experiments and predictions,
 * and shows notices. The subclass renders the content.
 */
export abstract class LessonView extends LightElement {
  static override properties = {
    framed: { attribute: false },
    props: { attribute: false },
    refusal: { state: true },
    failure: { state: true },
    isEngineLost: { state: true },
  };

  declare framed: Framed<Any, Any, Any>;
  declare props: LessonProps<State>;
  declare protected refusal: AttentionError | undefined;
  /** An error that is not a rejected call of the engine. The notice has a button that tries again. */
  declare protected failure: Failure | undefined;
  /** Whether to show the notice that the engine has lost its WebAssembly instance and was restarted. */
  declare protected isEngineLost: boolean;

  /** Whether a drag is in progress. Screen readers announce only the result at its end. */
  protected isMoving = false;
  protected readonly texts = new I18nController(this);
  /** The content of Verify, the second view with the claims. It is loaded on demand. */
  protected readonly verify = new LatePart<Verify<Any, Any, Any>>(this, async () => {
    const [verify, { ClaimList }] = await Promise.all([
      this.framed.definition.verify(),
      import('./claim-list.ts'),
    ]);
    this.claims = new ClaimList<State>(this, {
      experiments: () => verify.experiments,
      engine: () => this.engine,
      state: () => this.props.state,
      show: (state) => this.set(state, 'jump'),
      focus: (id) => this.#focusPicture(id),
      fail: (error, retry) => this.#fail(error, retry),
    });
    return verify;
  });
  protected readonly walk = new StateWalk<State>({
    fieldOf: (name) => this.framed.fields[name] as Field<unknown>,
    onState: (change, how, isLast) => {
      const { beat } = this.props.state;
      this.set({ ...change, beat }, how);
      this.isMoving = !isLast;
    },
  });
  protected readonly predictions = new Predictions<State>(this, {
    lesson: () => this.framed.definition.id,
    all: () => this.#predictions,
    asked: () => this.props.asked ?? [],
    engine: () => this.engine,
    onGuess: ({ state }) => this.walk.start(this.props.state, [state]),
    onSee: ({ state }) => this.set(state, 'jump'),
    focus: (id) => this.#focusPicture(id),
  });
  /** The claims of Verify. Undefined until Verify is loaded. */
  protected claims: ClaimList<State> | undefined;
  readonly #training = new LatePart<Engine>(this, () => this.props.engine.withTraining());
  readonly #watch = new EngineWatch(() => this.#onEngineLost());
  /** How often a trap or an abort has destroyed the WebAssembly instance since the last successful computation. */
  #losses = 0;
  #language = '';
  #numbers: LessonNumbers<Any, unknown, LessonMessages> | undefined;
  #computed: Computed<State, unknown> | undefined;
  #tried: State | undefined;

  constructor() {
    super();
    this.refusal = undefined;
    this.failure = undefined;
    this.isEngineLost = false;
  }

  protected abstract renderBody(scene: Basic): TemplateResult;

  override connectedCallback(): void {
    super.connectedCallback();
    if (!this.hasUpdated) return;
    this.#watch.watch(this.engine);
    this.#numbers?.refresh();
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#watch.watch(undefined);
    this.walk.cancel();
    this.#numbers?.release();
  }

  /**
   * The engine that computes the lesson's numbers. If the lesson trains, it is an engine that can train, as soon as
   * such an engine is loaded.
   */
  protected get engine(): Engine {
    return this.#training.value ?? this.props.engine;
  }

  /** Whether the lesson needs an engine that can train but has not loaded it yet. */
  protected get isEngineLate(): boolean {
    return this.framed.definition.trains === true && !this.engine.canTrain;
  }

  /** The state that a reset restores. */
  protected get initial(): State {
    return this.props.initial ?? initialState(this.framed.fields);
  }

  get #predictions(): readonly Prediction<State>[] {
    return [...this.framed.predictions, ...(this.verify.value?.predictions ?? [])];
  }

  get #isAskedOfVerify(): boolean {
    const { questions } = this.framed.definition.claims;
    return (this.props.asked ?? []).some((id) => questions.includes(id));
  }

  protected override willUpdate(): void {
    const { language } = this.texts.i18n;
    if (language !== this.#language) this.#numbers?.onLanguage();
    this.#language = language;
    if (this.isEngineLate) this.#training.ask();
    // Lit may update an element after its removal from the page. Nothing is computed then, because a computation can
    // start a job in the engine, which would never be released.
    else if (this.isConnected) this.#compute();
  }

  #compute(): void {
    const { engine } = this;
    const { state } = this.props;
    this.#watch.watch(engine);
    if (state === this.#tried) return;
    this.#tried = state;
    this.#numbers ??= new LessonNumbers<Any, unknown, LessonMessages>(this.framed.definition, {
      isMoving: () => this.isMoving,
      news: () => this.#recompute(),
      fail: (error) => this.#fail(error, () => this.#numbers?.refresh()),
      language: () => this.texts.i18n.language,
    });
    try {
      this.#computed = { state, numbers: this.#numbers.compute(state, engine, this.#computed) };
      this.refusal = undefined;
      this.failure = undefined;
      this.#losses = 0;
    } catch (error) {
      this.#fail(error, () => this.#recompute());
    }
  }

  #recompute(): void {
    this.#tried = undefined;
    this.requestUpdate();
  }

  /**
   * Shows a notice about an error. If the engine rejected a call, the notice contains the reason. Otherwise, it has a
   * button that tries again.
   */
  #fail(error: unknown, retry: () => void): void {
    if (error instanceof AttentionError) this.refusal = error;
    else this.failure = { error, retry };
  }

  protected override render(): TemplateResult {
    const { i18n } = this.texts;
    if (this.isEngineLate) return this.#training.render(i18n, () => html``);
    // The predictions that an embed asks before the lesson may be defined in Verify (the view with the claims), so that
    // part must be loaded first.
    if (this.#isAskedOfVerify && this.verify.value === undefined)
      return this.verify.render(i18n, () => html``);
    if (this.#computed === undefined) return this.#renderNotice();
    const t = i18n.translator<LessonMessages>(this.framed.definition.id);
    const access = this.props.access ?? OPEN;
    const scene: Basic = { ...this.#computed, i18n, t, access, set: this.#move };
    try {
      return this.#renderLesson(scene);
    } catch (error) {
      // Some numbers are computed only when they are rendered.
      this.#fail(error, () => this.#recompute());
      return this.#renderNotice();
    }
  }

  #renderLesson(scene: Basic): TemplateResult {
    const { isAsking } = this.predictions;
    const body = isAsking ? this.predictions.renderAsked(scene) : this.renderBody(scene);
    return html`
      <article class="lesson" part="lesson">
        ${isAsking ? this.#renderHead() : nothing} ${this.#renderNotice()} ${body}
      </article>`;
  }

  #renderNotice(): TemplateResult {
    const { i18n } = this.texts;
    return html`
      ${lossNotice(this.isEngineLost, i18n, this.#onLossClosed)} ${refusalNotice(this.refusal, i18n.t)}
      ${failureNotice(this.failure, i18n, this.#onRetry)}`;
  }

  #renderHead(): TemplateResult {
    const { prose } = this.props;
    return html`
      <header class="lesson-head" part="head">
        <h1>${prose.title}</h1>
        ${proseSection(prose, 'question')}
      </header>`;
  }

  protected override updated(): void {
    if (this.#isAskedOfVerify) this.verify.ask();
  }

  /** Changes fields of the state and limits each to its range. */
  protected readonly set = (change: Partial<State>, how: Change): void => {
    this.isMoving = how === 'step';
    this.props.onState(this.framed.withinRanges({ ...this.props.state, ...change }), how);
  };

  // Changes fields of the state for a control. Locked fields stay unchanged. Buttons that show another state, such as
  // that of a claim, use `set` instead, which also changes locked fields.
  readonly #move = (change: Partial<State>, how: Change): void => {
    const { access = OPEN } = this.props;
    const entries = Object.entries(change).filter(([field]) => !access.isLocked(field));
    if (entries.length > 0) this.set(Object.fromEntries(entries), how);
  };

  /** Scrolls to the `picture` of the experiment `id` and focuses it. Uses the stage for predictions and by default. */
  #focusPicture(id: string): void {
    const experiment = this.verify.value?.experiments.find((one) => one.id === id);
    const picture = this.querySelector<HTMLElement>(experiment?.picture ?? '.stage');
    picture?.scrollIntoView({ block: 'start' });
    picture?.focus({ preventScroll: true });
  }

  // Called when a trap or an abort has destroyed the engine's WebAssembly instance. The engine creates a new instance,
  // and the numbers are computed again. This is not done a second time in a row: if the computation has failed, and none
  // has succeeded since an earlier loss, it probably always traps and would be repeated without end.
  #onEngineLost(): void {
    this.isEngineLost = true;
    this.#numbers?.release();
    if (this.#losses++ > 0 && this.refusal !== undefined) return;
    this.#recompute();
  }

  readonly #onLossClosed = (): void => {
    this.isEngineLost = false;
  };

  readonly #onRetry = (): void => {
    const retry = this.failure?.retry;
    this.failure = undefined;
    retry?.();
  };
}

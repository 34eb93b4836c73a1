// SPDX-License-Identifier: MIT
import { ContextProvider } from '@lit/context';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { adopt, uniqueId } from '../components/light-element.ts';
import { Printing } from '../components/printing.ts';
import { proseSection } from '../components/prose.ts';
import type { Engine } from '../engine/index.ts';
import { I18nController } from '../i18n/controller.ts';
import { type Field, initialState } from '../state/fields.ts';
import { placeHash } from '../state/place.ts';
import { type BeatHost, BeatPlace } from './beat-place.ts';
import beatsCss from './beats.css?inline';
import { renderBeats, renderDots } from './beats.ts';
import { binder } from './bind.ts';
import { Checks } from './checks.ts';
import type { Beat, Framed, Placed, StageScene, Verify } from './define-lesson.ts';
import { FigureHeight } from './figure-height.ts';
import frameCss from './frame.css?inline';
import { LatePart } from './late-part.ts';
import type { LessonSide } from './lesson.ts';
import { LessonNumbers } from './lesson-numbers.ts';
import { type LessonParts, LessonView, lessonSheet } from './lesson-view.ts';
import './live-number.ts';
import { type LiveNumbers, liveNumbersContext, liveNumbersOf } from './live-numbers.ts';
import { renderPanels } from './panels.ts';
import type { Prediction } from './prediction.ts';
import type { BasicScene, Computed, LessonMessages } from './scene.ts';
import { StateWalk, wayOf } from './show-me.ts';
import stageCss from './stage.css?inline';
import { renderStage, renderTitle } from './stage.ts';
import { renderVerifyHead } from './verify-head.ts';

// The frame handles lessons with any type of state.
// biome-ignore lint/suspicious/noExplicitAny: one element for all lessons
type Any = any;
type State = Placed<Record<string, unknown>>;
type Basic = BasicScene<State, unknown, LessonMessages>;
type Scene = StageScene<State, unknown, LessonMessages>;
type AnyBeat = Beat<Any, Any, Any>;

/** Renders lessons with a stage and beats. The stage stays visible while the beats scroll. Verify is a second view. */
export class FrameView extends LessonView<State, unknown, LessonMessages> implements BeatHost {
  static override css = lessonSheet('al-lesson', `${stageCss}${beatsCss}${frameCss}`);
  static override properties = {
    ...LessonView.properties,
    framed: { attribute: false },
    active: { state: true },
    isMoreOpen: { state: true },
    opened: { state: true },
    isVerifying: { state: true },
  };

  declare framed: Framed<Any, Any, Any>;
  declare protected active: number | undefined;
  declare protected isMoreOpen: boolean;
  /** Ids of the panels that have been opened. */
  declare protected opened: ReadonlySet<string>;
  /** Whether Verify is open in place, because it has no address of its own. */
  declare protected isVerifying: boolean;

  protected override readonly hasHead = false;

  readonly #name = uniqueId('beat');
  readonly #texts = new I18nController(this);
  readonly #printing = new Printing(this);
  readonly #place = new BeatPlace(this);
  readonly #checks = new Checks(this);
  readonly #live = new ContextProvider(this, { context: liveNumbersContext });
  #liveNumbers: LiveNumbers | undefined;
  readonly #height = new FigureHeight(this);
  readonly #walk = new StateWalk<State>({
    fieldOf: (name) => this.framed.fields[name] as Field<unknown>,
    onState: (change, how, isLast) => {
      const { beat } = this.props.state;
      this.set({ ...change, beat }, how);
      this.isMoving = !isLast;
    },
  });
  readonly #verify = new LatePart<Verify<Any, Any, Any>>(this, () =>
    this.framed.definition.verify(),
  );
  readonly #training = new LatePart<Engine>(this, () => this.props.engine.withTraining());
  #language = '';
  #numbers: LessonNumbers<Any, unknown, LessonMessages> | undefined;
  /** The reader's current beat, and its announcement to screen readers. */
  #beat = 1;
  #announced = '';
  /** The state to restore when Verify closes in place. */
  #kept: State | undefined;

  constructor() {
    super();
    this.isMoreOpen = false;
    this.opened = new Set();
    this.isVerifying = false;
  }

  protected override get parts(): LessonParts<State> {
    const { definition, fields, withinRanges, predictions } = this.framed;
    const { experiments = [], predictions: others = [] } = this.#verify.value ?? {};
    return {
      id: definition.id,
      initial: initialState(fields),
      withinRanges,
      experiments,
      predictions: [...predictions, ...others],
    };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const root = this.getRootNode();
    const { id, css } = this.framed.definition;
    if (css && (root instanceof Document || root instanceof ShadowRoot))
      adopt(root, `al-lesson[data-id="${id}"] {${css}}`);
    if (this.hasUpdated) this.#numbers?.refresh();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#walk.cancel();
    this.forgetJobs();
  }

  protected override forgetJobs(): void {
    this.#numbers?.release();
  }

  protected override compute(state: State, engine: Engine, last?: Computed<State, unknown>) {
    this.#numbers ??= new LessonNumbers<Any, unknown, LessonMessages>(this.framed.definition, {
      isMoving: () => this.isMoving,
      news: () => this.recompute(),
      fail: (error) => this.fail(error, () => this.#numbers?.refresh()),
      language: () => this.#texts.i18n.language,
    });
    return this.#numbers.compute(state, engine, last);
  }

  protected override resultText(basic: Basic): string {
    return this.framed.definition.stage.spoken(this.#scene(basic));
  }

  protected override benchOf(): string {
    return '.stage';
  }

  protected override readonly reset = (): void => {
    const { beat } = this.props.state;
    this.set({ ...(this.props.initial ?? this.parts.initial), beat }, 'jump');
  };

  protected override onGuessed({ id, state }: Prediction<State>): void {
    // Questions before the start must not change the state that the lesson opens with.
    if (!this.isOpened && this.props.asked?.includes(id)) return;
    this.#walk.start(this.props.state, [state]);
  }

  protected override get engine(): Engine {
    return this.#training.value ?? this.props.engine;
  }

  /** Whether the lesson trains, and an engine that can train is not loaded yet. */
  get #isEngineLate(): boolean {
    return this.framed.definition.trains === true && !this.engine.canTrain;
  }

  protected override render() {
    if (this.#isEngineLate) return this.#training.render(this.#texts.i18n, () => html``);
    // The lesson first asks questions of Verify, so load Verify before rendering.
    return this.#isAskedOfVerify && this.#verify.value === undefined
      ? this.#verify.render(this.#texts.i18n, () => html``)
      : super.render();
  }

  protected override willUpdate(changed: PropertyValues): void {
    const { language } = this.#texts.i18n;
    if (language !== this.#language) this.#numbers?.onLanguage();
    this.#language = language;
    if (this.#isEngineLate) this.#training.ask();
    else super.willUpdate(changed);
  }

  protected override updated(): void {
    if (this.#liveNumbers) this.#live.setValue(this.#liveNumbers);
    if (this.#view === 'verify' || this.#isAskedOfVerify) this.#verify.ask();
    const { beat } = this.props.state;
    if (beat === this.#beat || this.#view === 'verify' || this.#isEngineLate) return;
    // A link or "back" changed the beat. An embed does not scroll its host page.
    this.#beat = beat;
    if (this.props.otherView !== undefined) void this.#place.goToOnceDrawn(beat);
  }

  get #isAskedOfVerify(): boolean {
    const { questions } = this.framed.definition.claims;
    return (this.props.asked ?? []).some((id) => questions.includes(id));
  }

  stageAbove(): Element | undefined {
    const [stage, beats] = ['.stage', '.beats'].map((part) => this.querySelector(part));
    if (!stage || !beats) return undefined;
    const isBeside = stage.getBoundingClientRect().right <= beats.getBoundingClientRect().left + 1;
    return isBeside ? undefined : stage;
  }

  onBeat(beat: number, how: 'scrolled' | 'chosen'): void {
    const [first] = this.#shown;
    const number = beat + first - 1;
    if (number === this.#beat) return;
    this.#beat = number;
    // The focus moves to a chosen beat, so screen readers read it without an announcement.
    const title = this.#titles[number - 1] ?? '';
    this.#announced = how === 'chosen' ? '' : this.#texts.i18n.t('beat.now', { number, title });
    this.set({ beat: number }, 'rest');
  }

  protected override renderBody(basic: Basic): TemplateResult {
    const scene = this.#scene(basic);
    this.#liveNumbers = liveNumbersOf(this.framed.definition, this.framed.fields, scene);
    const status = this.renderStatus(basic);
    if (this.props.part?.isStageOnly)
      return html`<div class="stage-alone">${status} ${this.#renderStage(scene, true)}</div>`;
    return this.#view === 'verify'
      ? this.#renderVerify(scene, basic, status)
      : this.#renderCourse(scene, basic, status);
  }

  #renderCourse(scene: Scene, basic: Basic, status: TemplateResult): TemplateResult {
    const { definition } = this.framed;
    const { prose, otherView, onShare, state } = this.props;
    const hashOf =
      otherView === undefined
        ? undefined
        : (beat: number) =>
            placeHash(definition.id, this.framed.writeLink({ ...state, beat } as Any));
    const [first, last] = this.#shown;
    const present = Math.min(Math.max(state.beat, first), last);
    return html`
      <div class="lesson-body">
        <div class="course-stage">${renderTitle(prose)} ${this.#renderStage(scene, false)}</div>
        <div class="course-beats">
          ${renderDots(this.#titles.slice(first - 1, last), present - first + 1, scene.i18n, hashOf, (beat) => this.#place.goTo(beat))}
          ${renderBeats<Any, Any, Any>(definition.beats, scene as Any, {
            name: this.#name,
            prose,
            present,
            shown: [first, last],
            onShow: this.#onShow,
            onKey: this.#place.onKey,
            onTouch: this.#place.onTouch,
            ask: (beat) => this.#ask(beat, basic),
          })}
        </div>
      </div>
      ${status}
      <p class="visually-hidden" role="status">${this.#announced}</p>
      ${
        this.props.part?.beats
          ? nothing
          : renderPanels(scene.i18n, {
              claims: definition.claims.count,
              verify: otherView ?? this.#openVerify,
              code: () =>
                this.opened.has('code')
                  ? this.renderCode(basic, definition.code.own, definition.code.excerpts)
                  : nothing,
              data: html`${this.draw('data', () => definition.data(scene))}`,
              isOpen: this.#printing.isOn,
              onShare,
              onToggle: this.#onToggle,
            })
      }`;
  }

  #renderVerify(scene: Scene, basic: Basic, status: TemplateResult): TemplateResult {
    const { prose, otherView } = this.props;
    return html`
      ${renderVerifyHead(prose, scene.i18n, otherView ?? this.#closeVerify)}
      <div class="lesson-body verify">
        <div class="course-stage">${this.#renderStage(scene, true)}</div>
        <div class="course-beats">
          ${this.#verify.render(scene.i18n, () => this.renderClaims(basic))}
        </div>
      </div>
      ${status}
      ${this.#verify.value?.details?.(scene, (id: string) => this.renderPrediction(basic, id)) ?? nothing}`;
  }

  #renderStage(scene: Scene, isAlone: boolean): TemplateResult {
    const { definition } = this.framed;
    return renderStage<Any, Any, Any>(definition.stage, scene as Any, {
      prose: isAlone && this.props.part?.isStageOnly ? this.props.prose : undefined,
      isVerify: this.#view === 'verify',
      isMoreOpen: this.isMoreOpen,
      onMore: this.#onMore,
      onReset: this.reset,
    });
  }

  #ask(beat: AnyBeat, basic: Basic) {
    if (beat.prediction) return this.renderPrediction(basic, beat.prediction.id);
    if (beat.question) return this.#checks.render(beat.question, basic, this.engine);
    return nothing;
  }

  #scene(basic: Basic): Scene {
    return {
      ...basic,
      height: this.#height.value,
      active: this.active,
      activate: this.#activate,
      section: (id) => proseSection(this.props.prose, id),
      bind: binder(this.framed.fields as Any, basic, this.framed.definition.offers?.(basic)),
    };
  }

  get #view(): LessonSide {
    return this.isVerifying ? 'verify' : (this.props.view ?? 'course');
  }

  get #titles(): readonly string[] {
    const { sections } = this.props.prose;
    return this.framed.definition.beats.map(({ id }) => sections[id]?.heading ?? id);
  }

  get #shown(): readonly [first: number, last: number] {
    const { length } = this.framed.definition.beats;
    const [first, last] = this.props.part?.beats ?? [1, length];
    return [Math.min(Math.max(first, 1), length), Math.min(Math.max(last, first), length)];
  }

  readonly #activate = (index: number | undefined): void => {
    this.active = index;
  };

  readonly #onMore = (): void => {
    this.isMoreOpen = !this.isMoreOpen;
  };

  readonly #onToggle = (panel: string, isOpen: boolean): void => {
    if (isOpen) this.opened = new Set([...this.opened, panel]);
  };

  readonly #onShow = ({ show = [] }: AnyBeat): void => {
    const initial = this.props.initial ?? this.parts.initial;
    this.#walk.start(...wayOf<State>(show, this.props.state, initial));
  };

  readonly #openVerify = (): void => {
    this.#kept = this.props.state;
    this.isVerifying = true;
    void this.updateComplete.then(() =>
      this.querySelector<HTMLElement>('.verify-head button')?.focus(),
    );
  };

  readonly #closeVerify = (): void => {
    this.isVerifying = false;
    if (this.#kept) this.set(this.#kept, 'jump');
    this.#kept = undefined;
    void this.updateComplete.then(() =>
      this.querySelector<HTMLElement>('[data-panel="verify"]')?.focus(),
    );
  };
}

customElements.define('al-lesson', FrameView);

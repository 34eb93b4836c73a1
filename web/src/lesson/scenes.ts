// SPDX-License-Identifier: MIT
// This file is long because one element connects all modules of a lesson of scenes.
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { isFixed, OPEN } from '../components/field-access.ts';
import { landmarkRole, properties, TextElement, uniqueId } from '../components/light-element.ts';
import type { Predict } from '../components/predict.ts';
import '../components/predict.ts';
import { Printing } from '../components/printing.ts';
import { shortened } from '../i18n/shortened.ts';
import type { Answered, Change, LessonProps } from '../lessons/lesson.ts';
import { type LessonMessages, say } from '../lessons/scene.ts';
import { pageAddress } from '../state/address.ts';
import type { AnyState, Framed, Layout, View } from './define.ts';
import { Difference } from './difference.ts';
import { Guesses } from './guesses.ts';
import { Pointing } from './pointing.ts';
import { Present } from './present.ts';
import {
  type AnyScene,
  type Form,
  renderFigure,
  renderScenes,
  type ScenesParts,
} from './render-scenes.ts';
import { SceneNumbers } from './scene-numbers.ts';
import css from './scenes.css?inline';
import { prefersStill, Travel, viewBetween } from './travel.ts';

/** Minimum widths in px of a lesson: for one figure beside the text (`WIDE`), for one beside each step (`BESIDE`). */
const WIDE = 760;
const BESIDE = 840;

/**
 * A lesson of scenes. In a wide window, one figure is beside the text and changes from scene to scene as the reader
 * scrolls. In a narrow window, and within another page, each step contains its own figure.
 */
export class Scenes extends TextElement {
  static override css = css;
  static override properties = properties('framed', 'props', 'isWide', 'isBeside', 'isOpened');

  declare framed: Framed;
  declare props: LessonProps<AnyState>;
  protected isWide = true;
  protected isBeside = false;
  /** Whether the reader has opened the lesson after the questions that an embed asks before it. */
  protected isOpened = false;

  readonly #present = new Present(this);
  readonly #pointing = new Pointing(this);
  readonly #difference = new Difference(this);
  readonly #printing = new Printing(this);
  readonly #travel = new Travel();
  readonly #name = uniqueId('step');
  readonly #numbers = new SceneNumbers(this, () => this.framed);
  // Measures in the next frame, because a change of the layout may change the size again.
  readonly #size = new ResizeObserver(() => requestAnimationFrame(() => this.#measure()));
  /** The scene in the figure beside the text: that of the present step, or a frame of the animation to it. */
  #shown: { readonly state: AnyState; readonly view: View } | undefined;
  #goal: AnyState | undefined;
  /** The changed states of steps that are not present, by the step's id. */
  readonly #left = new Map<string, AnyState>();
  readonly #guesses = new Guesses(() => this.framed.definition.id);
  /** Whether the reader is dragging a control or a handle. */
  #isDragged = false;
  /** The last sentence about the present scene for screen readers. It does not change during a drag or an animation. */
  #said = '';
  #unfollow: (() => void) | undefined;
  /** The last renderings of the steps and of the projector. */
  #rendered: TemplateResult | undefined;
  #projected: TemplateResult | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#measure();
    this.#size.observe(this);
    this.#unfollow = this.framed.definition.follow?.(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#travel.stop();
    this.#size.disconnect();
    this.#unfollow?.();
    this.#numbers.release();
  }

  get form(): Form {
    const { page, part } = this.props;
    if (part?.isFigureOnly) return 'figure';
    if (part !== undefined) return 'cards';
    return page ? 'page' : 'whole';
  }

  get layout(): Layout {
    const mayBeWide = this.form === 'page' || this.form === 'figure';
    // In print, each step contains its figure.
    return mayBeWide && this.isWide && !this.#printing.isOn ? 'wide' : 'phone';
  }

  /** Whether scrolling chooses the present step. */
  get isFollowing(): boolean {
    return this.form === 'page' && !this.#projector;
  }

  /** Renders the present step for a projector. Undefined while the lesson is not presented. */
  get #projector() {
    return this.props.page?.renderProjector;
  }

  onStep(step: string): void {
    const { state } = this.props;
    if (step === state.scene) return;
    this.#keep();
    this.props.onState(this.#stateOf(step), 'rest');
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { engine, state } = this.props;
    this.#numbers.use(engine, this.texts.i18n.language);
    if (!changed.has('props')) return;
    const view = this.#view(state.scene);
    const from = this.#shown;
    if (from === undefined || from.state.scene === state.scene || this.form !== 'page') {
      this.#travel.stop();
      this.#shown = { state, view };
    } else if (!this.#travel.isOn || this.#goal !== state) this.#go(from.state, from.view, state);
  }

  protected override render(): TemplateResult {
    if (this.#numbers.isWaiting)
      return html`${this.#numbers.render(this.texts.i18n)} ${this.props.waiting}`;
    if (this.#asked.length > 0 && !this.isOpened) return this.#renderAsked();
    try {
      if (!this.#travel.isOn && !this.#isDragged) this.#said = this.#spoken(this.props.state);
      this.#renderParts();
    } catch (error) {
      // Some numbers are computed only during drawing. After an error, the last rendering stays.
      this.#numbers.onError(error);
    }
    return html`
      ${this.#numbers.render(this.texts.i18n)} ${this.#rendered}
      <p class="visually-hidden" role="status">${this.#said}</p>
      ${this.#projector && this.#projected}`;
  }

  // While the projector covers the page, the page is not rendered again.
  #renderParts(): void {
    const { prose } = this.props;
    const { i18n } = this.texts;
    this.#projected = this.#projector?.(i18n, prose, this.#parts, this.#said);
    if (!this.#projected || !this.#rendered)
      this.#rendered = renderScenes(i18n, prose, this.#parts);
  }

  get #parts(): ScenesParts {
    const { props, form, layout } = this;
    const isOwn = form === 'whole' || form === 'cards';
    return {
      form,
      layout,
      isBeside: isOwn && this.isBeside && !this.#printing.isOn,
      ids: this.#ids,
      page: props.page,
      present: props.state.scene,
      role: landmarkRole(this, 'region'),
      headingOf: (step) => `${this.#name}-${step}`,
      addressOf: this.#address,
      lessonAddress: this.#lessonAddress,
      figure: (step, drawn) => this.#figure(step, drawn),
      controls: (step) => this.#renderControls(step),
      after: (step) => html`${this.#renderQuestion(step)} ${this.#renderChip(step)}`,
      isAsking: (step) => this.#question(step) !== undefined && !this.#guesses.has(step),
      spoken: (step) => this.#spoken(this.#stateOf(step)),
      onStep: (step) => this.#choose(step),
    };
  }

  protected override firstUpdated(): void {
    const { state, page, isReturn } = this.props;
    if (page === undefined) return;
    // The browser restores the scroll position. Until the reader acts, no other step becomes present.
    if (isReturn) this.#present.hold();
    else if (state.scene !== this.framed.ids[0])
      this.#present.arrive(() => this.#scrollTo(state.scene, 'instant'));
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (this.#projector || !changed.get('props')?.page?.renderProjector) return;
    this.#present.hold();
    this.#goTo(this.props.state.scene, 'instant');
  }

  get #ids(): readonly string[] {
    const [first, last] = this.props.part?.steps ?? [1, this.framed.ids.length];
    return this.framed.ids.slice(first - 1, last);
  }

  /** The steps whose questions an embed asks before the lesson. */
  get #asked(): readonly string[] {
    return [...new Set(this.props.asked)].filter((id) => this.#question(id));
  }

  #question(step: string) {
    return this.framed.definition.steps.find(({ id }) => id === step)?.question;
  }

  #view(step: string): View {
    return this.framed.view(step, this.#guesses.has(step));
  }

  #measure(): void {
    this.isWide = this.clientWidth >= WIDE;
    this.isBeside = this.clientWidth >= BESIDE;
    this.#present.settle();
  }

  #go(from: AnyState, fromView: View, to: AnyState): void {
    this.#goal = to;
    const view = this.#view(to.scene);
    if (prefersStill()) {
      this.#shown = { state: to, view };
      this.#difference.show();
      return;
    }
    // Steps often differ only in their view. Then the frames of the animation need no new numbers.
    const isSame = this.framed.changes(from, to).length === 0;
    this.#travel.start((share) => {
      const isDone = share === 1;
      this.#shown = {
        state: isDone || isSame ? to : this.framed.between(from, to, share),
        view: isDone ? view : viewBetween(fromView, view, share),
      };
      this.requestUpdate();
    });
  }

  #choose(step: string): void {
    this.onStep(step);
    this.#present.hold();
    if (this.isFollowing) this.#goTo(step, prefersStill() ? 'instant' : 'smooth');
  }

  #goTo(step: string, behavior: ScrollBehavior): void {
    this.#scrollTo(step, behavior);
    this.#section(step)?.focus({ preventScroll: true });
  }

  #scrollTo(step: string, behavior: ScrollBehavior): void {
    this.#section(step)?.scrollIntoView({ block: 'start', behavior });
  }

  #section(step: string): HTMLElement | undefined {
    return this.querySelector<HTMLElement>(`[data-step="${step}"]`) ?? undefined;
  }

  readonly #address = (step: string): string =>
    pageAddress(this.framed.definition.id, new URLSearchParams({ scene: step }));

  readonly #lessonAddress = (lesson: string): string | undefined =>
    this.form === 'page' ? pageAddress(lesson) : undefined;

  /** The state in which a step begins: the initial state of an embed, or that of the lesson. */
  #start(step: string): AnyState {
    const { initial } = this.props;
    return initial?.scene === step ? initial : this.framed.start(step);
  }

  /** The state that a step shows. In a narrow window, each figure stays as the reader has left it. */
  #stateOf(step: string): AnyState {
    if (step === this.props.state.scene) return this.props.state;
    const kept = this.layout === 'phone' ? this.#left.get(step) : undefined;
    return kept ?? this.#start(step);
  }

  #changes(state: AnyState) {
    return this.framed.changes(this.#start(state.scene), state);
  }

  /** Stores the reader's changes in the present step, before another step becomes present. */
  #keep(): void {
    const { state } = this.props;
    if (this.#changes(state).length > 0) this.#left.set(state.scene, state);
  }

  #scene(state: AnyState): AnyScene | undefined {
    const numbers = this.#numbers.of(state);
    if (numbers === undefined) return undefined;
    const { i18n } = this.texts;
    return {
      state: state as never,
      numbers,
      i18n,
      t: i18n.translator<LessonMessages>(this.framed.definition.id),
      pointed: this.#pointing.part,
      addressOf: this.#lessonAddress,
      set: (change, how) => this.#set(state.scene, change, how),
    };
  }

  #spoken(state: AnyState): string {
    const scene = this.#scene(state);
    const step = this.framed.definition.steps.find(({ id }) => id === state.scene);
    return scene && step ? step.spoken(scene) : '';
  }

  #figure(step: string, drawn: Layout): unknown {
    const { form, layout, framed } = this;
    const own = { state: this.#stateOf(step), view: this.#view(step) };
    const isMoving = form === 'page' && (layout === 'wide' || this.#projector);
    const { state, view } = (isMoving && this.#shown) || own;
    const scene = this.#scene(state);
    return scene ? renderFigure(framed, scene, view, drawn, step) : nothing;
  }

  #renderAsked(): TemplateResult {
    const { i18n } = this.texts;
    const asked = this.#asked;
    return html`
      <article class="scenes asked" part="asked">
        <h1 class="scene-title">${this.props.prose.title}</h1>
        <h2>${i18n.t('ask.title')}</h2>
        <p>${i18n.t('ask.text', { count: asked.length })}</p>
        ${asked.map(
          (step) => html`
          <h3>${this.props.prose.sections[step]?.heading}</h3>
          <div class="prose">${unsafeHTML(this.props.prose.sections[step]?.html ?? '')}</div>
          ${this.#renderQuestion(step)}`,
        )}
        <button type="button" ?disabled=${!asked.every((step) => this.#guesses.has(step))}
          @click=${() => this.#open()}>${i18n.t('ask.open')}</button>
      </article>`;
  }

  // The questions disappear with the focused button, so the focus moves to the lesson.
  async #open(): Promise<void> {
    this.isOpened = true;
    await this.updateComplete;
    this.querySelector<HTMLElement>('[data-step]')?.focus({ preventScroll: true });
  }

  #renderQuestion(step: string): unknown {
    const question = this.#question(step);
    const scene = question && this.#scene(this.#stateOf(step));
    if (question === undefined || scene === undefined) return nothing;
    const word = say(scene.t);
    const guess = this.#guesses.of(step);
    const right = question.right(scene.numbers);
    const outcome = { right, text: word(`question.${step}.feedback.${guess || right}`) };
    return keyed(
      step,
      html`
      <al-predict .question=${scene.i18n.t('scene.guess')} .hint=${word(`question.${step}.hint`)}
        .guesses=${question.guesses.map((value) => ({ value, label: word(`question.${step}.guess.${value}`) }))}
        .mayReveal=${this.props.mayReveal ?? true} .guess=${guess} .outcome=${guess === undefined ? undefined : outcome}
        @al-commit=${({ detail }: CustomEvent<string>) => this.#answer(step, detail, right)}
        @al-retry=${() => this.#answer(step, undefined, right)}></al-predict>`,
    );
  }

  /** Stores a guess (empty: the reader gave up) or deletes it (undefined), and shows the outcome. */
  #answer(step: string, guess: string | undefined, right: string): void {
    this.#guesses.set(step, guess);
    this.onStep(step);
    const shown = this.#shown;
    if (shown && this.form === 'page') this.#go(shown.state, shown.view, this.props.state);
    this.requestUpdate();
    if (guess === undefined) return;
    this.send('al-answered', { id: step, guess, right } satisfies Answered);
    if (this.form === 'page') void this.#revealOutcome(step);
  }

  /** Scrolls to the text below a question, which may be below the window. The step stays present meanwhile. */
  async #revealOutcome(step: string): Promise<void> {
    await this.updateComplete;
    const question = this.#section(step)?.querySelector<Predict>('al-predict');
    await question?.updateComplete;
    this.#present.hold();
    question?.querySelector('.predict-outcome')?.scrollIntoView({ block: 'nearest' });
  }

  #renderControls(step: string): unknown {
    const { controls } = this.framed.definition.steps.find(({ id }) => id === step) ?? {};
    const scene = controls && this.#scene(this.#stateOf(step));
    return scene
      ? html`<div class="scene-controls" part="controls">${controls?.(scene)}</div>`
      : nothing;
  }

  /** Renders the reader's changes in a step with an undo button, or else a button that restores earlier changes. */
  #renderChip(step: string): unknown {
    const { t } = this.texts.i18n;
    const yours = this.#told(this.#stateOf(step));
    if (yours !== '')
      return html`
        <p class="scene-chip"><span>${t('scene.yours', { changes: yours })}</span>
          <button type="button" @click=${() => this.#restart(step)}>${t('scene.back')}</button></p>`;
    const left = this.#left.get(step);
    if (left === undefined || step !== this.props.state.scene) return nothing;
    return html`
      <p class="scene-chip">
        <button type="button" @click=${() => this.props.onState(left, 'jump')}>
          ${t('scene.bring', { changes: this.#told(left) })}</button></p>`;
  }

  /** Describes the fields that differ from a step's start, such as "T = 4". Empty if there are none. */
  #told(state: AnyState): string {
    const { i18n } = this.texts;
    const { definition } = this.framed;
    const label = say(i18n.translator<LessonMessages>(definition.id));
    const scene = this.#scene(state);
    const text = (field: string, value: unknown): string => {
      if (typeof value === 'number')
        return Number.isInteger(value) ? i18n.integer(value) : i18n.number(value);
      if (Array.isArray(value))
        return value.map((one) => text(field, one)).join(typeof value[0] === 'number' ? ', ' : ' ');
      // Options have names; words of a sentence have none, and the translator returns their key.
      const name = label(`${field}.${value}`);
      return name === `${field}.${value}` ? shortened(String(value)) : name;
    };
    const changes = this.#changes(state).map(([field, value]) => {
      const words = scene && definition.told?.(field, scene);
      return `${label(`field.${field}`)} = ${words ?? text(field, value)}`;
    });
    return i18n.list(changes);
  }

  #restart(step: string): void {
    this.#left.delete(step);
    this.props.onState(this.#start(step), 'jump');
  }

  /** Changes a step's fields. Skips fields that an embed locks or hides, because a figure can try to change them. */
  #set(step: string, change: Record<string, unknown>, how: Change): void {
    const { access = OPEN } = this.props;
    const open = Object.entries(change).filter(([field]) => !isFixed(access, field));
    if (open.length === 0) return;
    this.#travel.stop();
    const state = this.#stateOf(step);
    if (step !== this.props.state.scene) this.#keep();
    this.#left.delete(step);
    // A control that changes continuously must not keep the step present while the reader scrolls away.
    if (how !== 'step') this.#present.hold();
    this.#isDragged = how === 'step';
    this.props.onState(
      this.framed.within({ ...state, ...Object.fromEntries(open), scene: step }),
      how,
    );
  }
}

customElements.define('al-scenes', Scenes);

// SPDX-License-Identifier: MIT
import { ContextProvider } from '@lit/context';
import { html, noChange, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { adopt, landmarkRole, uniqueId } from '../components/light-element.ts';
import { Printing } from '../components/printing.ts';
import { proseSection } from '../components/prose.ts';
import { SeenParts } from '../components/seen-parts.ts';
import { pageAddress } from '../state/address.ts';
import { type BeatHost, BeatPlace } from './beat-place.ts';
import beatsCss from './beats-view.css?inline';
import { renderBeats, renderDots } from './beats-view.ts';
import { binder } from './bind.ts';
import { Checks } from './checks.ts';
import type { Beat, StageScene } from './define-lesson.ts';
import { FigureHeight } from './figure-height.ts';
import frameCss from './frame.css?inline';
import { LateCode } from './late-code.ts';
import type { LessonSide } from './lesson.ts';
import { renderLessonHeader } from './lesson-header.ts';
import { lessonSheet } from './lesson-sheet.ts';
import { type Any, type Basic, LessonView, type State } from './lesson-view.ts';
import './live-number.ts';
import { type LiveNumbers, liveNumbersContext, liveNumbersOf } from './live-numbers.ts';
import { renderPanels } from './panels.ts';
import type { LessonMessages } from './scene.ts';
import { wayOf } from './show-me.ts';
import stageCss from './stage-view.css?inline';
import { renderStage } from './stage-view.ts';
import { renderVerifyHeader } from './verify-header.ts';

type Scene = StageScene<State, unknown, LessonMessages>;
type AnyBeat = Beat<Any, Any, Any>;

/**
 * Renders a lesson: the stage (the figure with its controls), the beats (passages of text) and the panels. The stage
 * stays visible while the beats scroll. Verify, with the claims, is a second view.
 */
export class FrameView extends LessonView implements BeatHost {
  static override css = lessonSheet('al-lesson', `${stageCss}${beatsCss}${frameCss}`);
  static override properties = {
    ...LessonView.properties,
    active: { state: true },
    isMoreOpen: { state: true },
    opened: { state: true },
    isVerifying: { state: true },
  };

  declare protected active: number | undefined;
  declare protected isMoreOpen: boolean;
  /** The ids of the panels that the reader has opened. Their content is rendered only from then on. */
  declare protected opened: ReadonlySet<string>;
  /**
   * Whether Verify (the view with the claims) has replaced the course inside an embed, where it has no URL of its own.
   */
  declare protected isVerifying: boolean;

  readonly #name = uniqueId('beat');
  readonly #printing = new Printing(this);
  readonly #place = new BeatPlace(this);
  readonly #checks = new Checks(this);
  readonly #live = new ContextProvider(this, { context: liveNumbersContext });
  #liveNumbers: LiveNumbers | undefined;
  readonly #height = new FigureHeight(this);
  readonly #seen = new SeenParts(this);
  readonly #code = new LateCode(this, () => this.framed.definition.code.excerpts());
  /**
   * The number of the beat (passage) at which the reader is, counted from 1. `#announced` is the text about it for
   * screen readers.
   */
  #beat = 1;
  #announced = '';
  /** The last sentence about the result that was announced to screen readers. */
  #said = '';
  /** The last state that was not part of a drag. */
  #rested: State | undefined;
  /** The state to restore when the reader closes Verify (the view with the claims) in an embed. */
  #kept: State | undefined;

  constructor() {
    super();
    this.isMoreOpen = false;
    this.opened = new Set();
    this.isVerifying = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const root = this.getRootNode();
    const { id, css } = this.framed.definition;
    if (css && (root instanceof Document || root instanceof ShadowRoot))
      adopt(root, `al-lesson[data-id="${id}"] {${css}}`);
  }

  protected override updated(): void {
    super.updated();
    if (this.#liveNumbers) this.#live.setValue(this.#liveNumbers);
    if (this.#view === 'verify') this.verify.ask();
    // A link from Verify leads to the beat (passage) in the link.
    if (this.#view === 'verify') this.#beat = 1;
    const { beat } = this.props.state;
    if (beat === this.#beat || this.#view === 'verify' || this.isEngineLate) return;
    this.#beat = beat;
    // A link has changed the beat (passage), so the page scrolls to it. An embed does not scroll, because it must not
    // scroll its host page.
    const { otherView, isReturn } = this.props;
    if (otherView !== undefined && !isReturn && beat > 1) void this.#place.goToOnceDrawn(beat);
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
    // If the reader has chosen the beat (passage), the focus moves to the beat, so screen readers read it. An
    // announcement would repeat it.
    const title = this.#titles[number - 1] ?? '';
    this.#announced = how === 'chosen' ? '' : this.texts.i18n.t('beat.now', { number, title });
    this.set({ beat: number }, 'rest');
  }

  protected override renderBody(basic: Basic): TemplateResult {
    const scene = this.#scene(basic);
    const { definition, fields } = this.framed;
    this.#liveNumbers = liveNumbersOf(definition, fields, scene, (part) => this.#isHeld(part));
    const status = this.#renderStatus(scene);
    if (this.props.part?.isStageOnly)
      return html`<div class="stage-alone">${status} ${this.#renderStage(scene, true)}</div>`;
    return this.#view === 'verify'
      ? this.#renderVerify(scene, basic, status)
      : this.#renderCourse(scene, basic, status);
  }

  /** Renders the live region that announces the result. It does not change during a drag. */
  #renderStatus(scene: Scene): TemplateResult {
    if (!this.isMoving) this.#said = this.framed.definition.stage.spoken(scene);
    return html`<p class="visually-hidden" role="status">${this.#said}</p>`;
  }

  #renderCourse(scene: Scene, basic: Basic, status: TemplateResult): TemplateResult {
    const { definition } = this.framed;
    const { prose, otherView, onShare, state } = this.props;
    const hashOf =
      otherView === undefined
        ? undefined
        : (beat: number) =>
            pageAddress(definition.id, this.framed.writeLink({ ...state, beat } as Any));
    const [first, last] = this.#shown;
    const present = Math.min(Math.max(state.beat, first), last);
    if (!this.isMoving) this.#rested = state;
    return html`
      <div class="lesson-body">
        <div class="course-stage">${renderLessonHeader(prose)} ${this.#renderStage(scene, false)}</div>
        <div class="course-beats">
          ${guard([this.#rested, present, first, last, prose, otherView, scene.i18n.language], () =>
            renderDots(
              this.#titles.slice(first - 1, last),
              present - first + 1,
              scene.i18n,
              hashOf,
              (beat) => this.#place.goTo(beat),
              landmarkRole(this, 'navigation'),
            ),
          )}
          ${renderBeats<Any, Any, Any>(definition.beats, scene as Any, {
            name: this.#name,
            role: landmarkRole(this, 'region'),
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
      ${this.props.part?.beats ? nothing : this.#renderPanels(scene, basic, otherView ?? this.#openVerify, onShare)}`;
  }

  #renderPanels(
    scene: Scene,
    basic: Basic,
    verify: string | (() => void) | undefined,
    onShare: (() => void) | undefined,
  ): TemplateResult {
    const { definition } = this.framed;
    return renderPanels(scene.i18n, {
      claims: definition.claims.count,
      verify,
      code: () => (this.opened.has('code') ? this.#renderCode(basic, scene) : nothing),
      data: html`${scene.draw('data', () => definition.data(scene))}`,
      isOpen: this.#printing.isOn,
      onShare,
      onToggle: this.#onToggle,
    });
  }

  #renderVerify(scene: Scene, basic: Basic, status: TemplateResult): TemplateResult {
    const { prose, otherView } = this.props;
    return html`
      ${renderVerifyHeader(prose, scene.i18n, otherView ?? this.#closeVerify)}
      <div class="lesson-body verify">
        <div class="course-stage">${this.#renderStage(scene, true)}</div>
        <div class="course-beats">
          ${this.verify.render(scene.i18n, () => html`${this.claims?.render(basic)}`)}
        </div>
      </div>
      ${status}
      ${this.verify.value?.details?.(scene, (id: string) => this.predictions.render(basic, id)) ?? nothing}
      ${this.framed.definition.beats.length > 0 ? nothing : this.#renderPanels(scene, basic, undefined, undefined)}`;
  }

  #renderStage(scene: Scene, isAlone: boolean): TemplateResult {
    const { definition } = this.framed;
    return renderStage<Any, Any, Any>(definition.stage, scene as Any, {
      prose: isAlone && this.props.part?.isStageOnly ? this.props.prose : undefined,
      role: landmarkRole(this, 'region'),
      isVerify: this.#view === 'verify',
      isMoreOpen: this.isMoreOpen,
      onMore: this.#onMore,
      onReset: this.#onReset,
    });
  }

  #renderCode(basic: Basic, scene: Scene): TemplateResult {
    const { own } = this.framed.definition.code;
    return html`
      <section class="code-section" part="code" data-part="code">
        ${scene.draw('code', () => this.#code.render(basic, own))}
      </section>`;
  }

  #isHeld(part: string): boolean {
    return this.isMoving && this.#seen.isHidden(part);
  }

  #ask(beat: AnyBeat, basic: Basic) {
    if (beat.prediction) return this.predictions.render(basic, beat.prediction.id);
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
      draw: (part, render) => (this.#isHeld(part) ? noChange : render()),
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

  readonly #onReset = (): void => {
    const { beat } = this.props.state;
    this.set({ ...this.initial, beat }, 'jump');
  };

  readonly #onMore = (): void => {
    this.isMoreOpen = !this.isMoreOpen;
  };

  readonly #onToggle = (panel: string, isOpen: boolean): void => {
    if (isOpen) this.opened = new Set([...this.opened, panel]);
  };

  readonly #onShow = ({ show = [] }: AnyBeat): void => {
    this.walk.start(...wayOf<State>(show, this.props.state, this.initial));
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

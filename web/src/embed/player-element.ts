// SPDX-License-Identifier: MIT

import { rules as mathCss } from 'virtual:math-font';
import { ContextProvider } from '@lit/context';
import { html, type PropertyValues } from 'lit';
import baseCss from '../components/base.css?inline';
import { type FieldAccess, fieldAccessContext } from '../components/field-access.ts';
import { LightElement, properties } from '../components/light-element.ts';
import palettesCss from '../components/palettes.css?inline';
import { askedPalette } from '../components/palettes.ts';
import type { Engine } from '../engine/index.ts';
import '../glossary/glossary.ts';
import { i18nContext } from '../i18n/controller.ts';
import type { I18n } from '../i18n/i18n.ts';
import type { Language } from '../i18n/languages.ts';
import { shortened } from '../i18n/shortened.ts';
import {
  type EngineFailure,
  engineFailure,
  engineNotice,
  isPolicy,
} from '../lessons/engine-notice.ts';
import { languageNotice } from '../lessons/language-notice.ts';
import type { Answered, Change, LessonPart } from '../lessons/lesson.ts';
import { LessonHost } from '../lessons/lesson-host.ts';
import { lessons } from '../lessons/registry.ts';
import { linkText } from '../state/place.ts';
import { accessOf } from './access.ts';
import { Answers, countedQuestions } from './answers.ts';
import type { LabData, LabErrorDetail, LabEvents } from './api.ts';
import type { PlayerSettings } from './attributes.ts';
import css from './embed.css?inline';
import { keepKeys } from './keys.ts';
import { type Mismatch, mismatches } from './mismatches.ts';
import { offerNeeds } from './page-needs.ts';
import { partOf, startIn } from './part.ts';

export interface PlayerParts {
  readonly i18n: I18n;
  readonly loadEngine: (trains: boolean) => Promise<Engine>;
  readonly report: <Name extends keyof LabEvents>(name: Name, detail: LabEvents[Name]) => void;
}

/** Shows a lesson in a host page, with notices about problems, and reports events to the host page. */
export class Player extends LightElement {
  static override css = `${css}${baseCss}${palettesCss}${mathCss}`;
  static override properties = properties('settings', 'engine', 'failure');

  declare settings: PlayerSettings;
  declare protected engine: Engine | undefined;
  declare protected failure: EngineFailure | undefined;

  readonly #host: LessonHost;
  readonly #access: ContextProvider<typeof fieldAccessContext, this>;
  readonly #answers = new Answers();
  /** The state to show as soon as the lesson is loaded. Undefined for the state in the settings. */
  #early: string | undefined;
  /** The id of the lesson that was rendered. The event `ready` is reported once for it. */
  #ready: string | undefined;

  constructor(
    private readonly parts: PlayerParts,
    settings: PlayerSettings,
  ) {
    super();
    const { i18n } = parts;
    this.settings = settings;
    this.#host = new LessonHost(this, () => i18n);
    new ContextProvider(this, { context: i18nContext, initialValue: i18n });
    this.#access = new ContextProvider(this, {
      context: fieldAccessContext,
      initialValue: accessOf(settings),
    });
    i18n.subscribe(() => this.requestUpdate());
    this.addEventListener('keydown', keepKeys);
    this.addEventListener('al-answered', (event) =>
      this.#onAnswered(event as CustomEvent<Answered>),
    );
    this.classList.add('al-root');
    this.part.add('lab');
    this.tabIndex = -1;
    void this.#loadEngine();
  }

  override connectedCallback(): void {
    offerNeeds(this.ownerDocument);
    super.connectedCallback();
  }

  /** The current state, as link parameters. */
  get state(): string {
    const { lesson, state } = this.#host;
    return lesson === undefined ? this.#start : linkText(lesson.writeLink(state));
  }

  /** Shows a state, or stores it until the lesson is loaded. Reports invalid values in an `error` event. */
  show(state: string): void {
    if (this.#host.lesson?.id !== this.settings.lesson) {
      this.#early = state;
      return;
    }
    this.#host.read(this.#startIn(state));
    this.#reportProblems();
  }

  get data(): LabData | undefined {
    const { lesson } = this.#host;
    if (lesson === undefined) return undefined;
    const { language } = this.parts.i18n;
    const questions = this.#answers.last;
    return { lesson: lesson.id, language, state: this.state, questions };
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('settings')) return;
    const before = changed.get('settings');
    const { settings } = this;
    if (before?.lesson !== settings.lesson) void this.#load();
    else if (before.state !== settings.state) this.show(settings.state);
    else if (before.steps !== settings.steps) this.show(this.state);
    if (before?.language !== settings.language || before.lesson !== settings.lesson)
      void this.#setLanguage();
    if (before && before.digits !== settings.digits) this.parts.i18n.setDigits(settings.digits);
    this.#access.setValue(accessOf(settings));
    this.dataset.lesson = settings.lesson;
    this.dataset.theme = settings.theme;
    this.dataset.palette = settings.palette === 'auto' ? askedPalette() : settings.palette;
  }

  protected override render() {
    const { i18n } = this.parts;
    const { t } = i18n;
    this.lang = i18n.language;
    this.dir = i18n.direction;
    this.dataset.show = this.#part?.isFigureOnly ? 'figure' : 'lesson';
    if (this.#entry === undefined)
      return html`<p class="notice" role="alert">${this.#unknownLesson}</p>`;
    if (this.failure) return engineNotice(this.failure, i18n, this.#loadEngine);
    const { engine } = this;
    if (engine === undefined)
      return html`<p class="loading" role="status">${t('status.loading')}</p>`;
    return html`
      ${this.#mismatches.map(({ text }) => html`<p class="notice" role="alert">${text}</p>`)}
      ${languageNotice(i18n, this.#entry)} ${this.#host.renderProblems(this.#closeNotice)}
      ${this.#host.render(this.#propsFor(engine), this.#load)}
      <al-glossary></al-glossary>`;
  }

  protected override updated(): void {
    const { lesson } = this.#host;
    if (lesson === undefined || this.engine === undefined || this.#ready === lesson.id) return;
    if (lesson.id !== this.settings.lesson) return;
    this.#ready = lesson.id;
    void this.#reportReady(lesson.id, this.engine);
  }

  async #reportReady(lesson: string, engine: Engine): Promise<void> {
    // A lesson that trains is rendered when the engine with training is loaded. If that fails, it renders a notice.
    if (this.#entry?.trains) await engine.withTraining().catch(() => undefined);
    // Elements inside the lesson render in microtasks, so the event is reported in a later task.
    setTimeout(() => {
      if (this.#ready === lesson) this.parts.report('ready', { lesson, state: this.state });
    });
  }

  readonly #startIn = (state: string): URLSearchParams =>
    startIn(this.#part, state, this.#host.lesson?.steps);

  get #start(): string {
    return this.#early ?? this.settings.state;
  }

  get #entry() {
    return lessons.find(({ id }) => id === this.settings.lesson);
  }

  #propsFor(engine: Engine) {
    const { lesson } = this.#host;
    const initial = lesson?.readLink(this.#startIn(this.settings.state)).state;
    const access: FieldAccess = this.#access.value;
    const onState = (state: unknown, change: Change) => this.#onState(state, change);
    const part = this.#part;
    return {
      engine,
      access,
      asked: this.settings.ask,
      mayReveal: this.settings.mayReveal,
      onState,
      ...(part === undefined ? {} : { part }),
      ...(initial === undefined ? {} : { initial }),
    };
  }

  readonly #load = async (): Promise<void> => {
    this.#answers.clear();
    this.#ready = undefined;
    if (this.#entry === undefined) {
      this.#reportError('lesson', this.#unknownLesson);
      return;
    }
    const isThere = await this.#host.load(this.#entry, () => this.#startIn(this.#start));
    if (this.#host.failure !== undefined)
      this.#reportError('load', this.parts.i18n.t('error.load'));
    if (!isThere) return;
    this.#early = undefined;
    this.#reportProblems();
    for (const { kind, text } of this.#mismatches) this.#reportError(kind, text);
  };

  readonly #loadEngine = async (): Promise<void> => {
    this.failure = undefined;
    try {
      this.engine = await this.parts.loadEngine(this.#entry?.trains ?? false);
    } catch (failure) {
      this.failure = await engineFailure(failure);
      await this.updateComplete;
      const message = this.querySelector('.notice p')?.textContent ?? '';
      this.#reportError(isPolicy(this.failure) ? 'policy' : 'engine', message);
    }
  };

  async #setLanguage(): Promise<void> {
    const { i18n } = this.parts;
    try {
      await i18n.setLanguage(this.#language);
    } catch {
      this.#reportError('load', i18n.t('error.load'));
    }
  }

  /** The language of the settings, or English if the lesson is not translated. */
  get #language(): Language {
    const { language } = this.settings;
    return this.#entry?.writtenIn(language) ?? language;
  }

  get #unknownLesson(): string {
    const { i18n } = this.parts;
    const lesson = shortened(this.settings.lesson);
    return i18n.t('embed.unknownLesson', {
      lesson,
      lessons: i18n.list(lessons.map(({ id }) => id)),
    });
  }

  /** The part of the lesson to show. Undefined for the whole lesson, and until the lesson is loaded. */
  get #part(): LessonPart | undefined {
    const { lesson } = this.#host;
    return lesson && partOf(this.settings, lesson).part;
  }

  get #mismatches(): readonly Mismatch[] {
    const { lesson } = this.#host;
    if (lesson === undefined) return [];
    return mismatches(this.settings, lesson, this.parts.i18n);
  }

  #reportProblems(): void {
    const { problems } = this.#host;
    if (problems.length > 0)
      this.#reportError('state', this.parts.i18n.t('link.changed'), problems);
  }

  #reportError(
    kind: LabErrorDetail['kind'],
    message: string,
    problems: LabErrorDetail['problems'] = [],
  ): void {
    this.parts.report('error', { kind, message, problems });
  }

  #onState(state: unknown, change: Change): void {
    this.#host.state = state;
    const { lesson } = this.settings;
    this.parts.report('state-change', { lesson, state: this.state, change });
  }

  #onAnswered({ detail }: CustomEvent<Answered>): void {
    const { lesson } = this.#host;
    if (lesson === undefined) return;
    const counted = countedQuestions(lesson, this.settings);
    this.parts.report('question-result', this.#answers.add(lesson.id, detail, counted));
  }

  // The button that closes the notice has the focus and disappears, so this element gets the focus.
  readonly #closeNotice = (): void => {
    this.#host.forgetProblems();
    this.focus({ preventScroll: true });
  };
}

customElements.define('al-player', Player);

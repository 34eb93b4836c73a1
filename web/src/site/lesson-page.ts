// SPDX-License-Identifier: MIT
import { ContextProvider } from '@lit/context';
import { html, nothing, type PropertyValues } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { LightElement, properties } from '../components/light-element.ts';
import { Loading } from '../components/loading.ts';
import { Printing } from '../components/printing.ts';
import { isShortcut, PROJECTOR_KEYS } from '../device/shortcuts.ts';
import type { Engine } from '../engine/index.ts';
import { I18nController, i18nContext } from '../i18n/controller.ts';
import type { I18n } from '../i18n/i18n.ts';
import { lessonTitle } from '../i18n/lesson-names.ts';
import type { renderProjector } from '../lesson/projector.ts';
import { languageNotice } from '../lessons/language-notice.ts';
import type { Change, Lesson, LessonEntry, Tested } from '../lessons/lesson.ts';
import { LessonHost } from '../lessons/lesson-host.ts';
import { lessonNumber } from '../lessons/registry.ts';
import { renderOnward } from '../lessons/to-writing.ts';
import type { Share } from '../share/share.ts';
import { fragmentOf } from '../state/address.ts';
import { isReturn } from './arrival.ts';
import { PlaceWriter } from './place-writer.ts';
import {
  notePlace,
  noteProgress,
  PROGRESS_EVENT,
  type Progress,
  readProgress,
} from './progress.ts';
import { renderMore, renderPosition, renderWalk } from './walk.ts';

/** The URL parameter that opens a lesson on a projector. */
const PROJECTED = 'present';

/** The page of a lesson. Changes of the lesson's state update the URL, and changes of the URL update the state. */
export class LessonPage extends LightElement {
  static override properties = properties(
    'entry',
    'params',
    'engine',
    'waiting',
    'texts',
    'progress',
    'projector',
  );

  declare entry: LessonEntry;
  declare params: URLSearchParams;
  declare engine: Engine;
  /** Content to show while the lesson is loading. */
  declare waiting: unknown;
  /** The texts of the lesson, in English if it is not translated. */
  declare texts: I18n;
  protected progress: Progress = {};
  /** Renders the lesson for a projector. Undefined if the lesson is not presented. */
  declare protected projector: typeof renderProjector | undefined;

  readonly #page = new I18nController(this);
  readonly #provider = new ContextProvider(this, { context: i18nContext });
  readonly #host = new LessonHost(this, () => this.texts);
  readonly #place = new PlaceWriter();
  readonly #sharing = new Loading(this);
  readonly #projecting = new Loading(this);
  readonly #printing = new Printing(this);
  constructor() {
    super();
    this.addEventListener('al-tested', (event) =>
      this.#note((event as CustomEvent<Tested>).detail.id),
    );
  }

  /** Writes the current state to the URL at once. */
  readonly writeAddress = (): void => this.#place.flush();

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
  }

  protected override listen(signal: AbortSignal): void {
    addEventListener('pagehide', this.writeAddress, { signal });
    document.addEventListener('keydown', this.#onKey, { signal });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#place.cancel();
    this.#host.release();
  }

  protected override willUpdate(changed: PropertyValues): void {
    this.#provider.setValue(this.texts);
    if (this.texts !== this.#page.i18n) {
      this.lang = this.texts.language;
      this.dir = this.texts.direction;
    }
    if (!changed.has('params')) return;
    this.#place.cancel();
    this.#host.read(this.#wanted());
    if (this.params.has(PROJECTED)) void this.#project(true);
  }

  protected override render() {
    const { i18n: page } = this.#page;
    const i18n = this.texts;
    const { lesson } = this.#host;
    const isShown = lesson?.id === this.entry.id;
    const { engine } = this;
    const props = {
      number: lessonNumber(this.entry.id),
      onShare: this.#share,
      onProject: this.#project,
      renderProjector: this.projector,
    };
    const onState = (state: unknown, change: Change) => this.#onState(state, change);
    return html`
      ${isShown ? languageNotice(page, this.entry) : nothing}
      ${isShown ? this.#host.renderProblems(this.#closeNotice) : nothing}
      ${isShown && !lesson.steps && !this.entry.isBeside ? renderPosition(lesson.id, this.progress, i18n) : nothing}
      ${this.#sharing.render(i18n, this.#share)} ${this.#projecting.render(i18n, () => this.#project(true))}
      ${this.#host.failure === undefined ? nothing : html`<h1>${lessonTitle(page, this.entry.id)}</h1>`}
      ${this.#host.render({ engine, onState, isReturn, page: props }, this.#load, this.waiting)}
      ${isShown && !this.entry.isBeside ? guard([lesson, page.language], () => [renderOnward(lesson.id, i18n), renderWalk(lesson.id, page)]) : nothing}
      ${isShown && lesson.steps ? renderMore(this.entry, this.#step(lesson), i18n) : nothing}
      ${isShown && lesson.steps ? html`<al-share .lesson=${lesson} .state=${this.#host.state} .prose=${this.#host.prose}></al-share>` : nothing}
      ${isShown && this.#printing.isOn ? this.#renderAddress(lesson) : nothing}`;
  }

  #address(lesson: Lesson<unknown>, state: unknown): string {
    return new URL(fragmentOf(lesson.writeLink(state)) || location.pathname, location.href).href;
  }

  /** The current step. Undefined for the first one. */
  #step(lesson: Lesson<unknown>): string | undefined {
    return lesson.writeLink(this.#host.state).get('scene') ?? undefined;
  }

  // Opens the share dialog. Its code is imported on demand, because few readers share a lesson.
  readonly #share = async (): Promise<void> => {
    await this.#sharing.run(async () => {
      await import('../share/share.ts');
      await this.querySelector<Share>('al-share')?.open();
    });
  };

  // Starts or ends the presentation on a projector. Its code is imported on demand.
  readonly #project = async (isOn: boolean): Promise<void> => {
    if (!isOn) {
      this.projector = undefined;
      this.#onState(this.#host.state, 'rest');
      return;
    }
    await this.#projecting.run(async () => {
      this.projector = (await import('../lesson/projector.ts')).renderProjector;
    });
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (this.#host.lesson?.steps && isShortcut(event, PROJECTOR_KEYS)) void this.#project(true);
  };

  /** Renders the URL of the lesson's state as text for the printed page, which shows no address bar. */
  #renderAddress(lesson: Lesson<unknown>) {
    const { t } = this.texts;
    return html`
      <p class="print-address">
        ${t('print.address')}<br />
        <span>${this.#address(lesson, this.#host.state)}</span>
      </p>`;
  }

  /** The parameters for the lesson. In a lesson without steps, a fragment such as "#top" is not a step. */
  readonly #wanted = (): URLSearchParams => {
    const params = new URLSearchParams(this.params);
    params.delete(PROJECTED);
    if (!this.#host.lesson?.steps) params.delete('scene');
    return params;
  };

  readonly #load = async (): Promise<void> => {
    this.#place.cancel();
    if (!(await this.#host.load(this.entry, this.#wanted))) return;
    this.#note();
    this.#notePlace();
  };

  #notePlace(): void {
    const { lesson } = this.#host;
    if (!lesson?.steps || this.entry.isBeside) return;
    const step = this.#step(lesson);
    const isEnd = step === lesson.steps.at(-1);
    notePlace(isEnd ? undefined : { lesson: lesson.id, ...(step && { step }) });
  }

  #note(experiment?: string): void {
    if (!this.entry.isBeside) noteProgress(this.entry.id, experiment);
    this.progress = readProgress();
    this.dispatchEvent(new Event(PROGRESS_EVENT, { bubbles: true }));
  }

  // Closes the notice about invalid link values. Its button disappears too, so the focus moves to `main`.
  readonly #closeNotice = (): void => {
    this.#host.forgetProblems();
    this.closest<HTMLElement>('main')?.focus();
  };

  #onState(state: unknown, change: Change): void {
    const { lesson } = this.#host;
    if (lesson === undefined) return;
    this.#host.state = state;
    this.#notePlace();
    if (change === 'jump') this.#place.push(this.#address(lesson, state));
    else this.#place.replace(() => this.#address(lesson, state));
  }
}

customElements.define('al-lesson-page', LessonPage);

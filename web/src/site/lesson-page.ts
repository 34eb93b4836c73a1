// SPDX-License-Identifier: MIT
import { html, nothing, type PropertyValues } from 'lit';
import { LightElement } from '../components/light-element.ts';
import { Loading } from '../components/loading.ts';
import { Printing } from '../components/printing.ts';
import type { Engine } from '../engine/index.ts';
import { I18nController } from '../i18n/controller.ts';
import type { Change, Lesson, LessonEntry, Tested } from '../lessons/lesson.ts';
import { LessonHost } from '../lessons/lesson-host.ts';
import { lessons } from '../lessons/registry.ts';
import type { Share } from '../share/share.ts';
import { placeHash } from '../state/place.ts';
import { PlaceWriter } from './place-writer.ts';
import { noteProgress, PROGRESS_EVENT, type Progress, readProgress } from './progress.ts';
import { renderPosition, renderWalk } from './walk.ts';

/** The page of a lesson. It keeps the lesson's state and the address in sync. */
export class LessonPage extends LightElement {
  static override properties = {
    entry: { attribute: false },
    params: { attribute: false },
    view: { attribute: false },
    engine: { attribute: false },
    progress: { state: true },
  };

  declare entry: LessonEntry;
  declare params: URLSearchParams;
  /** The view in the address; empty for the course. */
  declare view: string;
  declare engine: Engine;
  declare protected progress: Progress;

  readonly #texts = new I18nController(this);
  readonly #host = new LessonHost(this, () => this.#texts.i18n);
  readonly #place = new PlaceWriter();
  readonly #sharing = new Loading(this);
  readonly #printing = new Printing(this);
  /** Link to the state that the reader left in order to open Verify. */
  #left: string | undefined;

  constructor() {
    super();
    this.progress = {};
    this.addEventListener('al-tested', (event) =>
      this.#note((event as CustomEvent<Tested>).detail.id),
    );
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('pagehide', this.#place.flush);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('pagehide', this.#place.flush);
    this.#place.cancel();
    this.#host.release();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('entry')) {
      this.#left = undefined;
      this.#sharing.forget();
      void this.#load();
      return;
    }
    if (changed.get('view') === '' && this.view !== '')
      this.#left = this.#hash(this.#host.state, '');
    if (changed.has('params')) {
      this.#place.cancel();
      this.#host.read(this.params);
    }
  }

  protected override render() {
    const { i18n } = this.#texts;
    const { lesson } = this.#host;
    const isShown = lesson?.id === this.entry.id;
    const { engine } = this;
    const share = isShown ? this.#sharerOf(lesson) : undefined;
    // The course of a lesson with a stage does not need this line: its panels contain the same links.
    const hasPosition = isShown && (!lesson.hasVerify || this.view === 'verify');
    const onState = (state: unknown, change: Change) => this.#onState(state, change);
    return html`
      ${isShown ? this.#host.renderProblems(this.#closeNotice) : nothing}
      ${hasPosition ? renderPosition(lesson.id, this.progress, i18n, share) : nothing}
      ${this.#sharing.render(i18n, this.#share)}
      ${this.#host.render({ engine, onState, ...this.#viewing(lesson, share) }, this.#load)}
      ${isShown ? renderWalk(lesson.id, i18n) : nothing}
      ${share ? html`<al-share .lesson=${lesson} .state=${this.#host.state} .name=${this.#host.title}></al-share>` : nothing}
      ${isShown && this.#printing.isOn ? this.#renderAddress(lesson) : nothing}`;
  }

  /** The current view of the lesson, and the link to the other one. */
  #viewing(lesson: Lesson<unknown> | undefined, onShare: (() => void) | undefined) {
    if (!lesson?.hasVerify) return {};
    const isVerify = this.view === 'verify';
    return {
      view: isVerify ? 'verify' : 'course',
      otherView: isVerify
        ? (this.#left ?? placeHash(lesson.id))
        : placeHash(lesson.id, undefined, 'verify'),
      ...(onShare ? { onShare } : {}),
    } as const;
  }

  #hash(state: unknown, view: string): string | undefined {
    const { lesson } = this.#host;
    return lesson && placeHash(lesson.id, lesson.writeLink(state), view);
  }

  protected override updated(): void {
    const { lesson, title } = this.#host;
    if (lesson?.id === this.entry.id)
      document.title = `${title} – ${this.#texts.i18n.t('site.name')}`;
  }

  #sharerOf({ id }: Lesson<unknown>): (() => void) | undefined {
    return lessons.some((entry) => entry.id === id) ? this.#share : undefined;
  }

  // Few readers share a lesson, so the code for it is loaded on demand.
  readonly #share = async (): Promise<void> => {
    await this.#sharing.run(async () => {
      await import('../share/share.ts');
      await this.querySelector<Share>('al-share')?.open();
    });
  };

  /** The link to the printed state, because paper has no address bar. */
  #renderAddress(lesson: Lesson<unknown>) {
    const { t } = this.#texts.i18n;
    const hash = placeHash(lesson.id, lesson.writeLink(this.#host.state), this.view);
    return html`
      <p class="print-address">
        ${t('print.address')}<br />
        <span>${new URL(hash, location.href).href}</span>
      </p>`;
  }

  readonly #load = async (): Promise<void> => {
    this.#place.cancel();
    if (await this.#host.load(this.entry, () => this.params)) this.#note();
  };

  #note(experiment?: string): void {
    noteProgress(this.entry.id, experiment);
    this.progress = readProgress();
    this.dispatchEvent(new Event(PROGRESS_EVENT, { bubbles: true }));
  }

  // The button was removed with the notice, so move the focus.
  readonly #closeNotice = (): void => {
    this.#host.forgetProblems();
    this.closest<HTMLElement>('main')?.focus();
  };

  #onState(state: unknown, change: Change): void {
    const { lesson } = this.#host;
    if (lesson === undefined) return;
    this.#host.state = state;
    const hash = placeHash(lesson.id, lesson.writeLink(state), this.view);
    if (change === 'jump') this.#place.push(hash);
    else this.#place.replace(hash);
  }
}

customElements.define('al-lesson-page', LessonPage);

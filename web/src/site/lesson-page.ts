// SPDX-License-Identifier: MIT
import { html, nothing, type PropertyValues } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { LightElement } from '../components/light-element.ts';
import { Loading } from '../components/loading.ts';
import { Printing } from '../components/printing.ts';
import type { Engine } from '../engine/index.ts';
import { I18nController } from '../i18n/controller.ts';
import { shortened } from '../i18n/shortened.ts';
import type { Change, Lesson, LessonEntry, Tested } from '../lessons/lesson.ts';
import { LessonHost } from '../lessons/lesson-host.ts';
import { lessons } from '../lessons/registry.ts';
import type { Share } from '../share/share.ts';
import { placeHash } from '../state/place.ts';
import { PlaceWriter } from './place-writer.ts';
import { noteProgress, PROGRESS_EVENT, type Progress, readProgress } from './progress.ts';
import { renderPosition, renderWalk } from './walk.ts';

/** The page of a lesson. Changes of the lesson's state update the URL, and changes of the URL update the state. */
export class LessonPage extends LightElement {
  static override properties = {
    entry: { attribute: false },
    params: { attribute: false },
    view: { attribute: false },
    isReturn: { attribute: false },
    engine: { attribute: false },
    waiting: { attribute: false },
    progress: { state: true },
  };

  declare entry: LessonEntry;
  declare params: URLSearchParams;
  /** The view that the URL selects: `verify`, or empty for the first view (the course). */
  declare view: string;
  /** Whether "back" or "forward" led to this page. The site then scrolls to where the reader left it. */
  declare isReturn: boolean;
  declare engine: Engine;
  /** Content to show while the lesson is loading. */
  declare waiting: unknown;
  declare protected progress: Progress;

  readonly #texts = new I18nController(this);
  readonly #host = new LessonHost(this, () => this.#texts.i18n);
  readonly #place = new PlaceWriter();
  readonly #sharing = new Loading(this);
  readonly #printing = new Printing(this);
  /**
   * The link to the state in which the reader left the course to open Verify (the view with the claims). The link back
   * to the course restores this state.
   */
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
    // The line above the lesson with its position in the course and the share button. The course view does not need
    // this line, because its panels contain both.
    const hasPosition = isShown && (lesson.beats === 0 || this.view === 'verify');
    const onState = (state: unknown, change: Change) => this.#onState(state, change);
    return html`
      ${isShown ? this.#host.renderProblems(this.#closeNotice) : nothing}
      ${isShown && !this.#hasView(lesson) ? html`<p class="notice" role="alert">${i18n.t('site.unknownView', { view: shortened(this.view) })}</p>` : nothing}
      ${hasPosition ? renderPosition(lesson.id, this.progress, i18n, share) : nothing}
      ${this.#sharing.render(i18n, this.#share)}
      ${this.#host.render({ engine, onState, isReturn: this.isReturn, ...this.#viewing(lesson, share) }, this.#load, this.waiting)}
      ${isShown ? guard([lesson, i18n.language], () => renderWalk(lesson.id, i18n)) : nothing}
      ${share ? html`<al-share .lesson=${lesson} .state=${this.#host.state} .name=${this.#host.title}></al-share>` : nothing}
      ${isShown && this.#printing.isOn ? this.#renderAddress(lesson) : nothing}`;
  }

  /** The current view of the lesson (the course, or Verify with the claims), and the link from it to the other view. */
  #viewing(lesson: Lesson<unknown> | undefined, onShare: (() => void) | undefined) {
    if (!lesson?.beats) return {};
    const isVerify = this.view === 'verify';
    return {
      view: isVerify ? 'verify' : 'course',
      otherView: isVerify
        ? (this.#left ?? placeHash(lesson.id))
        : placeHash(lesson.id, undefined, 'verify'),
      ...(onShare ? { onShare } : {}),
    } as const;
  }

  #hasView({ beats }: Lesson<unknown>): boolean {
    return this.view === '' || (this.view === 'verify' && beats > 0);
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

  // Opens the share dialog. Its code is imported on demand, because few readers share a lesson.
  readonly #share = async (): Promise<void> => {
    await this.#sharing.run(async () => {
      await import('../share/share.ts');
      await this.querySelector<Share>('al-share')?.open();
    });
  };

  /** Renders the URL of the lesson's state as text for the printed page, which shows no address bar. */
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

  // Closes the notice about invalid link values. The button disappears with it, so the focus moves to `main`.
  readonly #closeNotice = (): void => {
    this.#host.forgetProblems();
    this.closest<HTMLElement>('main')?.focus();
  };

  #onState(state: unknown, change: Change): void {
    const { lesson } = this.#host;
    if (lesson === undefined) return;
    this.#host.state = state;
    const { view } = this;
    const hash = () => placeHash(lesson.id, lesson.writeLink(state), view);
    if (change === 'jump') this.#place.push(hash());
    else this.#place.replace(hash);
  }
}

customElements.define('al-lesson-page', LessonPage);

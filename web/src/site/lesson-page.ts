// SPDX-License-Identifier: MIT

import type { Prose } from '*.md';
import { html, nothing, type PropertyValues } from 'lit';
import { LightElement } from '../components/light-element.ts';
import { Printing } from '../components/printing.ts';
import type { Engine } from '../engine/index.ts';
import { I18nController } from '../i18n/controller.ts';
import type { Resource } from '../i18n/resources.ts';
import type { Change, Lesson, LessonEntry } from '../lessons/lesson.ts';
import type { Problem } from '../state/fields.ts';
import { placeHash } from '../state/place.ts';
import { PlaceWriter } from './place-writer.ts';
import { noteProgress, type Progress, readProgress } from './progress.ts';
import { renderPosition, renderWalk } from './walk.ts';

/** One lesson in the site: loads its parts, keeps its state in step with the address. */
export class LessonPage extends LightElement {
  static override properties = {
    entry: { attribute: false },
    params: { attribute: false },
    engine: { attribute: false },
    lesson: { state: true },
    prose: { state: true },
    lessonState: { state: true },
    problems: { state: true },
    failed: { state: true },
    progress: { state: true },
  };

  declare entry: LessonEntry;
  declare params: URLSearchParams;
  declare engine: Engine;
  declare protected lesson: Lesson<unknown> | undefined;
  declare protected prose: Resource<Prose> | undefined;
  declare protected lessonState: unknown;
  declare protected problems: readonly Problem[];
  declare protected failed: boolean;
  declare protected progress: Progress;

  readonly #texts = new I18nController(this);
  readonly #place = new PlaceWriter();
  readonly #printing = new Printing(this);

  constructor() {
    super();
    this.problems = [];
    this.failed = false;
    this.progress = {};
    this.addEventListener('al-tested', (event) =>
      this.#note((event as CustomEvent<string>).detail),
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
    this.prose?.release();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('entry')) {
      this.lesson = undefined;
      void this.#load();
    }
    if (changed.has('params')) this.#readParams();
  }

  protected override render() {
    const { t } = this.#texts.i18n;
    if (this.failed) {
      return html`
        <div class="notice" role="alert">
          <p>${t('error.load')}</p>
          <button type="button" @click=${this.#load}>${t('action.retry')}</button>
        </div>`;
    }
    const { lesson, prose } = this;
    if (lesson === undefined || prose === undefined) {
      return html`<p class="loading" role="status">${t('status.loading')}</p>`;
    }
    document.title = `${prose.value.title} – ${t('site.name')}`;
    return html`
      ${this.problems.length > 0 ? this.#renderProblems(lesson) : nothing}
      ${renderPosition(lesson.id, this.progress, this.#texts.i18n)}
      ${lesson.render({
        state: this.lessonState,
        engine: this.engine,
        prose: prose.value,
        onState: (state, change) => this.#onState(lesson, state, change),
      })}
      ${renderWalk(lesson.id, this.#texts.i18n)}
      ${this.#printing.isOn ? this.#renderAddress(lesson) : nothing}`;
  }

  /** Paper has no address bar: where the state that was printed is found again. */
  #renderAddress(lesson: Lesson<unknown>) {
    const { t } = this.#texts.i18n;
    const hash = placeHash(lesson.id, lesson.writeLink(this.lessonState));
    return html`
      <p class="print-address">
        ${t('print.address')}<br />
        <span>${new URL(hash, location.href).href}</span>
      </p>`;
  }

  #renderProblems(lesson: Lesson<unknown>) {
    const { i18n } = this.#texts;
    const { t } = i18n;
    return html`
      <div class="notice" role="alert">
        <p>${t('link.changed')}</p>
        <ul>
          ${this.problems.map(
            ({ kind, field, got, used }) => html`<li>
              ${t(`link.${kind}`, { field: lesson.fieldLabel(field, i18n), got, used })}
            </li>`,
          )}
        </ul>
        <button type="button" @click=${this.#closeNotice}>${t('action.close')}</button>
      </div>`;
  }

  readonly #load = async (): Promise<void> => {
    const { i18n } = this.#texts;
    const { entry } = this;
    this.failed = false;
    try {
      const [lesson, prose] = await Promise.all([
        entry.load(),
        i18n.addResource(entry.prose),
        i18n.addCatalogue(entry.id, entry.messages),
      ]);
      if (entry !== this.entry || !this.isConnected) return prose.release();
      this.prose?.release();
      this.prose = prose;
      this.lesson = lesson;
      this.#note();
      this.#readParams();
    } catch {
      this.failed = true;
    }
  };

  #note(experiment?: string): void {
    noteProgress(this.entry.id, experiment);
    this.progress = readProgress();
  }

  #readParams(): void {
    if (this.lesson === undefined) return;
    const { state, problems } = this.lesson.readLink(this.params);
    this.#place.cancel();
    this.lessonState = state;
    this.problems = problems;
  }

  // The button goes with the notice; the focus must not be lost with it.
  readonly #closeNotice = (): void => {
    this.problems = [];
    this.closest<HTMLElement>('main')?.focus();
  };

  #onState(lesson: Lesson<unknown>, state: unknown, change: Change): void {
    this.lessonState = state;
    // What the notice says was used is no longer what is used.
    this.problems = [];
    const hash = placeHash(lesson.id, lesson.writeLink(state));
    if (change === 'jump') this.#place.push(hash);
    else this.#place.replace(hash);
  }
}

customElements.define('al-lesson-page', LessonPage);

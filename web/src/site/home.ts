// SPDX-License-Identifier: MIT
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { LightElement } from '../components/light-element.ts';
import type { Engine } from '../engine/index.ts';
import { I18nController } from '../i18n/controller.ts';
import { lessonSummary, lessonTitle } from '../i18n/lesson-names.ts';
import type { LessonEntry } from '../lessons/lesson.ts';
import { placeHash } from '../state/place.ts';
import css from './home.css?inline';
import { forgetProgress, PROGRESS_EVENT, type Progress, readProgress } from './progress.ts';
import { renderSketch } from './sketches.ts';
import { stops } from './stops.ts';
import { renderTested } from './walk.ts';

const first = stops[0] as LessonEntry;

/** The home page: an introduction, and the list of lessons. */
export class Home extends LightElement {
  static override css = css;
  static override properties = {
    engine: { attribute: false },
    preview: { state: true },
    progress: { state: true },
  };

  /** Undefined until it is loaded. The page is shown earlier. */
  declare engine: Engine | undefined;
  declare protected preview: TemplateResult | undefined;
  declare protected progress: Progress;

  readonly #texts = new I18nController(this);

  constructor() {
    super();
    this.progress = readProgress();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('engine') && this.engine !== undefined) void this.#loadPreview(this.engine);
  }

  protected override render() {
    const { t } = this.#texts.i18n;
    return html`
      <section class="hero">
        <div>
          <h1>${t('home.title')}</h1>
          <p class="lead">${t('home.lead')}</p>
          ${this.#renderStart()}
        </div>
        <div class="preview" data-lesson=${first.id}>${this.preview ?? nothing}</div>
      </section>
      <section aria-labelledby="home-lessons">
        <h2 id="home-lessons">${t('home.lessons')}</h2>
        <ol class="lesson-list">
          ${stops.map(
            ({ id }) => html`
              <li>
                <a href=${placeHash(id)}>
                  ${guard([id, this.engine], () => renderSketch(id, this.engine))}
                  <strong>${lessonTitle(this.#texts.i18n, id)}</strong>
                  <span>${lessonSummary(this.#texts.i18n, id)}</span>
                  ${this.#renderDone(id)}
                </a>
              </li>`,
          )}
        </ol>
        ${this.#hasBegun ? this.#renderForget() : nothing}
      </section>`;
  }

  protected override updated(): void {
    document.title = this.#texts.i18n.t('site.name');
  }

  get #hasBegun(): boolean {
    return stops.some(({ id }) => id in this.progress);
  }

  /** A link to the first lesson that has not been opened yet. */
  #renderStart() {
    const { t } = this.#texts.i18n;
    const { id } = stops.find((lesson) => !(lesson.id in this.progress)) ?? first;
    const title = lessonTitle(this.#texts.i18n, id);
    return html`
      <p><a class="start" href=${placeHash(id)}>${this.#hasBegun ? t('walk.goOn', { title }) : t('walk.start')}</a></p>`;
  }

  #renderDone(lesson: string) {
    if (!(lesson in this.progress)) return nothing;
    const { i18n } = this.#texts;
    return html`
      <span class="lesson-done">
        <span><span aria-hidden="true">✓</span> ${i18n.t('walk.opened')}</span>
        ${renderTested(lesson, this.progress, i18n)}
      </span>`;
  }

  #renderForget() {
    const { t } = this.#texts.i18n;
    return html`
      <p class="progress-note">
        ${t('walk.progress')}
        <button type="button" class="quiet" @click=${this.#forget}>${t('walk.forget')}</button>
      </p>`;
  }

  // The button was removed with the progress, so move the focus.
  readonly #forget = (): void => {
    forgetProgress();
    this.progress = readProgress();
    this.dispatchEvent(new Event(PROGRESS_EVENT, { bubbles: true }));
    this.closest<HTMLElement>('main')?.focus();
  };

  // The preview is optional: if it cannot be loaded, the page omits it.
  async #loadPreview(engine: Engine): Promise<void> {
    const { i18n } = this.#texts;
    try {
      const [render] = await Promise.all([
        first.preview?.(),
        i18n.addCatalogue(first.id, first.messages),
      ]);
      this.preview = render?.(engine);
    } catch {
      this.preview = undefined;
    }
  }
}

customElements.define('al-home', Home);

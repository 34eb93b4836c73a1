// SPDX-License-Identifier: MIT
import { ContextProvider } from '@lit/context';
import { html } from 'lit';
import { LightElement, properties } from '../components/light-element.ts';
import type { Engine } from '../engine/index.ts';
import { storeLanguage } from '../i18n/choose-language.ts';
import { i18nContext } from '../i18n/controller.ts';
import type { I18n } from '../i18n/i18n.ts';
import type { Language } from '../i18n/languages.ts';
import { lessonTitle } from '../i18n/lesson-names.ts';
import { type EngineFailure, engineFailure, engineNotice } from '../lessons/engine-notice.ts';
import type { LessonEntry } from '../lessons/lesson.ts';
import type { Search } from '../search/search.ts';
import type { LessonPage } from './lesson-page.ts';
import './lesson-page.ts';
import './settings.ts';
import { paramsIn, siteRoot } from '../state/address.ts';
import { searchParams } from '../state/place.ts';
import { arrive } from './arrival.ts';
import { renderFooter, renderHeader } from './header.ts';
import { LateDialogs } from './late-dialogs.ts';
import { PROGRESS_EVENT, type Progress, readProgress } from './progress.ts';
import { startEngine } from './start-engine.ts';

/**
 * The root element of the site: header, current page and footer. Provides the texts and the engine to its descendants.
 * @fires al-engine when the engine is loaded
 */
export class Site extends LightElement {
  static override properties = properties('engine', 'failure', 'params', 'progress');

  declare protected engine: Engine | undefined;
  declare protected failure: EngineFailure | undefined;
  protected params = searchParams(paramsIn(location.hash));
  protected progress: Progress = readProgress();

  readonly #dialogs = new LateDialogs(this);
  readonly #view = document.documentElement.dataset.view ?? '';

  /**
   * The constructor does not wait for the engine, so that the engine loads in parallel with the texts.
   * @param lessonTexts  the texts of the lesson, in English if it is not translated
   * @param entry  the page to show; undefined for the home page
   * @param outline  the prerendered page, shown until the lesson is loaded
   */
  constructor(
    private readonly i18n: I18n,
    private readonly lessonTexts: I18n,
    private readonly started: Promise<Engine>,
    private readonly entry: LessonEntry | undefined,
    private readonly outline: Element | undefined,
  ) {
    super();
    new ContextProvider(this, { context: i18nContext, initialValue: i18n });
    i18n.subscribe(() => this.requestUpdate());
    this.addEventListener(PROGRESS_EVENT, () => {
      this.progress = readProgress();
      // This event means that a lesson is rendered, so loading the dialogs does not delay the lesson.
      void this.#dialogs.loadWhenIdle();
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#awaitEngine(this.started);
  }

  protected override listen(signal: AbortSignal): void {
    addEventListener('hashchange', this.#onHash, { signal });
    this.#dialogs.listen(signal);
  }

  protected override render() {
    const { t } = this.i18n;
    return html`
      <a class="skip" href="#main" @click=${this.#onSkip}>${t('site.skip')}</a>
      ${renderHeader({
        i18n: this.i18n,
        lesson: this.entry?.id,
        view: this.#view,
        progress: this.progress,
        settings: html`<al-settings></al-settings>`,
        onLanguage: this.#onLanguage,
        onSearch: this.#onSearch,
      })}
      <main id="main" tabindex="-1">
        ${this.#dialogs.render(this.i18n)} ${this.#renderPlace()}
      </main>
      ${renderFooter(this.i18n)}
      <al-glossary></al-glossary>
      <al-search></al-search>`;
  }

  protected override firstUpdated(): void {
    const main = this.querySelector('main');
    if (main) arrive(main, siteRoot());
  }

  #renderPlace() {
    const { t } = this.i18n;
    const entry = this.entry;
    if (entry === undefined)
      return html`<al-home .engine=${this.engine} .outline=${this.outline}></al-home>`;
    if (this.failure !== undefined) {
      const retry = () => this.#awaitEngine(startEngine(entry.trains));
      return html`<h1>${lessonTitle(this.i18n, entry.id)}</h1>${engineNotice(this.failure, this.i18n, retry)}`;
    }
    const waiting =
      this.outline ?? html`<p class="loading" role="status">${t('status.loading')}</p>`;
    if (this.engine === undefined) return waiting;
    return html`<al-lesson-page data-lesson=${entry.id} .entry=${entry} .params=${this.params} .engine=${this.engine} .waiting=${waiting} .texts=${this.lessonTexts}></al-lesson-page>`;
  }

  readonly #onHash = (): void => {
    this.params = searchParams(paramsIn(location.hash));
  };

  async #awaitEngine(engine: Promise<Engine>): Promise<void> {
    this.failure = undefined;
    try {
      this.engine = await engine;
      this.dispatchEvent(new Event('al-engine'));
      if (this.entry === undefined) void this.#dialogs.loadWhenIdle();
    } catch (failure) {
      this.failure = await engineFailure(failure);
    }
  }

  // Moves the focus without following the link, because the fragment contains the state and must not change.
  #onSkip(event: Event): void {
    event.preventDefault();
    this.querySelector<HTMLElement>('#main')?.focus();
  }

  // The link leads to the same state in the other language.
  readonly #onLanguage = (language: Language, { currentTarget }: Event): void => {
    storeLanguage(language);
    this.querySelector<LessonPage>('al-lesson-page')?.writeAddress();
    (currentTarget as HTMLAnchorElement).hash = location.hash;
  };

  readonly #onSearch = async (): Promise<void> => {
    if (await this.#dialogs.load()) await this.querySelector<Search>('al-search')?.open();
  };
}

customElements.define('al-site', Site);

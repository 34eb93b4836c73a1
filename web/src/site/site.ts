// SPDX-License-Identifier: MIT
import { ContextProvider } from '@lit/context';
import { html, nothing, type PropertyValues } from 'lit';
import { LightElement } from '../components/light-element.ts';
import { Loading } from '../components/loading.ts';
import { reloadAnew } from '../device/reload.ts';
import type { Engine } from '../engine/index.ts';
import { storeLanguage } from '../i18n/choose-language.ts';
import { i18nContext } from '../i18n/controller.ts';
import type { I18n } from '../i18n/i18n.ts';
import { type Language, languageNames, languages, shortName } from '../i18n/languages.ts';
import { type EngineFailure, engineFailure, engineNotice } from '../lessons/engine-notice.ts';
import type { Search } from '../search/search.ts';
import '../search/search.ts';
import './home.ts';
import './lesson-page.ts';
import './settings.ts';
import { renderChoice } from '../components/head-choice.ts';
import { nameApp } from '../offline/name-app.ts';
import { shortened } from '../state/fields.ts';
import { type Place, readPlace } from '../state/place.ts';
import { renderCourse, showCurrent } from './course.ts';
import { PlaceWriter } from './place-writer.ts';
import { PROGRESS_EVENT, type Progress, readProgress } from './progress.ts';
import css from './site.css?inline';
import { startEngine } from './start-engine.ts';
import { stops } from './stops.ts';
import walkCss from './walk.css?inline';

const STOPS = stops.map(({ id }) => id);

/**
 * The root element of the site: header, current page and footer. Provides texts and engine.
 * @fires al-engine when the engine is loaded
 */
export class Site extends LightElement {
  static override css = `${css}${walkCss}`;
  static override properties = {
    engine: { state: true },
    failure: { state: true },
    place: { state: true },
    progress: { state: true },
  };

  declare protected engine: Engine | undefined;
  declare protected failure: EngineFailure | undefined;
  declare protected place: Place;
  declare protected progress: Progress;

  readonly #i18n: I18n;
  readonly #language = new Loading(this);
  readonly #address = new PlaceWriter();
  /**
   * The language that the reader chose. It differs from the language of the texts while loading, or if loading failed.
   */
  #wanted: Language;
  readonly #started: Promise<Engine>;

  /**
   * @param engine  already loading, so that it loads in parallel with the texts
   * @param language  the chosen language; the texts may be in another one
   */
  constructor(i18n: I18n, engine: Promise<Engine>, language: Language) {
    super();
    this.#i18n = i18n;
    this.#started = engine;
    this.#wanted = language;
    this.progress = readProgress();
    this.place = readPlace(location.hash);
    new ContextProvider(this, { context: i18nContext, initialValue: i18n });
    i18n.subscribe(() => this.requestUpdate());
    this.addEventListener(PROGRESS_EVENT, () => {
      this.progress = readProgress();
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // `popstate` fires for links, "back" and a typed hash, but not for `history.pushState` or `replaceState`.
    addEventListener('popstate', this.#onAddress);
    void this.#awaitEngine(this.#started);
    if (this.#wanted !== this.#i18n.language) void this.#loadLanguage();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('popstate', this.#onAddress);
  }

  protected override render() {
    const { t } = this.#i18n;
    // While a language is loading, the list shows it as selected.
    const chosen = this.#language.hasFailed ? this.#i18n.language : this.#wanted;
    return html`
      <a class="skip" href="#main" @click=${this.#onSkip}>${t('site.skip')}</a>
      <header class="site-header">
        <a class="brand" href="#/" aria-current=${this.place.lesson ? nothing : 'page'}>
          ${MARK}<span class="brand-name">${t('site.name')}</span>
        </a>
        ${renderCourse(this.place.lesson, this.progress, this.#i18n)}
        <div class="site-tools">
          <button type="button" class="tool" aria-haspopup="dialog" aria-keyshortcuts="/" aria-label=${t('search.title')}
            @click=${this.#onSearch}>${LENS}<span class="tool-name">${t('search.title')}</span></button>
          ${renderChoice({
            label: t('language.label'),
            options: languages,
            chosen,
            name: (language) => languageNames[language] ?? language,
            isLanguage: true,
            short: shortName(chosen),
            onChoice: this.#onLanguage,
          })}
          <al-settings></al-settings>
        </div>
      </header>
      <main id="main" tabindex="-1">
        ${this.#language.render(this.#i18n, this.#loadLanguage, this.#reloadInLanguage)} ${this.#renderPlace()}
      </main>
      <footer class="site-footer">
        <p>${this.engine ? t(`engine.${this.engine.twin}`) : t('engine.loading')}</p>
        <p>${t('site.footer')}</p>
      </footer>
      <al-glossary></al-glossary>
      <al-search .lessons=${STOPS}></al-search>`;
  }

  protected override updated(changed: PropertyValues): void {
    const { documentElement } = document;
    const { language, direction } = this.#i18n;
    documentElement.lang = language;
    documentElement.dir = direction;
    nameApp(language);
    if (changed.has('place')) showCurrent(this);
  }

  #renderPlace() {
    const { t } = this.#i18n;
    const { lesson, params, view } = this.place;
    const entry = stops.find(({ id }) => id === lesson);
    if (entry === undefined) {
      return html`
        ${lesson === undefined ? nothing : html`<p class="notice" role="alert">${t('site.unknownLesson', { lesson: shortened(lesson) })}</p>`}
        <al-home .engine=${this.engine}></al-home>`;
    }
    if (this.failure !== undefined) {
      const retry = () => this.#awaitEngine(startEngine());
      return engineNotice(this.failure, this.#i18n, retry);
    }
    if (this.engine === undefined)
      return html`<p class="loading" role="status">${t('status.loading')}</p>`;
    return html`<al-lesson-page data-lesson=${entry.id} .entry=${entry} .params=${params} .view=${view} .engine=${this.engine}></al-lesson-page>`;
  }

  readonly #onAddress = (): void => {
    const place = readPlace(location.hash);
    const isElsewhere = place.lesson !== this.place.lesson || place.view !== this.place.view;
    this.place = place;
    // Move the focus to the start of a new page, so that screen readers begin there.
    if (isElsewhere) this.#main()?.focus();
  };

  async #awaitEngine(engine: Promise<Engine>): Promise<void> {
    this.failure = undefined;
    try {
      this.engine = await engine;
      this.dispatchEvent(new Event('al-engine'));
    } catch (failure) {
      this.failure = await engineFailure(failure);
    }
  }

  // The hash contains the place, so the skip link must not change it.
  #onSkip(event: Event): void {
    event.preventDefault();
    this.#main()?.focus();
  }

  #main(): HTMLElement | null {
    return this.querySelector('#main');
  }

  readonly #onLanguage = (language: Language): void => {
    this.#wanted = language;
    this.#language.forget();
    void this.#loadLanguage();
  };

  readonly #loadLanguage = async (): Promise<void> => {
    const language = this.#wanted;
    const isLoaded = await this.#language.run(() => this.#i18n.setLanguage(language));
    if (isLoaded && language === this.#wanted) this.#keepLanguage();
  };

  readonly #reloadInLanguage = (): void => {
    this.#keepLanguage();
    void reloadAnew();
  };

  #keepLanguage(): void {
    storeLanguage(this.#wanted);
    // A language in the address would override the reader's choice at the next load.
    if (!new URL(location.href).searchParams.has('lang')) return;
    const language = this.#wanted;
    this.#address.replace(() => {
      const url = new URL(location.href);
      url.searchParams.set('lang', language);
      return url.href;
    });
    this.#address.flush();
  }

  #onSearch(): void {
    void this.querySelector<Search>('al-search')?.open();
  }
}

const MARK = html`
  <svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
    <path d="M3 18 C8 18 8 5 12 5 S16 18 21 18" />
    <circle cx="12" cy="5" r="2.5" />
  </svg>`;

const LENS = html`
  <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
    <circle cx="10.5" cy="10.5" r="6" />
    <path d="M15 15l5.5 5.5" />
  </svg>`;

customElements.define('al-site', Site);

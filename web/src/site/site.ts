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
import type { Language } from '../i18n/languages.ts';
import { type EngineFailure, engineFailure, engineNotice } from '../lessons/engine-notice.ts';
import type { Search } from '../search/search.ts';
import './home.ts';
import './lesson-page.ts';
import './settings.ts';
import { shortened } from '../i18n/shortened.ts';
import { nameApp } from '../offline/name-app.ts';
import { type Place, readPlace } from '../state/place.ts';
import { renderFooter, renderHeader } from './header.ts';
import { LateDialogs } from './late-dialogs.ts';
import { PlaceWriter } from './place-writer.ts';
import { PROGRESS_EVENT, type Progress, readProgress } from './progress.ts';
import { showCurrent } from './show-current.ts';
import { startEngine } from './start-engine.ts';
import { stops } from './stops.ts';
import { Arrival, arrive, startVisits } from './visits.ts';

const STOPS = stops.map(({ id }) => id);

/**
 * The root element of the site: header, current page and footer. Provides texts and engine to all elements in it.
 * @fires al-engine when the engine is loaded
 */
export class Site extends LightElement {
  static override properties = {
    engine: { state: true },
    failure: { state: true },
    place: { state: true },
    isReturn: { state: true },
    progress: { state: true },
  };

  declare protected engine: Engine | undefined;
  declare protected failure: EngineFailure | undefined;
  declare protected place: Place;
  /** Whether "back" or "forward" led to the current place. */
  declare protected isReturn: boolean;
  declare protected progress: Progress;

  readonly #i18n: I18n;
  readonly #language = new Loading(this);
  readonly #address = new PlaceWriter();
  readonly #dialogs = new LateDialogs(this);
  readonly #arrival = new Arrival(this);
  /**
   * The language that the reader chose. It differs from the language of the texts while these are loading, and if
   * loading has failed.
   */
  #wanted: Language;
  readonly #started: Promise<Engine>;
  #outline: Element | undefined;

  /**
   * The constructor does not wait for the engine, so that the engine loads in parallel with the texts.
   * @param language  the language that the reader chose; the texts may be in another one
   * @param outline  the static version of the page, shown until the lesson in the URL is loaded
   */
  constructor(
    i18n: I18n,
    engine: Promise<Engine>,
    language: Language,
    outline: Element | undefined,
  ) {
    super();
    this.#outline = outline;
    this.#i18n = i18n;
    this.#started = engine;
    this.#wanted = language;
    this.progress = readProgress();
    this.place = readPlace(location.hash);
    this.isReturn = false;
    new ContextProvider(this, { context: i18nContext, initialValue: i18n });
    i18n.subscribe(() => this.requestUpdate());
    this.addEventListener(PROGRESS_EVENT, () => {
      this.progress = readProgress();
      // A lesson is shown.
      void this.#dialogs.loadWhenIdle();
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // `popstate` fires for links, the back button and an edited hash, but not for `history.pushState` or
    // `replaceState`.
    addEventListener('popstate', this.#onAddress);
    this.addEventListener('click', this.#onClick);
    startVisits();
    this.#dialogs.listen();
    void this.#awaitEngine(this.#started);
    if (this.#wanted !== this.#i18n.language) void this.#loadLanguage();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('popstate', this.#onAddress);
    this.#arrival.end();
    this.#dialogs.ignore();
  }

  protected override render() {
    const { t } = this.#i18n;
    // While the texts of a language are loading, the selector already shows that language.
    const chosen = this.#language.hasFailed ? this.#i18n.language : this.#wanted;
    return html`
      <a class="skip" href="#main" @click=${this.#onSkip}>${t('site.skip')}</a>
      ${renderHeader({
        i18n: this.#i18n,
        lesson: this.place.lesson,
        progress: this.progress,
        chosen,
        settings: html`<al-settings></al-settings>`,
        onLanguage: this.#onLanguage,
        onSearch: this.#onSearch,
      })}
      <main id="main" tabindex="-1">
        ${this.#language.render(this.#i18n, this.#loadLanguage, this.#reloadInLanguage)}
        ${this.#dialogs.render(this.#i18n)} ${this.#renderPlace()}
      </main>
      ${renderFooter(this.#i18n, this.engine)}
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
      const retry = () => this.#awaitEngine(startEngine(entry.trains));
      return engineNotice(this.failure, this.#i18n, retry);
    }
    const waiting =
      this.#outline ?? html`<p class="loading" role="status">${t('status.loading')}</p>`;
    if (this.engine === undefined) return waiting;
    return html`<al-lesson-page data-lesson=${entry.id} .entry=${entry} .params=${params} .view=${view} .isReturn=${this.isReturn} .engine=${this.engine} .waiting=${waiting}></al-lesson-page>`;
  }

  readonly #onAddress = (): void => {
    const departure = arrive();
    const place = readPlace(location.hash);
    const isElsewhere = place.lesson !== this.place.lesson || place.view !== this.place.view;
    if (isElsewhere) this.#outline = undefined;
    this.place = place;
    this.isReturn = departure !== undefined;
    // Until the page is rendered, the focus is on `main`, so that Tab and screen readers begin there. If the reader goes
    // back to another state of the same page, the focus stays.
    if (isElsewhere || !departure) this.#main()?.focus({ preventScroll: true });
    this.#arrival.begin(departure);
  };

  // Firefox does not report a link to the current address as a change.
  readonly #onClick = ({ target }: Event): void => {
    if ((target as Element).closest('a')?.href === location.href) this.#onAddress();
  };

  async #awaitEngine(engine: Promise<Engine>): Promise<void> {
    this.failure = undefined;
    try {
      this.engine = await engine;
      this.dispatchEvent(new Event('al-engine'));
      if (this.place.lesson === undefined) void this.#dialogs.loadWhenIdle();
    } catch (failure) {
      this.failure = await engineFailure(failure);
    }
  }

  // Moves the focus without following the link, because the hash contains the current page and must not change.
  #onSkip(event: Event): void {
    event.preventDefault();
    this.#main()?.focus();
  }

  #main(): HTMLElement | null {
    return this.querySelector('#main');
  }

  readonly #onLanguage = (language: Language): void => {
    this.#wanted = language;
    this.#outline = undefined;
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
    // If the URL contains a language, it is updated; otherwise it would override the reader's choice at the next load.
    if (!new URL(location.href).searchParams.has('lang')) return;
    const language = this.#wanted;
    this.#address.replace(() => {
      const url = new URL(location.href);
      url.searchParams.set('lang', language);
      return url.href;
    });
    this.#address.flush();
  }

  readonly #onSearch = async (): Promise<void> => {
    if (await this.#dialogs.load()) await this.querySelector<Search>('al-search')?.open();
  };
}

customElements.define('al-site', Site);

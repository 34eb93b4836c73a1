// SPDX-License-Identifier: MIT
import { ContextProvider } from '@lit/context';
import { html, nothing } from 'lit';
import { LightElement } from '../components/light-element.ts';
import { PALETTES, type Palette } from '../components/palettes.ts';
import type { Engine } from '../engine/index.ts';
import { type Glossary, SHORTCUTS } from '../glossary/glossary.ts';
import { storeLanguage } from '../i18n/choose-language.ts';
import { i18nContext } from '../i18n/controller.ts';
import type { I18n } from '../i18n/i18n.ts';
import { type Language, languageNames, languages } from '../i18n/languages.ts';
import { DIGITS, type Digits } from '../i18n/numbers.ts';

import { type EngineFailure, engineFailure, engineNotice } from '../lessons/engine-notice.ts';
import type { Search } from '../search/search.ts';
import '../search/search.ts';
import './home.ts';
import './lesson-page.ts';
import { renderChoice } from '../components/head-choice.ts';
import { nameApp } from '../offline/name-app.ts';
import { shortened } from '../state/fields.ts';
import { type Place, readPlace } from '../state/place.ts';
import { storeDigits } from './digits.ts';
import { showPalette, startPalette, storePalette } from './palette.ts';
import css from './site.css?inline';
import { startEngine } from './start-engine.ts';
import { stops } from './stops.ts';
import { setTheme, storedTheme, THEMES, type Theme } from './theme.ts';
import walkCss from './walk.css?inline';

const STOPS = stops.map(({ id }) => id);

/**
 * The page's frame: header, what the address asks for, footer. Provides texts and engine.
 * @fires al-engine when the engine is loaded
 */
export class Site extends LightElement {
  static override css = `${css}${walkCss}`;
  static override properties = {
    engine: { state: true },
    failure: { state: true },
    place: { state: true },
    theme: { state: true },
    palette: { state: true },
  };

  declare protected engine: Engine | undefined;
  declare protected failure: EngineFailure | undefined;
  declare protected place: Place;
  declare protected theme: Theme;
  declare protected palette: Palette;

  readonly #i18n: I18n;
  readonly #started: Promise<Engine>;

  /** @param engine  on its way, so that it need not wait for the texts */
  constructor(i18n: I18n, engine: Promise<Engine>) {
    super();
    this.#i18n = i18n;
    this.#started = engine;
    this.theme = storedTheme();
    this.palette = startPalette();
    this.place = readPlace(location.hash);
    new ContextProvider(this, { context: i18nContext, initialValue: i18n });
    i18n.subscribe(() => this.requestUpdate());
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Covers links, "back", and a hash typed by hand; writing the state by history API fires neither.
    addEventListener('popstate', this.#onAddress);
    void this.#awaitEngine(this.#started);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('popstate', this.#onAddress);
  }

  protected override render() {
    const { t } = this.#i18n;
    const { documentElement } = document;
    documentElement.lang = this.#i18n.language;
    documentElement.dir = this.#i18n.direction;
    nameApp(this.#i18n.language);
    return html`
      <a class="skip" href="#main" @click=${this.#onSkip}>${t('site.skip')}</a>
      <header class="site-header">
        <a class="brand" href="#/" aria-current=${this.place.lesson ? nothing : 'page'}>
          ${this.#renderMark()} ${t('site.name')}
        </a>
        <div class="site-tools">
          <button type="button" aria-haspopup="dialog" aria-keyshortcuts=${SHORTCUTS.join(' ')}
            @click=${this.#onGlossary}>${t('glossary.title')}</button>
          <button type="button" aria-haspopup="dialog" aria-keyshortcuts="/"
            @click=${this.#onSearch}>${t('search.title')}</button>
        </div>
        <div class="site-choices">
          ${renderChoice({
            label: t('language.label'),
            options: languages,
            chosen: this.#i18n.language,
            name: (language) => languageNames[language] ?? language,
            isLanguage: true,
            onChoice: this.#onLanguage,
          })}
          ${renderChoice({
            label: t('theme.label'),
            options: THEMES,
            chosen: this.theme,
            name: (theme) => t(`theme.${theme}`),
            onChoice: this.#onTheme,
          })}
          ${renderChoice({
            label: t('palette.label'),
            options: PALETTES,
            chosen: this.palette,
            name: (palette) => t(`palette.${palette}`),
            onChoice: this.#onPalette,
          })}
          ${renderChoice({
            label: t('digits.label'),
            options: DIGITS,
            chosen: this.#i18n.digits,
            name: (digits) => t(`digits.${digits}`),
            onChoice: this.#onDigits,
          })}
        </div>
      </header>
      <main id="main" tabindex="-1">${this.#renderPlace()}</main>
      <footer class="site-footer">
        <p>${this.engine ? t(`engine.${this.engine.twin}`) : t('engine.loading')}</p>
        <p>${t('site.footer')}</p>
      </footer>
      <al-glossary></al-glossary>
      <al-search .lessons=${STOPS}></al-search>`;
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

  #renderMark() {
    return html`
      <svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path d="M3 18 C8 18 8 5 12 5 S16 18 21 18" />
        <circle cx="12" cy="5" r="2.5" />
      </svg>`;
  }

  readonly #onAddress = (): void => {
    const place = readPlace(location.hash);
    const isElsewhere = place.lesson !== this.place.lesson || place.view !== this.place.view;
    this.place = place;
    // A new page is read from its start, by those who hear it too.
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

  // The hash is the place, so the skip link moves the focus without touching it.
  #onSkip(event: Event): void {
    event.preventDefault();
    this.#main()?.focus();
  }

  #main(): HTMLElement | null {
    return this.querySelector('#main');
  }

  readonly #onLanguage = async (language: Language): Promise<void> => {
    storeLanguage(language);
    await this.#i18n.setLanguage(language);
    // A language in the address would win over the choice at the next load.
    const url = new URL(location.href);
    if (!url.searchParams.has('lang')) return;
    url.searchParams.set('lang', language);
    history.replaceState(history.state, '', url);
  };

  readonly #onDigits = (digits: Digits): void => {
    storeDigits(digits);
    this.#i18n.setDigits(digits);
  };

  #onGlossary(): void {
    void this.querySelector<Glossary>('al-glossary')?.open();
  }

  #onSearch(): void {
    void this.querySelector<Search>('al-search')?.open();
  }

  readonly #onTheme = (theme: Theme): void => {
    this.theme = theme;
    setTheme(theme);
  };

  readonly #onPalette = (palette: Palette): void => {
    this.palette = palette;
    showPalette(palette);
    storePalette(palette);
  };
}

customElements.define('al-site', Site);

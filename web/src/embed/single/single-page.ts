// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import baseCss from '../../components/base.css?inline';
import { renderChoice } from '../../components/head-choice.ts';
import { LightElement, properties } from '../../components/light-element.ts';
import { Loading } from '../../components/loading.ts';
import palettesCss from '../../components/palettes.css?inline';
import type { I18n } from '../../i18n/i18n.ts';
import { type Language, languageNames, languages } from '../../i18n/languages.ts';
import { lessonTitle } from '../../i18n/lesson-names.ts';
import { lessons } from '../../lessons/registry.ts';
import { linkText, placeHash, readPlace } from '../../state/place.ts';
import type { StateChangeDetail } from '../api.ts';
import { paletteOf, themeOf } from '../attributes.ts';
import type { AttentionLab } from '../element.ts';
import type { Session } from '../platform/session.ts';
import css from './single.css?inline';

type LessonId = (typeof lessons)[number]['id'];

/** The page in a single HTML file: links to the lessons, a language selector, and the custom element with a lesson. */
export class SinglePage extends LightElement {
  static override css = `${baseCss}${palettesCss}${css}`;
  static override properties = properties('lesson');

  declare protected lesson: LessonId | undefined;

  readonly #ids: readonly LessonId[];
  readonly #language = new Loading(this);
  #wanted: Language;

  /**
   * @param ids  ids of the lessons in the file
   * @param lab  the custom element that shows the lesson, with the attributes that the URL sets
   * @param session  the session on a learning platform; if given, it stores the state, and the URL does not
   */
  constructor(
    private readonly i18n: I18n,
    ids: readonly string[],
    private readonly lab: AttentionLab,
    private readonly session?: Session,
  ) {
    super();
    this.#wanted = i18n.language;
    this.#ids = lessons.map(({ id }) => id).filter((id) => ids.includes(id));
    const { dataset } = document.documentElement;
    dataset.theme = themeOf(lab.theme);
    dataset.palette = paletteOf(lab.palette);
    lab.addEventListener('ready', () => this.#nameWindow());
    i18n.subscribe(() => this.requestUpdate());
    if (session) {
      this.lesson = this.#ids[0];
      session.subscribe(() => this.requestUpdate());
      return;
    }
    lab.addEventListener('state-change', (event) => this.#onState(event as CustomEvent));
    addEventListener('hashchange', this.#onAddress);
    this.#onAddress();
  }

  protected override render() {
    const { t, language } = this.i18n;
    return html`
      <header class="single-header">
        ${this.#renderName()}
        ${renderChoice({
          label: t('language.label'),
          options: languages,
          chosen: this.#language.hasFailed ? language : this.#wanted,
          name: (option: Language) => languageNames[option] ?? option,
          isLanguage: true,
          onChoice: this.#onLanguage,
        })}
        ${this.#ids.length > 1 ? this.#renderLessons() : nothing}
        ${this.session?.render() ?? nothing}
      </header>
      <main>${this.#language.render(this.i18n, this.#loadLanguage)} ${this.lab}</main>`;
  }

  protected override willUpdate(): void {
    this.lab.lang = this.i18n.language;
  }

  protected override updated(): void {
    document.documentElement.lang = this.i18n.language;
    this.#nameWindow();
  }

  // On a learning platform, the lesson shows one step at a time without its title. So the page shows the title.
  #renderName() {
    return this.session && this.lesson
      ? html`<h1 class="single-name">${lessonTitle(this.i18n, this.lesson)}</h1>`
      : html`<p class="single-name">${this.i18n.t('site.name')}</p>`;
  }

  #renderLessons() {
    const { t } = this.i18n;
    return html`
      <nav aria-label=${t('course.label')}>
        <ol>
          ${this.#ids.map(
            (id) => html`<li>
              <a href=${placeHash(id)} aria-current=${id === this.lesson ? 'page' : nothing}>
                ${lessonTitle(this.i18n, id)}</a>
            </li>`,
          )}
        </ol>
      </nav>`;
  }

  #nameWindow(): void {
    const { t } = this.i18n;
    if (this.lesson) document.title = `${lessonTitle(this.i18n, this.lesson)} · ${t('site.name')}`;
  }

  readonly #onLanguage = (language: Language): void => {
    this.#wanted = language;
    this.#language.forget();
    void this.#loadLanguage();
  };

  readonly #loadLanguage = (): Promise<boolean> =>
    this.#language.run(() => this.i18n.setLanguage(this.#wanted));

  /**
   * Shows the lesson and the state in the URL. The attribute `state` stays empty, so that a reset restores the lesson's
   * defaults, as on the site.
   */
  readonly #onAddress = (): void => {
    const { lesson, params } = readPlace(location.hash);
    this.lesson = this.#ids.find((id) => id === lesson) ?? this.#ids[0];
    this.lab.lesson = this.lesson ?? '';
    this.lab.setState(linkText(params));
  };

  #onState({ detail: { lesson, state, change } }: CustomEvent<StateChangeDetail>): void {
    if (change === 'step') return;
    try {
      history.replaceState(null, '', placeHash(lesson, new URLSearchParams(state)));
    } catch {
      // `replaceState` throws in a page without its own URL, such as a frame with `srcdoc`.
    }
  }
}

customElements.define('al-single-page', SinglePage);

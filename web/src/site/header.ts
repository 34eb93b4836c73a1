// SPDX-License-Identifier: MIT
// The header and footer of every page. The build renders them too, so that they are part of the first paint.
import { html, nothing, type TemplateResult } from 'lit';
import type { I18n } from '../i18n/i18n.ts';
import { type Language, languageNames, languages, shortName } from '../i18n/languages.ts';
import { lessonTitle } from '../i18n/lesson-names.ts';
import { addressIn, pageAddress } from '../state/address.ts';
import { partTitle, renderCourse } from './course.ts';
import type { Progress } from './progress.ts';

export interface HeaderParts {
  readonly i18n: I18n;
  /** The id of the current lesson. Undefined on the home page. */
  readonly lesson: string | undefined;
  readonly progress: Progress;
  readonly settings: TemplateResult;
  /** The view of the lesson: `verify`, or empty. */
  readonly view: string;
  /** Called when a link to the page in another language is followed. */
  readonly onLanguage: (language: Language, event: Event) => void;
  readonly onSearch: () => void;
}

export function renderHeader(parts: HeaderParts): TemplateResult {
  const { i18n, progress, lesson, settings, onSearch } = parts;
  const { t } = i18n;
  const part = partTitle(lesson, i18n);
  return html`
    <header class="site-header">
      <a class="brand" href=${pageAddress()} aria-current=${lesson ? nothing : 'page'}>
        ${MARK}<span class="brand-name" translate="no">${t('site.name')}</span>
      </a>
      ${part === undefined ? nothing : html`<p class="site-part">${part}</p>`}
      <div class="site-tools">
        ${renderCourse(lesson, progress, i18n)}
        <button type="button" class="tool" aria-haspopup="dialog" aria-keyshortcuts="/" aria-label=${t('search.title')}
          @click=${onSearch}>${LENS}<span class="tool-name">${t('search.title')}</span></button>
        ${renderLanguages(parts)}
        ${settings}
      </div>
    </header>`;
}

/** The name of a language for screen readers. It contains the abbreviation that is visible. */
function fullName(language: Language): string {
  const [name = language, short] = [languageNames[language], shortName(language)];
  return name.startsWith(short) ? name : `${short} ${name}`;
}

const renderLanguages = ({ i18n, lesson, view, onLanguage }: HeaderParts) => html`
  <nav class="languages" translate="no" aria-label=${i18n.t('language.label')}>
    ${languages.map(
      (language) => html`
        <a href=${addressIn(language, lesson, view)} hreflang=${language} lang=${language}
          aria-label=${fullName(language)}
          aria-current=${language === i18n.language ? 'true' : nothing}
          @click=${(event: Event) => onLanguage(language, event)}>${shortName(language)}</a>`,
    )}
  </nav>`;

/** Renders the button that opens the settings. `menu` is the id of the popover with the settings. */
export const renderGear = ({ t }: I18n, menu: string, onPress: (event: Event) => void) => html`
  <button type="button" class="tool" popovertarget=${menu} aria-label=${t('settings.title')}
    title=${t('settings.title')} @click=${onPress}>${GEAR}</button>`;

export const renderFooter = (i18n: I18n) => html`
  <footer class="site-footer">
    <p>${i18n.t('site.footer')}</p>
    <p><a href=${pageAddress('teach')}>${lessonTitle(i18n, 'teach')}</a></p>
  </footer>`;

const MARK = html`
  <svg class="brand-mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
    <path d="M3 18 C8 18 8 5 12 5 S16 18 21 18" />
    <circle cx="12" cy="5" r="2.5" />
  </svg>`;

const LENS = html`
  <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
    <circle cx="10.5" cy="10.5" r="6" />
    <path d="M15 15l5.5 5.5" />
  </svg>`;

const GEAR = html`
  <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
    <path d="M4 7h9m4 0h3M4 17h3m4 0h9" />
    <circle cx="15" cy="7" r="2.5" />
    <circle cx="9" cy="17" r="2.5" />
  </svg>`;

// SPDX-License-Identifier: MIT
// The header and footer of every page. The build renders them too, so that they are part of the first paint.
import { html, nothing, type TemplateResult } from 'lit';
import { renderChoice } from '../components/head-choice.ts';
import type { Engine } from '../engine/index.ts';
import type { I18n } from '../i18n/i18n.ts';
import { type Language, languageNames, languages, shortName } from '../i18n/languages.ts';
import { renderCourse } from './course.ts';
import type { Progress } from './progress.ts';

export interface HeaderParts {
  readonly i18n: I18n;
  /** The id of the current lesson. Undefined on the home page. */
  readonly lesson: string | undefined;
  readonly progress: Progress;
  readonly chosen: Language;
  readonly settings: TemplateResult;
  readonly onLanguage: (language: Language) => void;
  readonly onSearch: () => void;
}

export function renderHeader(parts: HeaderParts): TemplateResult {
  const { i18n, lesson, progress, chosen, settings, onLanguage, onSearch } = parts;
  const { t } = i18n;
  return html`
    <header class="site-header">
      <a class="brand" href="#/" aria-current=${lesson ? nothing : 'page'}>
        ${MARK}<span class="brand-name">${t('site.name')}</span>
      </a>
      ${renderCourse(lesson, progress, i18n)}
      <div class="site-tools">
        <button type="button" class="tool" aria-haspopup="dialog" aria-keyshortcuts="/" aria-label=${t('search.title')}
          @click=${onSearch}>${LENS}<span class="tool-name">${t('search.title')}</span></button>
        ${renderChoice({
          label: t('language.label'),
          options: languages,
          chosen,
          name: (language) => languageNames[language] ?? language,
          isLanguage: true,
          short: shortName(chosen),
          onChoice: onLanguage,
        })}
        ${settings}
      </div>
    </header>`;
}

/**
 * Renders the button that opens the settings.
 * @param menu  id of the popover with the settings
 */
export const renderGear = ({ t }: I18n, menu: string, onPress: (event: Event) => void) => html`
  <button type="button" class="tool" popovertarget=${menu} aria-label=${t('settings.title')}
    title=${t('settings.title')} @click=${onPress}>${GEAR}</button>`;

export const renderFooter = ({ t }: I18n, engine: Engine | undefined) => html`
  <footer class="site-footer">
    <p>${engine ? t(`engine.${engine.twin}`) : t('engine.loading')}</p>
    <p>${t('site.footer')}</p>
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

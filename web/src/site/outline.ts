// SPDX-License-Identifier: MIT
// The outline of each page: static HTML that is visible until the modules are loaded. The build renders the outlines
// into index.html, and shell.ts shows the one of the current URL.
import type { Prose } from '*.md';
import { html, type TemplateResult } from 'lit';
import { createI18n, type I18n } from '../i18n/i18n.ts';
import { type Language, languages } from '../i18n/languages.ts';
import { lessonTitle } from '../i18n/lesson-names.ts';
import { renderLessonHeader } from '../lessons/lesson-header.ts';
import { renderFooter, renderGear, renderHeader } from './header.ts';
import { renderHome } from './home-view.ts';
import { stops } from './stops.ts';
import { renderPosition } from './walk.ts';

/** The outlines of all pages in one language. */
export interface Outlines {
  readonly direction: 'ltr' | 'rtl';
  /** Header and footer, with an empty `main` element. */
  readonly page: TemplateResult;
  /** The content of `main` for each page, by id; '' is the home page. */
  readonly places: Readonly<Record<string, TemplateResult>>;
}

const texts = import.meta.glob<Prose>('../lessons/*/text.*.md', { eager: true, import: 'default' });

const NONE = { engine: undefined, preview: undefined, progress: {}, sketches: 0 };
const ignore = () => {};

async function outlinesOf(language: Language): Promise<Outlines> {
  const i18n = await createI18n(language);
  return {
    direction: i18n.direction,
    page: renderPage(i18n),
    places: {
      '': renderHome({ ...NONE, i18n, onForget: ignore }),
      ...Object.fromEntries(stops.map(({ id }) => [id, renderPlace(id, i18n)])),
    },
  };
}

const renderPage = (i18n: I18n) => html`
  ${renderHeader({
    ...NONE,
    i18n,
    lesson: undefined,
    chosen: i18n.language,
    settings: renderGear(i18n, 'settings', ignore),
    onLanguage: ignore,
    onSearch: ignore,
  })}
  <main id="main"></main>
  ${renderFooter(i18n, undefined)}`;

function renderPlace(id: string, i18n: I18n): TemplateResult {
  const title = lessonTitle(i18n, id);
  const text = texts[`../lessons/${id}/text.${i18n.language}.md`];
  const loading = html`<p class="loading" role="status">${i18n.t('status.loading')}</p>`;
  if (text === undefined)
    return html`
      <div class="outline">
        ${renderPosition(id, {}, i18n, undefined)}
        <article class="lesson">
          <header class="lesson-head"><h1>${title}</h1></header>
          ${loading}
        </article>
      </div>`;
  return html`
    <div class="outline">
      <article class="lesson">
        <div class="lesson-body">
          <div class="course-stage">
            ${renderLessonHeader(text)}
            <section class="stage"><div class="stage-figure">${loading}</div></section>
          </div>
        </div>
      </article>
    </div>`;
}

export const outlines: readonly (readonly [Language, Outlines])[] = await Promise.all(
  languages.map(async (language) => [language, await outlinesOf(language)] as const),
);

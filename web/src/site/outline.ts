// SPDX-License-Identifier: MIT
// The prerendered pages of the site: static HTML that is visible until the modules are loaded.
import { html, nothing, type TemplateResult } from 'lit';
import { createEngine } from '../engine/node.ts';
import { sentenceLanguage } from '../engine/sentences/languages.ts';
import { createI18n, type I18n } from '../i18n/i18n.ts';
import { type Language, languages } from '../i18n/languages.ts';
import { lessonSummary, lessonTitle } from '../i18n/lesson-names.ts';
import { languageNotice } from '../lessons/language-notice.ts';
import type { LessonEntry } from '../lessons/lesson.ts';
import { lessonNumber, verifiedLessons } from '../lessons/registry.ts';
import { teach } from '../teach/lesson-entry.ts';
import { renderTeach } from '../teach/page.ts';
import { sheetLessons } from '../worksheet/lesson-entry.ts';
import { renderFooter, renderGear, renderHeader } from './header.ts';
import { renderPicture } from './home/pictures.ts';
import { look, renderPitch, renderSentence } from './home/sentence.ts';
import { texts as homeTexts, loadTexts } from './home/texts.ts';
import { renderHome } from './home/view.ts';
import { entryAt } from './places.ts';
import { stops } from './stops.ts';
import { renderPosition, renderWalk } from './walk.ts';

export interface StaticPage {
  readonly language: Language;
  /** The language of the text: English if it is not translated. */
  readonly written: Language;
  readonly direction: 'ltr' | 'rtl';
  /** The id of the lesson or other page. Undefined for the home page. */
  readonly lesson: string | undefined;
  readonly view: '' | 'verify' | 'worksheet';
  /** Whether the page needs an engine that can train. */
  readonly trains: boolean;
  /** Whether the page is not part of the course: a worksheet or the page for teachers. */
  readonly isBeside: boolean;
  readonly title: string;
  readonly description: string;
  readonly body: TemplateResult;
}

const engine = await createEngine();

const NONE = { progress: {}, place: undefined };
const ignore = () => {};

async function pagesIn(language: Language): Promise<StaticPage[]> {
  const i18n = await createI18n(language);
  const { direction, t } = i18n;
  const page = async (stop: LessonEntry, view: StaticPage['view']): Promise<StaticPage> => {
    const { id } = stop;
    const entry = (await entryAt(id, view)) ?? stop;
    const { trains = false, isBeside = false } = entry;
    const title = lessonTitle(i18n, id);
    return {
      language,
      written: entry.writtenIn(language),
      direction,
      lesson: id,
      view,
      trains,
      isBeside,
      title: `${view === 'worksheet' ? t('teach.worksheet', { title }) : title} – ${t('site.name')}`,
      description: lessonSummary(i18n, id),
      body: renderPage(i18n, id, view, await renderPlace(entry, view, i18n)),
    };
  };
  const [model] = await Promise.all([
    engine.sentenceModel(sentenceLanguage(language)),
    loadTexts(i18n),
  ]);
  const seen = look(model, 0);
  const home: StaticPage = {
    language,
    written: language,
    direction,
    lesson: undefined,
    view: '',
    trains: false,
    isBeside: false,
    title: t('site.name'),
    description: homeTexts(i18n)('lead'),
    body: renderPage(
      i18n,
      undefined,
      '',
      renderHome({
        ...{ ...NONE, i18n, choice: 0, onForget: ignore },
        sentence: renderSentence(i18n, seen, 0, undefined),
        pitch: renderPitch(i18n, seen),
        picture: (part) => renderPicture(part, engine, model),
      }),
    ),
  };
  return [
    home,
    ...(await Promise.all([
      ...stops.map((entry) => page(entry, '')),
      ...verifiedLessons.map((entry) => page(entry, 'verify')),
      page(teach, ''),
      ...sheetLessons.map((entry) => page(entry, 'worksheet')),
    ])),
  ];
}

const renderPage = (
  i18n: I18n,
  lesson: string | undefined,
  view: StaticPage['view'],
  main: TemplateResult,
) => html`
  ${renderHeader({
    ...NONE,
    i18n,
    lesson,
    view,
    settings: renderGear(i18n, 'settings', ignore),
    onLanguage: ignore,
    onSearch: ignore,
  })}
  <main id="main">${main}</main>
  ${renderFooter(i18n)}`;

/** The links below a lesson, for readers without scripts. If scripts run, the site renders the links instead. */
const renderWayOn = (id: string, i18n: I18n) => html`<noscript>${renderWalk(id, i18n)}</noscript>`;

const renderLoading = (id: string, i18n: I18n) => html`
  <div class="outline">
    ${renderPosition(id, {}, i18n)}
    <article class="lesson">
      <header class="lesson-head"><h1>${lessonTitle(i18n, id)}</h1></header>
      <p class="loading" role="status">${i18n.t('status.loading')}</p>
    </article>
    ${renderWayOn(id, i18n)}
  </div>`;

async function renderPlace(
  entry: LessonEntry,
  view: StaticPage['view'],
  i18n: I18n,
): Promise<TemplateResult> {
  const { id, isBeside } = entry;
  const lesson = await entry.load();
  if (lesson.draft === undefined && id !== teach.id) return renderLoading(id, i18n);
  // A new object is needed, because the catalogues of a lesson and of its page Verify have the same namespace.
  const texts = await createI18n(entry.writtenIn(i18n.language));
  const [prose, model] = await Promise.all([
    entry.prose(texts.language),
    engine.sentenceModel(sentenceLanguage(texts.language)),
    texts.addCatalogue(id, entry.messages),
  ]);
  const draft =
    id === teach.id
      ? await renderTeach(texts, prose, engine, model)
      : await lesson.draft?.(texts, prose, engine, model, lessonNumber(id));
  return html`
    <div class="outline" lang=${texts.language} dir=${texts.direction}>
      ${languageNotice(i18n, entry)} ${view === 'verify' ? renderPosition(id, {}, texts) : nothing}
      ${draft} ${isBeside ? nothing : renderWayOn(id, i18n)}
    </div>`;
}

export const pages: readonly StaticPage[] = (await Promise.all(languages.map(pagesIn))).flat();

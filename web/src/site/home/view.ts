// SPDX-License-Identifier: MIT
// The content of the home page. The build renders it too, so that it is part of the first paint.
import { html, nothing } from 'lit';
import { sentenceLanguage } from '../../engine/sentences/languages.ts';
import type { I18n } from '../../i18n/i18n.ts';
import { languageNames } from '../../i18n/languages.ts';
import { lessonSummary, lessonTitle } from '../../i18n/lesson-names.ts';
import { languageNotice } from '../../lessons/language-notice.ts';
import type { LessonEntry } from '../../lessons/lesson.ts';
import { lessonCount, lessonNumber } from '../../lessons/registry.ts';
import { renderToWriting } from '../../lessons/to-writing.ts';
import { pageAddress } from '../../state/address.ts';
import { PARTS } from '../course.ts';
import { type Place, type Progress, testedOf } from '../progress.ts';
import { stops, titleLanguage } from '../stops.ts';
import { renderTested } from '../walk.ts';
import { lastWord } from './sentence.ts';
import { texts } from './texts.ts';

export interface HomeParts {
  readonly i18n: I18n;
  /** The index of the sentence. */
  readonly choice: number;
  /** The sentence with its bands. `pitch` describes the largest weight in words. */
  readonly sentence: unknown;
  readonly pitch: unknown;
  /** Returns the picture of a part of the course, counted from 1. */
  readonly picture: (part: number) => unknown;
  readonly progress: Progress;
  readonly place: Place | undefined;
  readonly onForget: () => void;
}

const WORD = '\uE000';

/** Renders the question of the course with a live sentence, and the path through its three parts. */
export function renderHome(parts: HomeParts) {
  const { i18n, choice, sentence, pitch, picture, progress, place, onForget } = parts;
  const t = texts(i18n);
  const hasBegun = stops.some(({ id }) => id in progress);
  const [before, after] = t('title', { word: WORD }).split(WORD);
  const list = (part: number | undefined) => html`
    <ol class="home-lessons">
      ${stops
        .filter((stop) => stop.part === part)
        .map((stop) => renderLesson(stop, progress, i18n))}
    </ol>`;
  return html`
    <div class="home">
      <section class="home-hero">
        <h1>${before}<span class="home-word" lang=${sentenceLanguage(i18n.language)} translate="no">${lastWord(i18n, choice)}</span>${after}</h1>
        <p class="home-lead">${t('lead')}</p>
        ${sentence}
        ${languageNotice(i18n, { sentences: true, writtenIn: (language) => language })}
        <div class="home-begin">
          ${pitch}
          <p class="home-start">
            ${renderStart(i18n, progress, place, hasBegun)}
            <a href=${pageAddress('self-attention', new URLSearchParams({ scene: 'sentence' }))}>${t('whole')}</a>
          </p>
        </div>
      </section>
      <section class="home-path" aria-labelledby="home-lessons">
        <h2 id="home-lessons">${t('path', { count: lessonCount })}</h2>
        <div class="home-parts">
          ${PARTS.map(
            (part) => html`
              <section aria-labelledby=${`home-part-${part}`}>
                ${picture(part)}
                <h3 id=${`home-part-${part}`}>${part}. ${i18n.t(`course.names.${part}`)}</h3>
                <p>${t(`part.${part}`)}</p>
                ${list(part)}
              </section>`,
          )}
        </div>
        <h3>${t('after')}</h3>
        ${list(undefined)} ${renderToWriting(i18n, 'tale')}
        <p><a href=${pageAddress('teach')}>${i18n.t('list.named', { name: lessonTitle(i18n, 'teach'), text: lessonSummary(i18n, 'teach') })}</a></p>
        ${hasBegun ? renderForget(i18n, onForget) : nothing}
      </section>
    </div>`;
}

function renderLesson(stop: LessonEntry, progress: Progress, i18n: I18n) {
  const { id, optional } = stop;
  const foreign = titleLanguage(stop, i18n);
  const tags = [
    ...(optional ? [html`<span lang=${i18n.language}>${i18n.t('walk.optional')}</span>`] : []),
    ...(typeof foreign === 'string' ? [html`<span>${languageNames[foreign]}</span>`] : []),
  ];
  return html`
    <li>
      <a href=${pageAddress(id)} lang=${foreign}>
        <span class="home-number" aria-hidden="true">${lessonNumber(id) ?? (optional ? '+' : nothing)}</span>
        <strong>${lessonTitle(i18n, id)}</strong>
        ${tags.length > 0 ? html`<span class="optional">${tags}</span>` : nothing}
        <span class="home-summary">${lessonSummary(i18n, id)}</span>
        ${renderDone(id, progress, i18n)}
      </a>
    </li>`;
}

/**
 * Renders a link to the step where the reader stopped. If there is none, links to the first page of the course that is
 * not optional and that the reader has not opened yet. If all are opened, links to the first lesson.
 */
function renderStart(i18n: I18n, progress: Progress, place: Place | undefined, hasBegun: boolean) {
  const next =
    stops.find(({ id }) => id === place?.lesson) ??
    stops.find((one) => !one.optional && !(one.id in progress)) ??
    stops[0];
  const title = lessonTitle(i18n, next?.id ?? '');
  const step = next?.id === place?.lesson ? place?.step : undefined;
  const address = pageAddress(next?.id, new URLSearchParams(step && { scene: step }));
  return html`
    <a class="start" href=${address}>${i18n.t(hasBegun ? 'walk.goOn' : 'walk.start', { title })}</a>`;
}

function renderDone(lesson: string, progress: Progress, i18n: I18n) {
  if (!(lesson in progress)) return nothing;
  return html`
    <span class="lesson-done">
      <span><span aria-hidden="true">✓</span> ${i18n.t('walk.opened')}</span>
      ${testedOf(lesson, progress).tested > 0 ? renderTested(lesson, progress, i18n) : nothing}
    </span>`;
}

const renderForget = ({ t }: I18n, onForget: () => void) => html`
  <p class="progress-note">
    ${t('walk.progress')}
    <button type="button" class="quiet" @click=${onForget}>${t('walk.forget')}</button>
  </p>`;

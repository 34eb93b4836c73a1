// SPDX-License-Identifier: MIT
// The page for teachers, which only the build renders. For each lesson: its goals, questions to ask before each step,
// and the misconception behind each wrong answer. The misconceptions are in the lesson's own messages.
import type { Prose } from '*.md';
import { html, nothing, type TemplateResult } from 'lit';
import { formulaText } from '../components/formula-text.ts';
import { proseSection } from '../components/prose.ts';
import type { Engine, SentenceModel } from '../engine/index.ts';
import { createI18n, type I18n } from '../i18n/i18n.ts';
import { lessonSummary, lessonTitle } from '../i18n/lesson-names.ts';
import { loadWritten } from '../i18n/load-file.ts';
import type { Asked, LessonEntry } from '../lessons/lesson.ts';
import { lessonNumber, lessons } from '../lessons/registry.ts';
import { say } from '../lessons/scene.ts';
import { pageAddress } from '../state/address.ts';
import { sheetLessons } from '../worksheet/lesson-entry.ts';
import type messages from './messages.en.json';

/** The contents of a lesson's file `teach.<language>.json`. */
interface Plan {
  /** The abilities of a learner after the lesson, by number. */
  readonly goals: Readonly<Record<string, string>>;
  /** Questions to ask the class before each step, by the id of the step. */
  readonly ask: Readonly<Record<string, string>>;
}

const plans = import.meta.glob<Plan>('../lessons/*/teach.*.json', { import: 'default' });

/** Minutes for a step, and for discussing a question. A lesson's sum is rounded up to a multiple of `ROUND`. */
const STEP = 3;
const QUESTION = 2;
const ROUND = 5;

const minutesOf = (steps: number, questions: number): number =>
  ROUND * Math.ceil((STEP * steps + QUESTION * questions) / ROUND);

interface Taught {
  readonly entry: LessonEntry;
  readonly plan: Plan;
  readonly prose: Prose;
  readonly asked: readonly Asked[];
  readonly minutes: number;
  readonly first: string;
  /** Returns a text of the lesson's catalogue of messages. */
  readonly word: (key: string) => string;
}

async function taught(
  entry: LessonEntry,
  { language }: I18n,
  engine: Engine,
  model: SentenceModel,
): Promise<Taught> {
  const own = await createI18n(language);
  const [lesson, prose, plan] = await Promise.all([
    entry.load(),
    entry.prose(language),
    loadWritten(plans, language, (of) => `../lessons/${entry.id}/teach.${of}.json`),
    own.addCatalogue(entry.id, entry.messages),
  ]);
  const asked = (await lesson.ask?.(engine, model)) ?? [];
  const minutes = minutesOf(lesson.steps?.length ?? 0, asked.length);
  const [first = ''] = lesson.steps ?? [];
  return { entry, plan, prose, asked, minutes, first, word: say(own.translator(entry.id)) };
}

export async function renderTeach(
  i18n: I18n,
  prose: Prose,
  engine: Engine,
  model: SentenceModel,
): Promise<TemplateResult> {
  const all = await Promise.all(lessons.map((entry) => taught(entry, i18n, engine, model)));
  const t = i18n.translator<typeof messages>('teach');
  const parts = [...new Set(lessons.map(({ part }) => part))];
  return html`
    <article class="lesson teach">
      <header class="lesson-head">
        <h1>${prose.title}</h1>
        ${proseSection(prose, 'question')}
      </header>
      <section class="teach-about">${proseSection(prose, 'class')}</section>
      <nav class="teach-list" aria-label=${t('lessons')}>
        ${parts.map(
          (part) => html`
            <div>
              <p>${i18n.t('course.part', { part: part ?? '', name: say(i18n.t)(`course.names.${part}`) })}</p>
              <ul>
                ${all
                  .filter(({ entry }) => entry.part === part)
                  .map(
                    ({ entry }) => html`
                      <li><a href=${`#${entry.id}`}>${nameOf(entry.id, i18n)}</a> ${renderSheetLink(entry, t('sheet'), i18n)}</li>`,
                  )}
              </ul>
            </div>`,
        )}
      </nav>
      ${all.map((one) => renderLesson(one, i18n))}
    </article>`;
}

const nameOf = (id: string, i18n: I18n): string => {
  const [number, title] = [lessonNumber(id), lessonTitle(i18n, id)];
  return number === undefined
    ? i18n.t('course.optional', { title })
    : i18n.t('course.lesson', { number, title });
};

function renderLesson(one: Taught, i18n: I18n) {
  const { entry, plan, prose, asked, minutes, first } = one;
  const { id } = entry;
  const t = i18n.translator<typeof messages>('teach');
  const heading = `teach-${id}`;
  return html`
    <section class="teach-lesson" id=${id} aria-labelledby=${heading}>
      <div>
        <h2 id=${heading}>${nameOf(id, i18n)}</h2>
        <p class="teach-question">${lessonSummary(i18n, id)}</p>
        <p class="teach-minutes">${t('minutes', { count: minutes })}</p>
        <ul class="teach-links">
          <li><a href=${pageAddress(id)}>${t('open')}</a></li>
          <li><a href=${`${pageAddress(id, new URLSearchParams({ scene: first }))}?present`}>${i18n.t('projector.open')}</a></li>
          ${sheetLessons.includes(entry) ? html`<li>${renderSheetLink(entry, t('sheet'), i18n)}</li>` : nothing}
        </ul>
      </div>
      <div>
        <h3>${t('goals')}</h3>
        <ul>${Object.values(plan.goals).map((goal) => html`<li>${formulaText(goal)}</li>`)}</ul>
        <h3>${t('ask')}</h3>
        <ol class="teach-ask">
          ${Object.entries(plan.ask).map(
            ([step, question]) => html`
              <li>${stepLink(id, step, prose)} <span>${formulaText(question)}</span></li>`,
          )}
        </ol>
        ${asked.length > 0 ? html`<h3>${t('wrong')}</h3>` : nothing}
        ${asked.map((question) => renderWrong(question, one, i18n))}
      </div>
    </section>`;
}

/** @param text  the visible text of the link; the accessible name also contains the lesson's title */
const renderSheetLink = (entry: LessonEntry, text: string, i18n: I18n) =>
  sheetLessons.includes(entry)
    ? html`
      <a href=${pageAddress(entry.id, undefined, 'worksheet')}
        aria-label=${i18n.t('teach.worksheet', { title: lessonTitle(i18n, entry.id) })}>${text}</a>`
    : nothing;

const stepLink = (id: string, step: string, { sections }: Prose) => html`
  <a href=${pageAddress(id, new URLSearchParams({ scene: step }))}>${sections[step]?.heading ?? step}</a>`;

/** Renders the wrong answers to a question, each with the lesson's feedback, then the correct answer. */
function renderWrong({ step, guesses, right }: Asked, { entry, prose, word }: Taught, i18n: I18n) {
  const t = i18n.translator<typeof messages>('teach');
  const at = (key: string) => formulaText(word(`question.${step}.${key}`));
  return html`
    <p class="teach-at">${stepLink(entry.id, step, prose)}</p>
    <dl>
      ${guesses
        .filter((guess) => guess !== right)
        .map(
          (guess) => html`
            <div><dt><span aria-hidden="true">✗</span> ${at(`guess.${guess}`)}</dt><dd>${at(`feedback.${guess}`)}</dd></div>`,
        )}
      <div><dt><span aria-hidden="true">✓</span> <span class="visually-hidden">${t('right')}</span> ${at(`guess.${right}`)}</dt><dd>${at(`feedback.${right}`)}</dd></div>
    </dl>`;
}

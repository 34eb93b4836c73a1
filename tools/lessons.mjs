// SPDX-License-Identifier: MIT
// `npm run lessons`: prints for each lesson and language the number of words, the heights of its steps in headless
// Chromium, and the budgets that it misses. A missed budget is not a failure.
import { max, sum } from 'd3-array';
import { progress } from './bench/results.mjs';
import { SITE_STEPS, withSite } from './launch.mjs';
import { LESSON_IDS } from './lesson-list.mjs';
import { completeLanguages } from './translations.mjs';

export const STEPS = { least: 5, most: 8 };
export const WORDS = { step: 140, lesson: 950 };
/** The limits for Chinese, in characters: about 1.6 for each English word in `WORDS`. */
export const CHARACTERS = { step: 225, lesson: 1520 };
/** Sizes in pixels. `most`: maximum heights of the lesson, of each step except the last, and of the last step. */
export const WIDE = { width: 1280, height: 800, most: { lesson: 6000, step: 800, last: 800 } };
export const PHONE = { width: 390, height: 844, most: { lesson: 7500, step: 1000, last: 1250 } };
const WINDOWS = [WIDE, PHONE];
const LEAST_FIGURE = 0.35;

/**
 * @typedef {ReturnType<typeof look>} Seen
 * @typedef {{id: string, language: string, seen: Seen[]}} Measured  seen: one entry for each of WINDOWS
 */

/**
 * Runs in the page. Returns the visible text of each step, the heights in pixels, and the figure's share of the area of
 * the window (undefined without a figure beside the text).
 */
function look() {
  const steps = [...document.querySelectorAll('[data-step]')];
  const height = (/** @type {Element | null | undefined} */ element) =>
    Math.round(element?.getBoundingClientRect().height ?? 0);
  const stage = document.querySelector('.scene-stage svg')?.getBoundingClientRect();
  return {
    texts: steps.map(
      (step) => /** @type {HTMLElement | null} */ (step.querySelector('.prose'))?.innerText ?? '',
    ),
    lesson: height(document.querySelector('.scenes')),
    step: Math.max(...steps.slice(0, -1).map(height)),
    last: height(steps.at(-1)),
    figure: stage && (stage.width * stage.height) / (innerWidth * innerHeight),
  };
}

/** Counts Latin words (of at least two letters, or “a” and “I”) and Chinese characters. @param {string} text */
export const countWords = (text) =>
  text.match(/\p{Script=Han}|\p{Script=Latin}[\p{Script=Latin}\p{M}'’-]+|\b[aAI]\b/gu)?.length ?? 0;

/** The number of words of each step. All windows have the same texts. @param {Measured} measured */
const wordsOf = ({ seen }) => seen.at(-1)?.texts.map(countWords) ?? [];

/** Describes each budget that a lesson misses, such as "words > 950". @param {Measured} measured */
export function missed(measured) {
  const words = wordsOf(measured);
  const most = measured.language.startsWith('zh') ? CHARACTERS : WORDS;
  /** @type {[boolean, string][]} */
  const all = [
    [
      words.length < STEPS.least || words.length > STEPS.most,
      `steps not ${STEPS.least}–${STEPS.most}`,
    ],
    [(max(words) ?? 0) > most.step, `words of a step > ${most.step}`],
    [sum(words) > most.lesson, `words > ${most.lesson}`],
  ];
  for (const [i, { width, most }] of WINDOWS.entries()) {
    const { lesson = 0, step = 0, last = 0, figure = 1 } = measured.seen[i] ?? {};
    all.push(
      [lesson > most.lesson, `${width}: lesson > ${most.lesson}`],
      [step > most.step, `${width}: step > ${most.step}`],
      [last > most.last, `${width}: last step > ${most.last}`],
      [figure < LEAST_FIGURE, `${width}: figure < ${percent(LEAST_FIGURE)}`],
    );
  }
  return all.flatMap(([isMissed, text]) => (isMissed ? text : []));
}

/** @param {number} share */
const percent = (share) => `${Math.round(share * 100)} %`;

/** A table for the terminal, with one line for each lesson and language. @param {readonly Measured[]} lessons */
export function lessonsReport(lessons) {
  const head = [
    ...['lesson', 'language', 'steps', 'words', 'most'],
    ...WINDOWS.flatMap(({ width }) => [`lesson at ${width}`, 'highest step', 'last']),
    ...['figure', 'misses'],
  ];
  const rows = lessons.map((measured) => {
    const { id, language, seen } = measured;
    const words = wordsOf(measured);
    const figure = seen.find((one) => one.figure !== undefined)?.figure ?? 0;
    const numbers = [words.length, sum(words), max(words) ?? 0];
    const heights = seen.flatMap(({ lesson, step, last }) => [lesson, step, last]);
    const misses = missed(measured).join(', ') || 'none';
    return [id, language, ...[...numbers, ...heights].map(String), percent(figure), misses];
  });
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i]?.length ?? 0)));
  return [head, ...rows]
    .map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

const measureAll = () =>
  withSite(async (browser, url) => {
    /** @type {Measured[]} */
    const measured = [];
    for (const id of LESSON_IDS)
      for (const language of completeLanguages()) {
        progress(`looks at ${id} (${language})`);
        const seen = [];
        for (const { width, height } of WINDOWS) {
          const page = await browser.newPage({ viewport: { width, height } });
          await page.goto(`${url}${language}/${id}/`);
          await page.locator('al-scenes .scene-picture svg').first().waitFor();
          await page.evaluate(() => document.fonts.ready.then(() => undefined));
          await page.waitForLoadState('networkidle');
          seen.push(await page.evaluate(look));
          await page.close();
        }
        measured.push({ id, language, seen });
      }
    progress('');
    console.log(lessonsReport(measured));
  });

export const steps = () => [...SITE_STEPS, { name: 'lessons', run: measureAll }];

// SPDX-License-Identifier: MIT

/**
 * @typedef {object} Place  measurements of a lesson in a window of one size
 * @property {number} width  width of the window, in pixels
 * @property {number} lesson  height of the lesson, in pixels
 * @property {readonly number[]} steps  height of each step, in pixels
 * @property {number | undefined} figure  share of the window that the figure beside the text takes, if there is one
 *
 * @typedef {object} Measured
 * @property {string} id
 * @property {string} language
 * @property {readonly string[]} texts  the visible text of each step
 * @property {readonly Place[]} places
 */

const STEPS = { least: 5, most: 8 };
const WORDS = { step: 140, lesson: 950 };
/** The limits for Chinese count characters. They are chosen: 1.6 characters for each English word. */
const CHARACTERS = { step: 225, lesson: 1520 };
/** The largest heights in pixels for each width of the window. @type {Record<number, {lesson: number, step: number, last: number}>} */
const HEIGHTS = {
  1280: { lesson: 6000, step: 800, last: 800 },
  390: { lesson: 7500, step: 1000, last: 1250 },
};
const LEAST_FIGURE = 0.35;

/** Counts Latin words (of at least two letters, or “a” and “I”) and Chinese characters. @param {string} text */
export const countWords = (text) =>
  text.match(/\p{Script=Han}|\p{Script=Latin}[\p{Script=Latin}\p{M}'’-]+|\b[aAI]\b/gu)?.length ?? 0;

/** @param {readonly number[]} list */
const sum = (list) => list.reduce((all, one) => all + one, 0);

/**
 * Describes each budget of the form that a lesson misses.
 * @param {Measured} measured
 */
export function missed({ language, texts, places }) {
  const words = texts.map(countWords);
  const most = language.startsWith('zh') ? CHARACTERS : WORDS;
  const all = [
    [
      texts.length < STEPS.least || texts.length > STEPS.most,
      `steps not ${STEPS.least}–${STEPS.most}`,
    ],
    [Math.max(...words) > most.step, `words of a step > ${most.step}`],
    [sum(words) > most.lesson, `words > ${most.lesson}`],
    ...places.flatMap(({ width, lesson, steps, figure = 1 }) => {
      const limits = HEIGHTS[width];
      return limits === undefined
        ? []
        : [
            [lesson > limits.lesson, `${width}: lesson > ${limits.lesson}`],
            [Math.max(...steps.slice(0, -1)) > limits.step, `${width}: step > ${limits.step}`],
            [(steps.at(-1) ?? 0) > limits.last, `${width}: last step > ${limits.last}`],
            [figure < LEAST_FIGURE, `${width}: figure < ${percent(LEAST_FIGURE)}`],
          ];
    }),
  ];
  return all.flatMap(([isMissed, text]) => (isMissed ? `${text}` : []));
}

/** @param {number} share */
const percent = (share) => `${Math.round(share * 100)} %`;

/**
 * A table for the terminal, with one line for each lesson and language.
 * @param {readonly Measured[]} lessons
 */
export function lessonsReport(lessons) {
  const windows = lessons[0]?.places ?? [];
  const head = [
    ...['lesson', 'language', 'steps', 'words', 'most'],
    ...windows.flatMap(({ width }) => [`lesson at ${width}`, 'highest step', 'last']),
    ...['figure', 'misses'],
  ];
  const rows = lessons.map((measured) => {
    const words = measured.texts.map(countWords);
    const figure = measured.places.find((place) => place.figure !== undefined)?.figure ?? 0;
    return [
      ...[measured.id, measured.language, `${words.length}`, `${sum(words)}`],
      `${Math.max(...words)}`,
      ...measured.places.flatMap(({ lesson, steps }) =>
        [lesson, Math.max(...steps.slice(0, -1)), steps.at(-1) ?? 0].map(String),
      ),
      ...[percent(figure), missed(measured).join(', ') || 'none'],
    ];
  });
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i]?.length ?? 0)));
  return [head, ...rows]
    .map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

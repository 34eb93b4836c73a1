// SPDX-License-Identifier: MIT

/**
 * @typedef {object} Place  a lesson in a window
 * @property {number} width  of the window
 * @property {number} height  of the window
 * @property {number} page  the page's height, with its panels closed
 * @property {number} stage  the height of what stays in sight: figure, main number, controls, and beside beats the title
 * @property {number} covered  how many beats, gone to one by one, have words below the stage that nobody sees
 *
 * @typedef {object} Measured
 * @property {string} id
 * @property {boolean} isFramed
 * @property {number} files
 * @property {number} lines
 * @property {number} beats
 * @property {number} words
 * @property {readonly Place[]} places
 */

/** @typedef {{page: number, stage?: number, share?: number}} Target  of a window */

const MOST_WORDS = 900;
const MOST_BEATS = 8;
const FEWEST_BEATS = 5;

/** By the width of the window, in pixels; `share` is the stage's of the window's height. @type {Record<number, Target>} */
const TARGETS = { 1280: { page: 3000, stage: 640 }, 390: { page: 5500, share: 0.46 } };

/** Half a pixel of a rounded height is none. */
const SLACK = 0.005;

/** Words of two letters and more, and Chinese characters. @param {string} text */
export const countWords = (text) =>
  text.match(/\p{Script=Han}|\p{Script=Latin}[\p{Script=Latin}\p{M}'’-]+|\b[aAI]\b/gu)?.length ?? 0;

/** @param {Place} place */
export const shareOf = ({ stage, height }) => stage / height;

/**
 * The targets that a lesson misses, in words.
 * @param {Measured} measured
 */
export function missed({ isFramed, words, beats, places }) {
  const all = [
    isFramed ? '' : 'form',
    words > MOST_WORDS ? `words > ${MOST_WORDS}` : '',
    isFramed && (beats < FEWEST_BEATS || beats > MOST_BEATS)
      ? `beats not ${FEWEST_BEATS}–${MOST_BEATS}`
      : '',
    ...places.flatMap((place) => missedIn(place, isFramed)),
  ];
  return all.filter(Boolean);
}

/** @param {Place} place @param {boolean} hasStage */
function missedIn(place, hasStage) {
  const {
    page,
    stage = Number.POSITIVE_INFINITY,
    share = 1,
  } = TARGETS[place.width] ?? {
    page: Number.POSITIVE_INFINITY,
  };
  return [
    place.page > page ? `${place.width}: page > ${page}` : '',
    hasStage && place.stage > stage ? `${place.width}: stage > ${stage}` : '',
    hasStage && shareOf(place) > share + SLACK ? `${place.width}: stage > ${percent(share)}` : '',
    hasStage && place.covered > 0 ? `${place.width}: ${place.covered} beats covered` : '',
  ];
}

/** @param {number} share */
const percent = (share) => `${Math.round(share * 100)} %`;

/**
 * A table for a terminal, one lesson a line.
 * @param {readonly Measured[]} lessons
 */
export function lessonsReport(lessons) {
  const windows = lessons[0]?.places ?? [];
  const head = [
    ...['lesson', 'form', 'files', 'lines', 'beats', 'words'],
    ...windows.flatMap(({ width, height }) => [`page ${width}×${height}`, 'stage', 'share']),
    'misses',
  ];
  const rows = lessons.map((lesson) => [
    lesson.id,
    lesson.isFramed ? 'stage and beats' : 'page',
    ...[lesson.files, lesson.lines, lesson.beats, lesson.words].map(String),
    ...lesson.places.flatMap((place) => [
      `${place.page}`,
      lesson.isFramed ? `${place.stage}` : '–',
      lesson.isFramed ? percent(shareOf(place)) : '–',
    ]),
    missed(lesson).join(', ') || 'none',
  ]);
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i]?.length ?? 0)));
  const framed = lessons.filter(({ isFramed }) => isFramed).length;
  return [
    ...[head, ...rows].map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')),
    `\n${framed} of ${lessons.length} lessons have the form of stage and beats.`,
  ]
    .map((line) => line.trimEnd())
    .join('\n');
}

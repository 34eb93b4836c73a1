// SPDX-License-Identifier: MIT

/**
 * @typedef {object} Place  a lesson in a window of one size
 * @property {number} width  of the window, in pixels
 * @property {number} height  of the window, in pixels
 * @property {number} page  height of the page with its panels closed
 * @property {number} stage  height of the sticky part: figure, main number and controls; on a wide screen the title too
 * @property {number} covered  number of beats whose first words the stage covers
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

/**
 * The targets by the window's width in pixels. `share` is the stage's height divided by the window's. @type
 * {Record<number, Target>}
 */
const TARGETS = { 1280: { page: 3000, stage: 640 }, 390: { page: 5500, share: 0.46 } };

/** Tolerance for heights that are rounded to whole pixels. */
const SLACK = 0.005;

/** Counts words of at least two letters, and Chinese characters. @param {string} text */
export const countWords = (text) =>
  text.match(/\p{Script=Han}|\p{Script=Latin}[\p{Script=Latin}\p{M}'’-]+|\b[aAI]\b/gu)?.length ?? 0;

/** @param {Place} place */
export const shareOf = ({ stage, height }) => stage / height;

/**
 * The targets that a lesson misses, as texts.
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
 * A table for the terminal, with one line for each lesson.
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

// SPDX-License-Identifier: MIT

/**
 * @typedef {object} Place  measurements of a lesson in a window of one size
 * @property {number} width  width of the window, in pixels
 * @property {number} height  height of the window, in pixels
 * @property {number} page  height of the page with its panels closed, in pixels
 * @property {number} stage  height of the sticky stage in pixels: figure, main number and controls, and in a wide
 *   window also the title
 * @property {number} covered  number of beats (passages of the lesson) whose first words the stage covers
 *
 * @typedef {object} Measured
 * @property {string} id
 * @property {number} files
 * @property {number} lines
 * @property {number} beats
 * @property {number} words
 * @property {readonly Place[]} places
 */

/** @typedef {{page: number, stage?: number, share?: number}} Target  upper bounds; TARGETS says of what */

const MOST_WORDS = 900;
const MOST_BEATS = 8;
const FEWEST_BEATS = 5;

/**
 * The upper bounds for each window width in pixels: `page` and `stage` limit heights in pixels, `share` limits the
 * stage's height divided by the window's height.
 * @type {Record<number, Target>}
 */
const TARGETS = { 1280: { page: 3000, stage: 640 }, 390: { page: 5500, share: 0.46 } };

/** The tolerance of `share`, which is needed because browsers round heights to whole pixels. */
const SLACK = 0.005;

/** Counts Latin words (of at least two letters, or “a” and “I”) and Chinese characters. @param {string} text */
export const countWords = (text) =>
  text.match(/\p{Script=Han}|\p{Script=Latin}[\p{Script=Latin}\p{M}'’-]+|\b[aAI]\b/gu)?.length ?? 0;

/** @param {Place} place */
export const shareOf = ({ stage, height }) => stage / height;

/**
 * Describes each target that a lesson misses.
 * @param {Measured} measured
 */
export function missed({ words, beats, places }) {
  const all = [
    words > MOST_WORDS ? `words > ${MOST_WORDS}` : '',
    beats < FEWEST_BEATS || beats > MOST_BEATS ? `beats not ${FEWEST_BEATS}–${MOST_BEATS}` : '',
    ...places.flatMap(missedIn),
  ];
  return all.filter(Boolean);
}

/** @param {Place} place */
function missedIn(place) {
  const {
    page,
    stage = Number.POSITIVE_INFINITY,
    share = 1,
  } = TARGETS[place.width] ?? {
    page: Number.POSITIVE_INFINITY,
  };
  return [
    place.page > page ? `${place.width}: page > ${page}` : '',
    place.stage > stage ? `${place.width}: stage > ${stage}` : '',
    shareOf(place) > share + SLACK ? `${place.width}: stage > ${percent(share)}` : '',
    place.covered > 0 ? `${place.width}: ${place.covered} beats covered` : '',
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
    ...['lesson', 'files', 'lines', 'beats', 'words'],
    ...windows.flatMap(({ width, height }) => [`page ${width}×${height}`, 'stage', 'share']),
    'misses',
  ];
  const rows = lessons.map((lesson) => [
    lesson.id,
    ...[lesson.files, lesson.lines, lesson.beats, lesson.words].map(String),
    ...lesson.places.flatMap((place) => [
      `${place.page}`,
      `${place.stage}`,
      percent(shareOf(place)),
    ]),
    missed(lesson).join(', ') || 'none',
  ]);
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i]?.length ?? 0)));
  return [head, ...rows]
    .map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

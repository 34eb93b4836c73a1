// SPDX-License-Identifier: MIT
import { parseArgs } from 'node:util';
import { LESSON_IDS } from '../lesson-list.mjs';
import { PEERS } from './peers.mjs';
import { DEFAULT_SHAPES, isComputed, parseShapes, QUICK_SHAPES } from './shapes.mjs';

export const BROWSERS = /** @type {const} */ (['chromium', 'firefox']);
export const PAGE_BROWSERS = /** @type {const} */ ([...BROWSERS, 'webkit']);
export const PAGE_PARTS = /** @type {const} */ (['drags', 'visits']);

/**
 * @typedef {typeof BROWSERS[number]} BrowserName
 * @typedef {{shapes: import('./shapes.mjs').ComputedShape[], isQuick: boolean}} NativeOptions
 * @typedef {typeof PAGE_BROWSERS[number]} PageBrowser
 * @typedef {object} PageOptions
 * @property {string[]} lessons
 * @property {typeof PAGE_PARTS[number][]} parts
 * @property {PageBrowser[]} browsers
 * @property {string | undefined} against  the folder of another built site, measured for comparison
 * @property {number | undefined} rounds  how often each control is dragged and each lesson visited; if undefined, the
 *   usual numbers
 * @property {string | undefined} resume  the JSON file of an earlier, incomplete result, to which this run adds the
 *   missing measurements
 * @property {boolean} isQuick
 * @typedef {{shapes: import('./shapes.mjs').Shape[], isQuick: boolean, peers: import('./peers.mjs').Peer[], browsers: BrowserName[]}} Options
 */

/** The options that `npm run bench` and `npm run bench:native` share. */
const COMMON = /** @type {const} */ ({
  shapes: { type: 'string' },
  quick: { type: 'boolean', default: false },
});

const SHAPES_USAGE = `  --shapes LIST    ${DEFAULT_SHAPES.join(',')}
                   or others of these kinds; a kind alone stands for its shapes in the list`;
const QUICK_USAGE = '  --quick          a few short rounds, for smoke tests only';

export const USAGE = `npm run bench -- [options]
${SHAPES_USAGE},
                   odd for shapes that fill no tile; those with a d_v of their own are for this library alone
  --peers LIST     ${PEERS.map(({ id }) => id).join(',')}, or none
  --browsers LIST  ${BROWSERS.join(',')}
${QUICK_USAGE}`;

export const USAGE_NATIVE = `npm run bench:native -- [options]
${SHAPES_USAGE}
${QUICK_USAGE}`;

export const USAGE_PAGE = `npm run bench:page -- [options]
  --lessons LIST   ${LESSON_IDS.join(',')}
  --parts LIST     ${PAGE_PARTS.join(',')}
  --browsers LIST  ${PAGE_BROWSERS.join(',')}, default: chromium
  --against DIR    another built site, whose drags are measured in the same rounds
  --rounds N       drags of each control and visits to each lesson
  --resume FILE    the JSON file of an earlier result: measures only what it lacks, and adds it
${QUICK_USAGE}`;

/**
 * Parses the options of `npm run bench`.
 * @param {string[]} args
 * @returns {Options}
 * @throws {TypeError} if an option is invalid
 */
export function readArguments(args) {
  const { values } = parseArgs({
    args,
    options: {
      ...COMMON,
      peers: { type: 'string' },
      browsers: { type: 'string' },
    },
  });
  const ids = PEERS.map(({ id }) => id);
  const common = commonOf(values);
  const isOwn = common.shapes.some(hasOwnValues);
  const isAlone = values.peers === 'none' || (isOwn && values.peers === undefined);
  const peers = isAlone ? [] : chosen('--peers', values.peers, ids);
  if (isOwn && peers.length > 0)
    throw new TypeError(`--peers: expected none for a shape with its own d_v, got ${values.peers}`);
  return {
    ...common,
    peers: PEERS.filter(({ id }) => peers.includes(id)),
    browsers: chosen('--browsers', values.browsers, BROWSERS),
  };
}

/**
 * Parses the options of `npm run bench:native`.
 * @param {string[]} args
 * @returns {NativeOptions}
 * @throws {TypeError} if an option is invalid
 */
export function readNativeArguments(args) {
  const common = commonOf(parseArgs({ args, options: COMMON }).values);
  const own = common.shapes.find(hasOwnValues);
  if (own) throw new TypeError(`shape ${own.id}: expected no d_v of its own`);
  return { ...common, shapes: common.shapes.filter(isComputed) };
}

/** @param {import('./shapes.mjs').Shape} shape */
const hasOwnValues = (shape) => shape.kind === 'attention' && shape.dv !== undefined;

/**
 * Parses the options of `npm run bench:page`.
 * @param {string[]} args
 * @returns {PageOptions}
 * @throws {TypeError} if an option is invalid
 */
export function readPageArguments(args) {
  const { values } = parseArgs({
    args,
    options: {
      lessons: { type: 'string' },
      parts: { type: 'string' },
      browsers: { type: 'string', default: 'chromium' },
      against: { type: 'string' },
      rounds: { type: 'string' },
      resume: { type: 'string' },
      quick: COMMON.quick,
    },
  });
  return {
    lessons: chosen('--lessons', values.lessons, LESSON_IDS),
    parts: chosen('--parts', values.parts, PAGE_PARTS),
    browsers: chosen('--browsers', values.browsers, PAGE_BROWSERS),
    against: values.against,
    rounds: values.rounds === undefined ? undefined : roundsOf(values.rounds),
    resume: values.resume,
    isQuick: values.quick,
  };
}

/** @param {string} text */
function roundsOf(text) {
  const rounds = Number(text);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new TypeError(`--rounds: expected a whole number from 1, got ${text}`);
  return rounds;
}

/**
 * @param {{shapes?: string | undefined, quick: boolean}} values
 * @returns {{shapes: import('./shapes.mjs').Shape[], isQuick: boolean}}
 */
function commonOf({ shapes, quick }) {
  const usual = quick ? QUICK_SHAPES : DEFAULT_SHAPES;
  return {
    shapes: parseShapes(shapes === undefined ? usual : listed('--shapes', shapes)),
    isQuick: quick,
  };
}

/** @param {string} option @param {string} text */
function listed(option, text) {
  const names = text.split(',').filter((name) => name !== '');
  if (names.length === 0) throw new TypeError(`${option}: expected names between commas, got none`);
  return names;
}

/**
 * The names in a comma-separated option, in the order of `all`.
 * @template {string} Name
 * @param {string} option  named in error messages
 * @param {string | undefined} text  the option's value; if undefined, the result is all names
 * @param {readonly Name[]} all
 * @returns {Name[]}
 */
function chosen(option, text, all) {
  if (text === undefined) return [...all];
  const names = listed(option, text);
  const stranger = names.find((name) => !all.some((known) => known === name));
  if (stranger !== undefined)
    throw new TypeError(`${option}: expected some of ${all.join(', ')}, got ${stranger}`);
  return all.filter((name) => names.includes(name));
}

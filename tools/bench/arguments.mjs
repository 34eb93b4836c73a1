// SPDX-License-Identifier: MIT
import { parseArgs } from 'node:util';
import { PEERS } from './peers.mjs';
import { DEFAULT_SHAPES, parseShapes, QUICK_SHAPES } from './shapes.mjs';

export const BROWSERS = /** @type {const} */ (['chromium', 'firefox']);

/**
 * @typedef {typeof BROWSERS[number]} BrowserName
 * @typedef {object} Options
 * @property {import('./shapes.mjs').Shape[]} shapes
 * @property {import('./peers.mjs').Peer[]} peers
 * @property {BrowserName[]} browsers
 * @property {boolean} isQuick
 */

export const USAGE = `npm run bench -- [options]
  --shapes LIST    ${DEFAULT_SHAPES.join(',')}
                   or others of these kinds; a kind alone stands for its shapes in the list,
                   odd for shapes that fill no tile; those with a d_v of their own are for this library alone
  --peers LIST     ${PEERS.map(({ id }) => id).join(',')}, or none
  --browsers LIST  ${BROWSERS.join(',')}
  --quick          a few short rounds: to see that all runs, not to compare`;

/**
 * What a command line asks for.
 * @param {string[]} args
 * @returns {Options}
 * @throws {TypeError} that says what was expected
 */
export function readArguments(args) {
  const { values } = parseArgs({
    args,
    options: {
      shapes: { type: 'string' },
      peers: { type: 'string' },
      browsers: { type: 'string' },
      quick: { type: 'boolean', default: false },
    },
  });
  const ids = PEERS.map(({ id }) => id);
  const usual = values.quick ? QUICK_SHAPES : DEFAULT_SHAPES;
  const names = values.shapes === undefined ? usual : listed('--shapes', values.shapes);
  const shapes = parseShapes(names);
  const isOwn = shapes.some((shape) => shape.kind === 'attention' && shape.dv !== undefined);
  const isAlone = values.peers === 'none' || (isOwn && values.peers === undefined);
  const peers = isAlone ? [] : chosen('--peers', values.peers, ids);
  if (isOwn && peers.length > 0)
    throw new TypeError(`--peers: expected none beside a d_v of its own, got ${values.peers}`);
  return {
    shapes,
    peers: PEERS.filter(({ id }) => peers.includes(id)),
    browsers: chosen('--browsers', values.browsers, BROWSERS),
    isQuick: values.quick,
  };
}

/** @param {string} option @param {string} text */
function listed(option, text) {
  const names = text.split(',').filter((name) => name !== '');
  if (names.length === 0) throw new TypeError(`${option}: expected names between commas, got none`);
  return names;
}

/**
 * @template {string} Name
 * @param {string} option
 * @param {string | undefined} text  all of them when it is left out
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

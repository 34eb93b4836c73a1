// SPDX-License-Identifier: MIT
import { LESSON_IDS } from '../lesson-list.mjs';
import { PEERS } from './peers.mjs';
import { SHAPES } from './shapes.mjs';

/** A few short rounds, for smoke tests only. */
const quick = /** @type {const} */ (false);
const shapes = SHAPES.join(',');

/** The options of the benchmarks, by the names of their scripts (command.mjs). */
export const OPTIONS = {
  bench: {
    shapes,
    peers: PEERS.map(({ id }) => id),
    browsers: /** @type {const} */ (['chromium', 'firefox']),
    quick,
  },
  'bench:native': { shapes, quick },
  'bench:page': {
    lessons: LESSON_IDS,
    browsers: /** @type {const} */ (['chromium', 'firefox', 'webkit']),
    /** The folder of another built site, whose drags are measured in the same rounds. */
    against: '',
    quick,
  },
  'bench:start': { views: ['home', ...LESSON_IDS], quick },
};

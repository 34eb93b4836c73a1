// SPDX-License-Identifier: MIT

import { LESSONS } from '../../lessons.mjs';

/**
 * What readers drag: one control for each way in which a lesson draws anew.
 * @typedef {object} Control
 * @property {string} lesson
 * @property {string} name
 * @property {string} grip  the selector of what is pressed
 * @property {string} [across]  the selector of what the pointer moves over, where that is not the grip
 * @property {string} event  that tells of a new value
 * @property {number} [steps]  of the pointer there and back; fewer where a control has few values
 */

const slider = (/** @type {string} */ name) => `${name} input[type="range"]`;

/** The controls of lessons without a stage. @type {readonly Control[]} */
const OWN = [
  {
    lesson: 'kernel-regression',
    name: 'query',
    grip: slider('al-slider[field="query"]'),
    event: 'input',
  },
  {
    lesson: 'kernel-regression',
    name: 'bandwidth',
    grip: slider('al-slider[field="sigma"]'),
    event: 'input',
  },
  {
    lesson: 'kernel-regression',
    name: 'query in the plot',
    grip: 'al-curve-plot .plot',
    event: 'al-move',
  },
  {
    lesson: 'kernel-regression',
    name: 'query in the map',
    grip: '.field-map',
    event: 'al-move',
  },
  {
    lesson: 'kernel-regression',
    name: 'bandwidth of the map',
    grip: slider('.plane-sigma'),
    event: 'input',
  },
  { lesson: 'similarity', name: 'arrow', grip: 'al-vector-plane svg', event: 'al-move', steps: 24 },
  { lesson: 'scaling', name: 'd', grip: slider('al-slider[field="d"]'), event: 'input' },
  { lesson: 'scoring', name: 'sigma', grip: slider('.sigma'), event: 'input' },
  { lesson: 'masking', name: 'size of the scores', grip: slider('.size-slider'), event: 'input' },
  {
    lesson: 'masking',
    name: 'valid length',
    grip: 'al-mask-matrix [role="slider"]',
    across: 'al-mask-matrix',
    event: 'al-edge',
    steps: 12,
  },
  { lesson: 'query-key', name: 'deviation', grip: slider('.deviation-slider'), event: 'input' },
  { lesson: 'query-key', name: 'dimension', grip: slider('.dimension-slider'), event: 'input' },
  {
    lesson: 'multi-head',
    name: 'tokens',
    grip: slider('.tokens-slider'),
    event: 'input',
    steps: 24,
  },
  { lesson: 'cost', name: 'tokens', grip: slider('.n-slider'), event: 'input', steps: 24 },
];

/** The first control of a lesson with a stage. @param {string} lesson @returns {Control} */
const onStage = (lesson) => ({
  lesson,
  name: 'first slider of the stage',
  grip: slider('.stage-controls al-slider'),
  event: 'input',
});

/** In the order of the course. @type {readonly Control[]} */
export const CONTROLS = LESSONS.flatMap(({ id, isFramed }) =>
  isFramed ? [onStage(id)] : OWN.filter(({ lesson }) => lesson === id),
);

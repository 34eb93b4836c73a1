// SPDX-License-Identifier: MIT
// The element ids of the compressed parts of a single HTML file. The build writes these elements and the page reads
// them.
export const CODE = 'al-code';

export const WASM = 'al-wasm';

/** Name of the meta element that lists the ids of the file's lessons, separated by commas. */
export const LESSONS = 'attention-lab-lessons';

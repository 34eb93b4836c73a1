// SPDX-License-Identifier: MIT
// The element ids of the compressed parts of a single HTML file. The build writes these elements and the page reads
// them.
import type { Twin } from '../../engine/twin.ts';

export const CODE = 'al-code';

/** The WebAssembly builds that a single file contains. */
export const HELD: readonly Twin[] = ['simd', 'scalar'];

export const wasmPart = (twin: Twin): string => `al-wasm-${twin}`;

/** Name of the meta element that lists the ids of the file's lessons, separated by commas. */
export const LESSONS = 'attention-lab-lessons';

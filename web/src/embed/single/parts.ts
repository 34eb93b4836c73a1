// SPDX-License-Identifier: MIT
// The ids of a single file's packed parts, for who writes and who reads them.
import type { Twin } from '../../engine/twin.ts';

export const CODE = 'al-code';

/** The twins that a file has room for. */
export const HELD: readonly Twin[] = ['simd', 'scalar'];

export const wasmPart = (twin: Twin): string => `al-wasm-${twin}`;

/** The name of the page's meta element that lists the lessons of the file, with commas between them. */
export const LESSONS = 'attention-lab-lessons';

// SPDX-License-Identifier: MIT
// For each topic of the questions, the step of a lesson that teaches it. A test checks that these lessons and steps exist.

export interface Taught {
  readonly lesson: string;
  readonly number: number;
  readonly step: string;
}

const stepOf = (lesson: string, number: number, step: string): Taught => ({ lesson, number, step });

export const TAUGHT = {
  bandwidth: stepOf('kernel-regression', 5, 'bandwidth'),
  gradient: stepOf('softmax', 7, 'nudge'),
  variances: stepOf('scaling', 3, 'width'),
  flat: stepOf('scaling', 7, 'answer'),
  infinity: stepOf('masking', 4, 'before'),
  leak: stepOf('masking', 5, 'leak'),
  emptyRow: stepOf('masking', 7, 'answer'),
  swap: stepOf('order', 1, 'swap'),
  causal: stepOf('order', 7, 'answer'),
  positions: stepOf('order', 4, 'add'),
  oneMatrix: stepOf('query-key', 7, 'answer'),
  multiHead: stepOf('multi-head', 4, 'count'),
  scores: stepOf('cost', 1, 'square'),
  tiles: stepOf('cost', 2, 'tiles'),
} as const satisfies Readonly<Record<string, Taught>>;

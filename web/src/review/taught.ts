// SPDX-License-Identifier: MIT
// For each topic of the questions, the step of a lesson that teaches it. A test checks that these lessons and steps exist.

export interface Taught {
  readonly lesson: string;
  /** The step, with the parameters of a link to it. */
  readonly step: {
    readonly number: number;
    readonly id: string;
    readonly link: Readonly<Record<string, string>>;
  };
}

const stepOf = (lesson: string, number: number, id: string): Taught => ({
  lesson,
  step: { number, id, link: { scene: id } },
});

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

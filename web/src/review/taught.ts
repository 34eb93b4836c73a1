// SPDX-License-Identifier: MIT
// For each topic of the questions, the step of a lesson that teaches it. A test checks that these lessons and steps exist.

export interface Taught {
  readonly lesson: string;
  /** A step, with the parameters of a link to it. Undefined if the whole lesson teaches the topic. */
  readonly beat?: {
    readonly number: number;
    readonly id: string;
    readonly link: Readonly<Record<string, string>>;
  };
}

const step = (lesson: string, number: number, id: string): Taught => ({
  lesson,
  beat: { number, id, link: { scene: id } },
});

export const TAUGHT = {
  bandwidth: step('kernel-regression', 5, 'bandwidth'),
  gradient: step('softmax', 7, 'nudge'),
  divide: step('scaling', 5, 'root'),
  flat: step('scaling', 7, 'answer'),
  leak: step('masking', 5, 'leak'),
  nobody: step('masking', 6, 'padding'),
  nan: step('masking', 7, 'answer'),
  swap: step('order', 1, 'swap'),
  causal: step('order', 3, 'mask'),
  positions: step('order', 4, 'add'),
  queryKey: { lesson: 'query-key' },
  multiHead: step('multi-head', 4, 'count'),
  cost: step('cost', 2, 'tiles'),
} as const satisfies Readonly<Record<string, Taught>>;

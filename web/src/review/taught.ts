// SPDX-License-Identifier: MIT
// For each topic of the questions, the beat (passage of a lesson) that teaches it. A test checks that these lessons and
// beats exist.

export interface Taught {
  readonly lesson: string;
  /** Undefined if the whole lesson teaches the topic. */
  readonly beat?: { readonly number: number; readonly id: string };
  /** Whether the beat is a step of a lesson of scenes. */
  readonly isScene?: true;
}

const at = (lesson: string, number: number, id: string): Taught => ({
  lesson,
  beat: { number, id },
});

const inScene = (lesson: string, number: number, id: string): Taught => ({
  ...at(lesson, number, id),
  isScene: true,
});

export const TAUGHT = {
  bandwidth: at('kernel-regression', 3, 'bandwidth'),
  gradient: inScene('softmax', 7, 'nudge'),
  divide: at('scaling', 5, 'divide'),
  flat: at('scaling', 6, 'softmax'),
  leak: at('masking', 4, 'leak'),
  nobody: at('masking', 5, 'nobody'),
  nan: at('masking', 6, 'nan'),
  swap: at('order', 1, 'swap'),
  causal: at('order', 3, 'causal'),
  positions: at('order', 4, 'positions'),
  queryKey: { lesson: 'query-key' },
  multiHead: { lesson: 'multi-head' },
  cost: { lesson: 'cost' },
} as const satisfies Readonly<Record<string, Taught>>;

// SPDX-License-Identifier: MIT
// Questions with random numbers. A seed determines the numbers, and the engine computes all answers.
import { randomLcg } from 'd3-random';
import type { Engine } from '../engine/index.ts';
import type { MessageParams } from '../i18n/catalogue.ts';
import type { I18n } from '../i18n/i18n.ts';

export interface Answer {
  /**
   * An id of the reasoning that leads to this answer. The lesson's catalogue of messages contains the feedback on it
   * under `check.<question>.feedback.<id>`.
   */
  readonly id: string;
  readonly text: string;
}

/**
 * A question with several answers. Its texts are in the lesson's catalogue of messages: `check.<id>.question` and
 * `check.<id>.feedback.<answer>`.
 */
export interface CheckQuestion<State> {
  readonly id: string;
  /** Draws the random numbers for a seed. Undefined if they are unsuitable for the question. */
  draw(seed: number): State | undefined;
  /** The values for the placeholders in the question and in the feedback. */
  words(state: State, i18n: I18n): MessageParams;
  /** All answers, computed by the engine. The first answer is the correct one. */
  answers(engine: Engine, state: State, i18n: I18n): readonly Answer[];
}

export interface Drawn<State> {
  readonly seed: number;
  readonly state: State;
  /** The answers in the order in which they are shown. `right` is the id of the correct one. */
  readonly answers: readonly Answer[];
  readonly right: string;
}

const MOST_DRAWS = 200;

/**
 * Tries the seeds from `seed` on. Returns the first question whose answers all have different texts and whose numbers
 * differ from `before`.
 * @throws Error if none of `MOST_DRAWS` seeds gives such a question
 */
export function drawQuestion<State>(
  question: CheckQuestion<State>,
  seed: number,
  engine: Engine,
  i18n: I18n,
  before?: State,
): Drawn<State> {
  for (let next = seed; next < seed + MOST_DRAWS; next++) {
    const state = question.draw(next);
    if (state === undefined || JSON.stringify(state) === JSON.stringify(before)) continue;
    const answers = question.answers(engine, state, i18n);
    const texts = new Set(answers.map(({ text }) => text));
    const [right] = answers;
    if (right === undefined || texts.size < answers.length) continue;
    const sorted = answers.toSorted((a, b) =>
      ungrouped(a.text).localeCompare(ungrouped(b.text), 'en', { numeric: true }),
    );
    return { seed: next, state, answers: sorted, right: right.id };
  }
  throw new Error(`question "${question.id}" has no suitable numbers from seed ${seed} on`);
}

/** Removes thousands separators ("12,345"), because `localeCompare` with `numeric` ends a number at a comma. */
const ungrouped = (text: string): string => text.replace(/(?<=\d),(?=\d{3})/g, '');

/** Returns a generator of random numbers from 0 to less than 1. The seed determines the sequence. */
export const drawsOf = (seed: number): (() => number) => randomLcg(hash(seed));

// The seed is hashed, because a linear congruential generator starts with similar numbers for neighbouring seeds.
const hash = (seed: number): number => ((seed * 0x9e3779b1) >>> 0) / 2 ** 32;

export const pick = <T>(draw: () => number, values: readonly T[]): T =>
  values[Math.floor(draw() * values.length)] as T;

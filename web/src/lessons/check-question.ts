// SPDX-License-Identifier: MIT
// Questions about new numbers. A seed determines the numbers, and the engine computes the answers.
import { randomLcg } from 'd3-random';
import type { Engine } from '../engine/index.ts';
import type { MessageParams } from '../i18n/catalogue.ts';
import type { I18n } from '../i18n/i18n.ts';

export interface Answer {
  /** Names the reasoning that leads to this answer. The feedback is the text `check.<question>.feedback.<id>`. */
  readonly id: string;
  readonly text: string;
}

/**
 * A question with several answers. Its texts are in the lesson's catalogue: `check.<id>.question` and
 * `check.<id>.feedback.<answer>`.
 */
export interface CheckQuestion<State> {
  readonly id: string;
  /** The numbers for a seed; undefined if they do not make a good question. */
  draw(seed: number): State | undefined;
  /** The numbers for the placeholders in question and feedback. */
  words(state: State, i18n: I18n): MessageParams;
  /** All answers, computed by the engine. The first one is correct. */
  answers(engine: Engine, state: State, i18n: I18n): readonly Answer[];
}

export interface Drawn<State> {
  readonly seed: number;
  readonly state: State;
  /** In display order. */
  readonly answers: readonly Answer[];
  readonly right: string;
}

const MOST_DRAWS = 200;

/**
 * Tries seeds from `seed` on, and returns the first question whose answers all differ in text and that differs from
 * `before`.
 * @throws Error if no seed in a limited range gives such a question
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
      a.text.localeCompare(b.text, 'en', { numeric: true }),
    );
    return { seed: next, state, answers: sorted, right: right.id };
  }
  throw new Error(`question "${question.id}" has no suitable numbers from seed ${seed} on`);
}

/** Returns a generator of numbers in [0, 1) that depends on the seed only. */
export const drawsOf = (seed: number): (() => number) => randomLcg(hash(seed));

// A linear congruential generator starts with similar numbers for neighbouring seeds, so scramble the seed.
const hash = (seed: number): number => ((seed * 0x9e3779b1) >>> 0) / 2 ** 32;

/** Picks one of the values. */
export const pick = <T>(draw: () => number, values: readonly T[]): T =>
  values[Math.floor(draw() * values.length)] as T;

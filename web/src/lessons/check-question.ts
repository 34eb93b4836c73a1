// SPDX-License-Identifier: MIT
// A question on numbers that the lesson has not shown: drawn from a seed, judged by the engine.
import { randomLcg } from 'd3-random';
import type { Engine } from '../engine/index.ts';
import type { MessageParams } from '../i18n/catalogue.ts';
import type { I18n } from '../i18n/i18n.ts';

export interface Answer {
  /** Names the way of thinking; `check.<question>.feedback.<id>` is said to who chooses it. */
  readonly id: string;
  readonly text: string;
}

/** Its words are in the lesson's catalogue under `check.<id>`: `question` and `feedback.<answer>`. */
export interface CheckQuestion<State> {
  readonly id: string;
  /** The numbers of a seed; undefined where they make no good question. */
  draw(seed: number): State | undefined;
  /** The numbers that question and feedback name. */
  words(state: State, i18n: I18n): MessageParams;
  /** All answers, computed by the engine; the first one is right. */
  answers(engine: Engine, state: State, i18n: I18n): readonly Answer[];
}

export interface Drawn<State> {
  readonly seed: number;
  readonly state: State;
  /** In the order in which they are shown. */
  readonly answers: readonly Answer[];
  readonly right: string;
}

const MOST_DRAWS = 200;

/**
 * The first question from `seed` on whose answers all read differently, and that is not the one before.
 * @throws Error where none of the next seeds gives one
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
  throw new Error(`no question "${question.id}" from seed ${seed}`);
}

/** Numbers in [0, 1) that depend on the seed alone, to draw a question with. */
export const drawsOf = (seed: number): (() => number) => randomLcg(hash(seed));

// Neighbouring seeds of a linear congruential generator begin alike.
const hash = (seed: number): number => ((seed * 0x9e3779b1) >>> 0) / 2 ** 32;

/** One of some values. */
export const pick = <T>(draw: () => number, values: readonly T[]): T =>
  values[Math.floor(draw() * values.length)] as T;

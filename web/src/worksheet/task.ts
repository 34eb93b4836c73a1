// SPDX-License-Identifier: MIT
// The questions of worksheets. A seed determines the numbers, and the engine computes the answers.
import type { Engine } from '../engine/index.ts';
import type { MessageParams } from '../i18n/catalogue.ts';
import type { I18n } from '../i18n/i18n.ts';
import { drawsOf, pick } from '../lessons/check-question.ts';
import type { Matrix } from '../lessons/matrix.ts';
import { say } from '../lessons/scene.ts';
import type { ReviewQuestion } from '../review/questions/question.ts';
import { type Pen, penOf } from './working.ts';

/** Namespace of the worksheets' messages. The message `task.<id>` is the text of the question. */
export const TEXTS = 'worksheet';

/** The matrices that are printed below a question, by name. A vector is a matrix of one row. */
export type Given = Readonly<Record<string, Matrix>>;

export interface Solution {
  readonly answer: string;
  /** The steps of the solution, in a notation without words: "α_1 = e^{2} ÷ 11.11 ≈ 66.5%". A test evaluates them. */
  readonly working: readonly string[];
  /** The reason in words. Default: none. */
  readonly reason?: string;
}

export interface Task<State = unknown> {
  readonly id: string;
  /** Draws the numbers for a seed. Undefined if they are unsuitable. */
  draw(seed: number): State | undefined;
  text(state: State, i18n: I18n): string;
  given(state: State): Given;
  /** Undefined if the numbers are unsuitable, for example if two keys nearly tie. */
  solve(engine: Engine, state: State, i18n: I18n): Solution | undefined;
}

/** Draws random whole numbers and items of lists. The bounds `low` and `high` are included. */
export interface Dice {
  whole(low: number, high: number): number;
  wholes(count: number, low: number, high: number): number[];
  pick<T>(items: readonly T[]): T;
  shuffled<T>(items: readonly T[]): T[];
}

/** @param stream  a name, which selects one of several sequences of numbers for the seed */
function diceOf(seed: number, stream: string): Dice {
  const draw = drawsOf(seed);
  for (const character of stream) for (let i = character.charCodeAt(0); i > 0; i--) draw();
  const whole = (low: number, high: number) => low + Math.floor(draw() * (high - low + 1));
  return {
    whole,
    wholes: (count, low, high) => Array.from({ length: count }, () => whole(low, high)),
    pick: (items) => pick(draw, items),
    shuffled: (items) =>
      items
        .map((item) => [draw(), item] as const)
        .toSorted(([one], [other]) => one - other)
        .map(([, item]) => item),
  };
}

interface TaskParts<State> {
  /** Questions with the same stream, `draw` and rejections get the same numbers on a sheet. Default: the id. */
  readonly stream?: string;
  readonly draw: (dice: Dice) => State | undefined;
  /** The values for the placeholders of the text. Default: the numbers of the state, by name. */
  readonly words?: (state: State, i18n: I18n) => MessageParams;
  /** The matrices that are printed below the question. Default: none. */
  readonly given?: (state: State) => Given;
  readonly solve: (engine: Engine, state: State, pen: Pen) => Solution | undefined;
}

export const task = <State>(id: string, parts: TaskParts<State>): Task => {
  const { stream = id, draw, words, given, solve } = parts;
  const own: Task<State> = {
    id,
    draw: (seed) => draw(diceOf(seed, stream)),
    text: (state, i18n) =>
      say(i18n.translator(TEXTS))(`task.${id}`, words?.(state, i18n) ?? (state as MessageParams)),
    given: (state) => given?.(state) ?? {},
    solve: (engine, state, i18n) => solve(engine, state, penOf(i18n)),
  };
  // The cast is safe, because a caller passes only states that this task has drawn.
  return own as Task;
};

/** A review question on paper, without choices. The reason is the review's feedback on the correct answer. */
export const reviewTask = <State>(
  question: ReviewQuestion<State>,
  working: (state: State, pen: Pen) => readonly string[],
): Task => {
  const { id } = question;
  const own: Task<State> = {
    id,
    draw: (seed) => question.draw(seed),
    text: (state, i18n) =>
      say(i18n.translator('review'))(`check.${id}.question`, question.words(state, i18n)),
    given: () => ({}),
    solve(engine, state, i18n) {
      const answers = question.answers(engine, state, i18n);
      const [right] = answers;
      const isClear = new Set(answers.map(({ text }) => text)).size === answers.length;
      if (right === undefined || !isClear) return undefined;
      const words = { ...question.words(state, i18n), right: right.text };
      const reason = say(i18n.translator('review'))(`check.${id}.feedback.${right.id}`, words);
      return { answer: right.text, working: working(state, penOf(i18n)), reason };
    },
  };
  return own as Task;
};

export interface Drawn extends Solution {
  readonly id: string;
  readonly text: string;
  readonly given: readonly (readonly [name: string, rows: Matrix])[];
}

/** The largest number of a sheet; the smallest is 1. */
export const MOST_SHEETS = 999;
/** Unsuitable numbers are drawn again with the seed increased by this number, so that no two sheets share a seed. */
const STRIDE = MOST_SHEETS + 1;
const MOST_DRAWS = 1000;

/**
 * Draws a question from the first of the seeds `seed`, `seed` + `STRIDE`, … whose numbers are suitable.
 * @throws Error if none of the first `MOST_DRAWS` seeds is suitable
 */
export function drawTask(task: Task, seed: number, engine: Engine, i18n: I18n): Drawn {
  for (let i = 0; i < MOST_DRAWS; i++) {
    const state = task.draw(seed + i * STRIDE);
    const solution = state === undefined ? undefined : task.solve(engine, state, i18n);
    if (solution) {
      const given = Object.entries(task.given(state));
      return { id: task.id, text: task.text(state, i18n), given, ...solution };
    }
  }
  throw new Error(`question "${task.id}" has no suitable numbers from seed ${seed} on`);
}

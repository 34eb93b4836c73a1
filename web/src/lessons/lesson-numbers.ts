// SPDX-License-Identifier: MIT
import type { Engine } from '../engine/index.ts';
import type { LessonDefinition, Session } from './define-lesson.ts';
import type { Computed, LessonMessages } from './scene.ts';

interface NumbersHost {
  readonly isMoving: () => boolean;
  /** Called when new numbers are available, so that they are rendered. */
  readonly news: () => void;
  readonly fail: (error: unknown) => void;
  readonly language: () => string;
}

/**
 * Computes the numbers for a lesson's state. Uses the lesson's function `compute`, or its session, which keeps objects
 * in the engine.
 */
export class LessonNumbers<State extends object, Numbers, Texts extends LessonMessages> {
  #session: Session<State, Numbers> | undefined;
  #isStale = false;

  constructor(
    private readonly definition: LessonDefinition<State, Numbers, Texts>,
    private readonly host: NumbersHost,
  ) {}

  compute(state: State, engine: Engine, last: Computed<State, Numbers> | undefined): Numbers {
    const { compute, fields } = this.definition;
    const names = Object.keys(fields) as (keyof State)[];
    // If only the current beat (passage of the lesson) has changed, the numbers stay the same.
    const isSame = names.every((name) => state[name] === last?.state[name]);
    if (last !== undefined && isSame && !this.#isStale) return last.numbers;
    const isMoving = this.host.isMoving();
    // During a drag, `compute` keeps the scales of axes unchanged. So the numbers are computed again when the drag
    // ends.
    this.#isStale = isMoving;
    if (compute) return compute(state, engine, last, isMoving);
    this.#session ??= this.definition.session?.({
      news: () => this.refresh(),
      fail: this.host.fail,
      language: this.host.language,
    });
    if (this.#session === undefined)
      throw new Error(`lesson ${this.definition.id} has neither compute nor session`);
    return this.#session.compute(state, engine, last);
  }

  /** Requests that the numbers are computed again for the same state. */
  refresh(): void {
    this.#isStale = true;
    this.host.news();
  }

  /** Must be called when the page's language has changed. Only the numbers of sessions can depend on the language. */
  onLanguage(): void {
    if (this.#session) this.refresh();
  }

  /** Frees the objects that the session keeps in the engine. */
  release(): void {
    this.#session?.release();
    this.#session = undefined;
    // The next computation must create a new session, even if the state is unchanged.
    this.#isStale = true;
  }
}

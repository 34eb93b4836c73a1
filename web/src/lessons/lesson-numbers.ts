// SPDX-License-Identifier: MIT
import type { Engine } from '../engine/index.ts';
import type { LessonDefinition, Session } from './define-lesson.ts';
import type { Computed, LessonMessages } from './scene.ts';

interface NumbersHost {
  readonly isMoving: () => boolean;
  /** Called when new numbers are available. */
  readonly news: () => void;
  readonly fail: (error: unknown) => void;
  readonly language: () => string;
}

/** Computes the numbers of a lesson's state, by `compute` or by a session that keeps objects in the engine. */
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
    // A change of the beat alone does not change the numbers.
    const isSame = names.every((name) => state[name] === last?.state[name]);
    if (last !== undefined && isSame && !this.#isStale) return last.numbers;
    const isMoving = this.host.isMoving();
    // `compute` keeps the scales during a drag, so the end of the drag needs a new computation.
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

  /** Requests new numbers for the same state. */
  refresh(): void {
    this.#isStale = true;
    this.host.news();
  }

  /** Tells a session that the page has another language; other numbers do not depend on it. */
  onLanguage(): void {
    if (this.#session) this.refresh();
  }

  /** Frees the objects that the session keeps in the engine. */
  release(): void {
    this.#session?.release();
    this.#session = undefined;
    // The next computation starts a new session, even if the state is the same.
    this.#isStale = true;
  }
}

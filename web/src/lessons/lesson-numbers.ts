// SPDX-License-Identifier: MIT
import type { Engine } from '../engine/index.ts';
import type { LessonDefinition, Session } from './define-lesson.ts';
import type { Computed, LessonMessages } from './scene.ts';

interface NumbersHost {
  readonly isMoving: () => boolean;
  /** There are more numbers. */
  readonly news: () => void;
  readonly fail: (error: unknown) => void;
  readonly language: () => string;
}

/** The numbers of a lesson's state: computed anew for each state, or by a session that keeps something in the engine. */
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
    // Another beat is another state, with the same numbers.
    const isSame = names.every((name) => state[name] === last?.state[name]);
    if (last !== undefined && isSame && !this.#isStale) return last.numbers;
    const isMoving = this.host.isMoving();
    // Scales that were kept during a drag are made anew where it ends.
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

  /** Has the numbers asked for again, though the state is the same. */
  refresh(): void {
    this.#isStale = true;
    this.host.news();
  }

  /** Tells a session that the page has another language; other numbers do not depend on it. */
  onLanguage(): void {
    if (this.#session) this.refresh();
  }

  /** Frees what the session keeps in the engine. */
  release(): void {
    this.#session?.release();
    this.#session = undefined;
  }
}

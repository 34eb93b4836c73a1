// SPDX-License-Identifier: MIT

/** Milliseconds from one job to the next at least: pictures that follow sooner cannot be told apart. */
const LEAST_BETWEEN = 30;
/** Clocks are coarse: a step that seems to take no time takes less than this. */
const LEAST_STEP = 0.001;
/** The part of the last job in what is known of the speed. */
const LAST_SHARE = 0.3;

/** How fast jobs are, and when the next may begin. */
export class Pace {
  #begun = Number.NEGATIVE_INFINITY;
  /** Milliseconds of a step: within a job, and from one job to the next. */
  #perStep: number | undefined;
  #between: number | undefined;
  #last: number | undefined;

  get stepsPerSecond(): number | undefined {
    return this.#between && 1000 / this.#between;
  }

  /** How long the next job has to wait. */
  wait(): number {
    return Math.max(0, this.#begun + LEAST_BETWEEN - performance.now());
  }

  stepsWithin(budget: number): number {
    return this.#perStep === undefined
      ? 1
      : Math.max(1, Math.floor(budget / Math.max(this.#perStep, LEAST_STEP)));
  }

  begin(): void {
    const now = performance.now();
    // A tab that was hidden, or a pause, says nothing of the speed.
    const passed = now - this.#begun;
    if (this.#last !== undefined && passed < 2000)
      this.#between = mixed(this.#between, passed / this.#last);
    this.#begun = now;
    this.#last = undefined;
  }

  /** @param took  milliseconds of the job */
  end(count: number, took: number): void {
    this.#last = count;
    this.#perStep = mixed(this.#perStep, took / count);
  }

  forget(): void {
    this.#perStep = undefined;
    this.#between = undefined;
    this.#last = undefined;
  }
}

const mixed = (known: number | undefined, last: number): number =>
  known === undefined ? last : known + LAST_SHARE * (last - known);

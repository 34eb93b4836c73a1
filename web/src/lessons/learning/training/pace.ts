// SPDX-License-Identifier: MIT

/**
 * Minimum time in milliseconds between the starts of two training jobs. Readers would not see more frequent updates of
 * the figure.
 */
const LEAST_BETWEEN = 30;
/**
 * Lower limit of the measured time per training step in milliseconds, which is used as a divisor. With a coarse clock,
 * a short job can appear to take no time.
 */
const LEAST_STEP = 0.001;
/** Weight of the latest job in the exponential moving average of the speed. */
const LAST_SHARE = 0.3;

/** Measures the speed of training jobs, and determines when the next one may start. */
export class Pace {
  #begun = Number.NEGATIVE_INFINITY;
  /**
   * Moving averages of the milliseconds per training step: within a job (`#perStep`), and including the time between
   * jobs (`#between`).
   */
  #perStep: number | undefined;
  #between: number | undefined;
  #last: number | undefined;

  get stepsPerSecond(): number | undefined {
    return this.#between && 1000 / this.#between;
  }

  /** The time in milliseconds until the next job may start. */
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
    // A gap of two seconds or more, such as a pause or a hidden tab, does not count as training time.
    const passed = now - this.#begun;
    if (this.#last !== undefined && passed < 2000)
      this.#between = mixed(this.#between, passed / this.#last);
    this.#begun = now;
    this.#last = undefined;
  }

  /**
   * Records the end of a job.
   * @param count  number of training steps in the job
   * @param took  duration of the job in milliseconds
   */
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

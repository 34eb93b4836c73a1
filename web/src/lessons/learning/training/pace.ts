// SPDX-License-Identifier: MIT

/** Minimum time in ms between the starts of two jobs. Readers could not see more frequent updates of the figure. */
const LEAST_BETWEEN = 30;
/** Lower limit of the measured time per training step in ms. With a coarse clock, a job can appear to take no time. */
const LEAST_STEP = 0.001;
/** Weight of the latest job in the exponential moving average of the speed. */
const LAST_SHARE = 0.3;

/** Measures the speed of training jobs, and determines when the next one may start. */
export class Pace {
  #begun = Number.NEGATIVE_INFINITY;
  /** The moving average of the milliseconds per training step within a job. */
  #perStep: number | undefined;

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
    this.#begun = performance.now();
  }

  /**
   * @param count  number of training steps in the job
   * @param took  duration of the job in milliseconds
   */
  end(count: number, took: number): void {
    const last = took / count;
    const known = this.#perStep;
    this.#perStep = known === undefined ? last : known + LAST_SHARE * (last - known);
  }
}

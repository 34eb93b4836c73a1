// SPDX-License-Identifier: MIT

/** The most time in ms that a frame counts. */
const LONGEST_FRAME_MS = 50;

/** Counts the time of an animation. On a device with slow frames, it takes longer instead of jumping to its end. */
export class FrameClock {
  #last: number | undefined;
  #elapsed = 0;

  /** @param now  the time of a frame in ms. @returns the time since the first frame in ms */
  tick(now: number): number {
    this.#elapsed += Math.min(now - (this.#last ?? now), LONGEST_FRAME_MS);
    this.#last = now;
    return this.#elapsed;
  }
}

// SPDX-License-Identifier: MIT
// The animation between scenes: interpolates the numbers of the state and the visibility of the figure's parts.
import type { View } from './define.ts';

const DURATION_MS = 480;

const eased = (t: number): number => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2);

/** Interpolates between two views that have the same parts. */
export const viewBetween = (from: View, to: View, share: number): View =>
  Object.fromEntries(
    Object.entries(to).map(([part, end]) => {
      const start = from[part] ?? end;
      return [part, start + (end - start) * share];
    }),
  );

export const prefersStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Maximum time in ms by which a frame advances the animation. */
const LONGEST_FRAME_MS = 50;

/** The time of an animation. On a device with slow frames, the animation takes longer instead of jumping to its end. */
class FrameClock {
  #last: number | undefined;
  #elapsed = 0;

  /** Returns the elapsed time of the animation in ms. `now` is the time of the frame in ms. */
  tick(now: number): number {
    this.#elapsed += Math.min(now - (this.#last ?? now), LONGEST_FRAME_MS);
    this.#last = now;
    return this.#elapsed;
  }
}

/** Calls back once per frame with the completed share of the animation, until the share is 1. */
export class Travel {
  #frame: number | undefined;

  get isOn(): boolean {
    return this.#frame !== undefined;
  }

  start(onShare: (share: number) => void): void {
    this.stop();
    const clock = new FrameClock();
    const step = (now: number) => {
      const share = Math.min(clock.tick(now) / DURATION_MS, 1);
      this.#frame = share < 1 ? requestAnimationFrame(step) : undefined;
      onShare(eased(share));
    };
    this.#frame = requestAnimationFrame(step);
  }

  stop(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
  }
}

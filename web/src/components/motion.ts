// SPDX-License-Identifier: MIT
import { interpolateNumberArray } from 'd3-interpolate';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

const DURATION_MS = 300;
/** A slower frame counts as this long, so that the animation stays visible on a slow device. */
const LONGEST_FRAME_MS = 50;

const eased = (t: number): number => t * t * (3 - 2 * t);

/** Animates a list of numbers, one step per frame. Readers who prefer reduced motion see the goal at once. */
export class Motion implements ReactiveController {
  #now: readonly number[] = [];
  #goal: readonly number[] = [];
  #frame: number | undefined;

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  get now(): readonly number[] {
    return this.#now;
  }

  get isMoving(): boolean {
    return this.#frame !== undefined;
  }

  /**
   * Starts an animation to `goal`, except for the first goal.
   * @returns whether the goal has changed
   */
  to(goal: readonly number[]): boolean {
    if (String(goal) === String(this.#goal)) return false;
    const isFirst = this.#goal.length === 0;
    this.#stop();
    this.#goal = goal;
    if (isFirst || matchMedia('(prefers-reduced-motion: reduce)').matches) this.#now = goal;
    else this.#begin(goal);
    return !isFirst;
  }

  /** Stops the animation; the current numbers become the goal. */
  hold(): void {
    this.#stop();
    this.#goal = this.#now;
  }

  hostDisconnected(): void {
    this.#stop();
    this.#now = this.#goal;
  }

  #begin(goal: readonly number[]): void {
    const at = interpolateNumberArray([...this.#now], [...goal]);
    let elapsed = 0;
    let last: number | undefined;
    const step = (time: number) => {
      elapsed += Math.min(time - (last ?? time), LONGEST_FRAME_MS);
      last = time;
      const isOver = elapsed >= DURATION_MS;
      // The interpolator reuses its output array, so copy it.
      this.#now = isOver ? goal : [...at(eased(elapsed / DURATION_MS))];
      this.#frame = isOver ? undefined : requestAnimationFrame(step);
      this.host.requestUpdate();
    };
    this.#frame = requestAnimationFrame(step);
  }

  #stop(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
  }
}

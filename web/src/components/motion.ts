// SPDX-License-Identifier: MIT
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { FrameClock } from './frame-clock.ts';

const DURATION_MS = 300;

const eased = (t: number): number => t * t * (3 - 2 * t);

/** Animates a list of numbers, one step per frame. If the reader prefers reduced motion, the numbers change at once. */
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
   * Starts an animation to the numbers in `goal`. The first call sets them without an animation.
   * @returns whether `goal` differs from the previous goal; false in the first call, which has no previous goal
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

  /** Stops the animation. The current numbers become the goal. */
  hold(): void {
    this.#stop();
    this.#goal = this.#now;
  }

  hostDisconnected(): void {
    this.#stop();
    this.#now = this.#goal;
  }

  #begin(goal: readonly number[]): void {
    const start = this.#now;
    const at = (share: number) =>
      goal.map((end, i) => (start[i] ?? end) * (1 - share) + end * share);
    const clock = new FrameClock();
    const step = (time: number) => {
      const elapsed = clock.tick(time);
      const isOver = elapsed >= DURATION_MS;
      this.#now = isOver ? goal : at(eased(elapsed / DURATION_MS));
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

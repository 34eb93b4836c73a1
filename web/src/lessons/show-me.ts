// SPDX-License-Identifier: MIT
import { FrameClock } from '../components/frame-clock.ts';
import type { Field } from '../state/fields.ts';
import type { Change } from './lesson.ts';

const DURATION_MS = 700;
const INPUTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** The lesson whose state the animation changes. */
export interface WalkHost<State> {
  readonly fieldOf: (name: keyof State) => Field<unknown>;
  readonly onState: (change: Partial<State>, how: Change, isLast: boolean) => void;
}

/**
 * For the button "Show me": returns the state from which its animation starts, and the changes that it makes one after
 * the other. If the current state already has all values of the last change, these fields start from their initial
 * values, because otherwise nothing would move.
 */
export function wayOf<State extends object>(
  show: Partial<State> | readonly Partial<State>[],
  state: State,
  initial: State,
): readonly [from: State, stops: readonly Partial<State>[]] {
  const stops = (Array.isArray(show) ? show : [show]) as readonly Partial<State>[];
  const last: Partial<State> = stops.at(-1) ?? {};
  const names = Object.keys(last) as (keyof State)[];
  const isThere = hasAll(state, last);
  const way = isThere ? names.map((name) => [name, initial[name]]) : [];
  return [{ ...state, ...Object.fromEntries(way) }, stops];
}

/** Whether a state already has all values of a change. Values are compared as strings, as in the URL. */
const hasAll = <State extends object>(state: State, change: Partial<State>): boolean =>
  (Object.keys(change) as (keyof State)[]).every(
    (name) => String(state[name]) === String(change[name]),
  );

/**
 * Easing with the smoothstep function, which is slow at both ends.
 * @param part  the share of the animation's time that has passed, from 0 to 1
 */
const eased = (part: number): number => part * part * (3 - 2 * part);

/**
 * Animates a lesson's state through a list of states. The engine computes the numbers of every frame. Any input by the
 * reader stops the animation. If the reader prefers reduced motion, the last state is shown at once.
 */
export class StateWalk<State extends object> {
  #frame = 0;
  #isBegun = false;
  readonly #stop = () => {
    this.cancel();
    // Reports that the animation has ended, so that screen readers announce the result.
    this.host.onState({}, 'rest', true);
  };

  constructor(private readonly host: WalkHost<State>) {}

  start(from: State, stops: readonly Partial<State>[]): void {
    this.cancel();
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.host.onState(Object.assign({}, ...stops), 'jump', true);
      return;
    }
    for (const type of INPUTS) addEventListener(type, this.#stop, { capture: true, passive: true });
    this.#isBegun = false;
    this.#go(from, stops);
  }

  /** Stops the animation without a report to the host. */
  cancel(): void {
    if (this.#frame === 0) return;
    cancelAnimationFrame(this.#frame);
    this.#end();
  }

  #go(from: State, [to, ...rest]: readonly Partial<State>[]): void {
    if (to === undefined) {
      this.#end();
      return;
    }
    const clock = new FrameClock();
    const step = (now: number) => {
      const part = Math.min(clock.tick(now) / DURATION_MS, 1);
      if (part < 1) {
        this.#frame = requestAnimationFrame(step);
        this.#tell(from, this.#between(from, to, eased(part)), 'step');
        return;
      }
      this.#tell(from, { ...from, ...to }, rest.length > 0 ? 'step' : 'rest');
      this.#go({ ...from, ...to }, rest);
    };
    this.#frame = requestAnimationFrame(step);
  }

  // The first change adds a history entry, so that the back button undoes the whole animation. On a fast display, the
  // first frames may not change any value. They are skipped, because an unchanged URL would add no entry.
  #tell(from: State, change: Partial<State>, how: Change): void {
    if (!this.#isBegun && how === 'step' && hasAll(from, change)) return;
    this.host.onState(change, this.#isBegun ? how : 'jump', how === 'rest');
    this.#isBegun = true;
  }

  #end(): void {
    this.#frame = 0;
    for (const type of INPUTS) removeEventListener(type, this.#stop, { capture: true });
  }

  #between(from: State, to: Partial<State>, part: number): Partial<State> {
    const names = Object.keys(to) as (keyof State)[];
    const between = names.map((name) => {
      const field = this.host.fieldOf(name);
      return [name, field.between(from[name], to[name], part)];
    });
    return { ...from, ...(Object.fromEntries(between) as Partial<State>) };
  }
}

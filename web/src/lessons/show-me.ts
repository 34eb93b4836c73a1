// SPDX-License-Identifier: MIT
import type { Field } from '../state/fields.ts';
import type { Change } from './lesson.ts';

const DURATION_MS = 700;
const INPUTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** The lesson whose state changes. */
export interface WalkHost<State> {
  readonly fieldOf: (name: keyof State) => Field<unknown>;
  readonly onState: (change: Partial<State>, how: Change, isLast: boolean) => void;
}

/**
 * The start of the animation by "Show me", and its stops. If the reader is at the last stop already, the animation
 * starts from the initial state.
 */
export function wayOf<State extends object>(
  show: Partial<State> | readonly Partial<State>[],
  state: State,
  initial: State,
): readonly [from: State, stops: readonly Partial<State>[]] {
  const stops = (Array.isArray(show) ? show : [show]) as readonly Partial<State>[];
  const last: Partial<State> = stops.at(-1) ?? {};
  const names = Object.keys(last) as (keyof State)[];
  const isThere = names.every((name) => String(state[name]) === String(last[name]));
  const way = isThere ? names.map((name) => [name, initial[name]]) : [];
  return [{ ...state, ...Object.fromEntries(way) }, stops];
}

/** Smoothstep: slow at both ends. */
const eased = (part: number): number => part * part * (3 - 2 * part);

/**
 * Animates a state through other states. The engine computes every frame. Any input of the reader stops the animation.
 * Readers who prefer reduced motion see the last state at once.
 */
export class StateWalk<State extends object> {
  #frame = 0;
  #isBegun = false;
  readonly #stop = () => {
    this.cancel();
    // Report that the motion has ended, so that screen readers announce the result.
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

  /** Stops the animation without a report. */
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
    let began: number | undefined;
    const step = (now: number) => {
      if (began === undefined) {
        began = now;
        this.#frame = requestAnimationFrame(step);
        return;
      }
      const part = Math.min((now - began) / DURATION_MS, 1);
      if (part < 1) {
        this.#frame = requestAnimationFrame(step);
        this.#tell(this.#between(from, to, eased(part)), 'step');
        return;
      }
      this.#tell({ ...from, ...to }, rest.length > 0 ? 'step' : 'rest');
      this.#go({ ...from, ...to }, rest);
    };
    this.#frame = requestAnimationFrame(step);
  }

  // The first frame adds a history entry, so that "back" undoes the whole animation.
  #tell(change: Partial<State>, how: Change): void {
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

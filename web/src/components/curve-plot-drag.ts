// SPDX-License-Identifier: MIT
import { drawingScale } from './text-scale.ts';

/** What can be dragged in a plot: one of its points, or its cursor. */
export type DragTarget = number | 'cursor';

export interface DragHost {
  /** Where the target lies, in pixels of the plot; of the cursor, its handle. */
  place(target: DragTarget): readonly [px: number, py: number];
  points(): number;
  /** A target that stays where it is: no press takes hold of it. */
  isLocked(target: DragTarget): boolean;
  move(target: DragTarget, px: number, py: number, final: boolean): void;
  /** Remembers where the target is; the function returned brings it back there. */
  hold(target: DragTarget): () => void;
  hover(index: number | undefined): void;
  focus(target: DragTarget): void;
}

/** How far from a target's middle a press still takes it, in pixels. */
export const REACH = 24;

/** A hand that only presses trembles this much, in pixels. */
const TREMOR = 3;

interface Drag {
  readonly target: DragTarget;
  readonly pointerId: number;
  readonly surface: Element;
  /** Where the press was. */
  readonly from: readonly [px: number, py: number];
  /** From the press to the target's middle: held off its middle, a target must not jump. */
  readonly grip: readonly [px: number, py: number];
  /** A finger on the free surface may be about to scroll the page. */
  readonly mayScroll: boolean;
  readonly restore: () => void;
  last: PointerEvent;
  hasBegun: boolean;
}

/**
 * Pointer drags in a plot. A press near a point or the cursor's handle takes hold of it; anywhere
 * else it takes the cursor to that place. The pointer is captured, so a drag ends wherever it is
 * let go.
 */
export class PlotDrag {
  #drag: Drag | undefined;

  constructor(
    private readonly element: HTMLElement,
    private readonly host: DragHost,
  ) {}

  get target(): DragTarget | undefined {
    return this.#drag?.target;
  }

  readonly down = (event: PointerEvent): void => {
    if (event.button !== 0 || this.#drag !== undefined) return;
    const from = this.#locate(event);
    const held = this.#held(from);
    const target = held ?? 'cursor';
    if (this.host.isLocked(target)) return;
    const drag: Drag = {
      target,
      pointerId: event.pointerId,
      surface: event.currentTarget as Element,
      from,
      grip: held === undefined ? [0, 0] : this.#wayTo(held, from),
      mayScroll: held === undefined && event.pointerType !== 'mouse',
      restore: this.host.hold(target),
      last: event,
      hasBegun: false,
    };
    this.#drag = drag;
    drag.surface.setPointerCapture(event.pointerId);
    for (const [type, listener] of this.#listeners) drag.surface.addEventListener(type, listener);
    this.host.hover(target === 'cursor' ? undefined : target);
    if (held !== undefined || drag.mayScroll) return;
    drag.hasBegun = true;
    this.#move(drag, false);
  };

  readonly over = (event: PointerEvent): void => {
    if (this.#drag !== undefined) return;
    const nearest = this.#nearest(...this.#locate(event));
    this.host.hover(nearest === 'cursor' ? undefined : nearest);
  };

  readonly leave = (): void => {
    if (this.#drag === undefined) this.host.hover(undefined);
  };

  /** Where grips overlap, the focus must go to what the drag takes, not to what lies on top. */
  readonly press = (event: MouseEvent): void => {
    if (event.button !== 0) return;
    const target = this.target ?? this.#held(this.#locate(event)) ?? 'cursor';
    if (this.host.isLocked(target)) return;
    event.preventDefault();
    this.host.focus(target);
  };

  /** Engines do not all heed `touch-action` of parts of a picture, so scrolling is refused here too. */
  readonly touch = {
    passive: false,
    handleEvent: (event: TouchEvent): void => {
      const finger = event.changedTouches[0];
      const held = finger && this.#held(this.#locate(finger));
      if (held === undefined) return;
      event.preventDefault();
      // No mouse events follow, which would bring the focus.
      this.host.focus(this.target ?? held);
    },
  };

  /** Ends a drag without a word, for a plot that leaves the page. */
  stop(): void {
    const drag = this.#drag;
    this.#drag = undefined;
    if (drag === undefined) return;
    for (const [type, listener] of this.#listeners) {
      drag.surface.removeEventListener(type, listener);
    }
  }

  readonly #onMove = (drag: Drag, event: PointerEvent): void => {
    drag.last = event;
    drag.hasBegun ||= this.#isDrag(drag);
    if (drag.hasBegun) this.#move(drag, false);
  };

  readonly #onUp = (drag: Drag, event: PointerEvent): void => {
    this.stop();
    drag.last = event;
    if (drag.hasBegun || drag.mayScroll) this.#move(drag, true);
  };

  // The browser took the pointer for itself, to scroll: its event has no place of its own.
  readonly #onCancel = (drag: Drag): void => {
    this.stop();
    if (drag.hasBegun) drag.restore();
  };

  readonly #onLost = (drag: Drag): void => {
    this.stop();
    if (drag.hasBegun) this.#move(drag, true);
  };

  readonly #listeners = Object.entries({
    pointermove: this.#onMove,
    pointerup: this.#onUp,
    pointercancel: this.#onCancel,
    lostpointercapture: this.#onLost,
  }).map(([type, run]) => [type, this.#ofDrag(run)] as const);

  /** Other fingers have no part in a drag. */
  #ofDrag(run: (drag: Drag, event: PointerEvent) => void): (event: Event) => void {
    return (event) => {
      const drag = this.#drag;
      if (drag?.pointerId === (event as PointerEvent).pointerId) run(drag, event as PointerEvent);
    };
  }

  #isDrag({ from, last, mayScroll }: Drag): boolean {
    const [dx, dy] = this.#wayTo(from, this.#locate(last)).map(Math.abs) as [number, number];
    return mayScroll ? dx > TREMOR && dx > dy : Math.hypot(dx, dy) > TREMOR;
  }

  #move({ target, grip, last }: Drag, final: boolean): void {
    const [px, py] = this.#locate(last);
    this.host.move(target, px + grip[0], py + grip[1], final);
  }

  #wayTo(
    to: DragTarget | readonly [number, number],
    from: readonly [number, number],
  ): readonly [px: number, py: number] {
    const [x, y] = typeof to === 'object' ? to : this.host.place(to);
    return [x - from[0], y - from[1]];
  }

  #locate(event: { clientX: number; clientY: number }): readonly [px: number, py: number] {
    const box = this.element.getBoundingClientRect();
    const scale = drawingScale(this.element);
    return [(event.clientX - box.left) / scale, (event.clientY - box.top) / scale];
  }

  /** What a press at a place takes hold of. */
  #held(at: readonly [px: number, py: number]): DragTarget | undefined {
    return this.#nearest(...at, (target) => !this.host.isLocked(target));
  }

  #nearest(
    px: number,
    py: number,
    counts = (_target: DragTarget): boolean => true,
  ): DragTarget | undefined {
    let found: DragTarget | undefined;
    let shortest = REACH;
    for (const target of ['cursor', ...Array(this.host.points()).keys()] as DragTarget[]) {
      if (!counts(target)) continue;
      const [x, y] = this.host.place(target);
      const distance = Math.hypot(x - px, y - py);
      if (distance < shortest) {
        shortest = distance;
        found = target;
      }
    }
    return found;
  }
}

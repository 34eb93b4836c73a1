// SPDX-License-Identifier: MIT

export type Point = readonly [x: number, y: number];

export interface DragOptions {
  /** Where an event is, in pixels of the figure. */
  locate(event: PointerEvent): Point;
  /** On a finger that may be about to scroll the page, only sideways moves begin a drag, and a tap moves too. */
  readonly mayScroll: boolean;
  move(at: Point, final: boolean): void;
  /** The browser took the pointer for itself, to scroll. */
  restore(): void;
  /** The drag is over, before its last move. */
  ended(): void;
}

/** A hand that only presses trembles this much, in pixels. */
const TREMOR = 3;

/** One drag, from a press to its end. The pointer is captured, so it ends wherever it is let go. */
export class PointerDrag {
  readonly #from: Point;
  #last: Point;
  #hasBegun = false;

  constructor(
    private readonly press: PointerEvent,
    private readonly surface: Element,
    private readonly options: DragOptions,
  ) {
    this.#from = options.locate(press);
    this.#last = this.#from;
    surface.setPointerCapture(press.pointerId);
    for (const [type, listener] of this.#listeners) surface.addEventListener(type, listener);
  }

  /** Moves to where the press was, without waiting for a move. */
  begin(): void {
    this.#hasBegun = true;
    this.options.move(this.#last, false);
  }

  /** Ends the drag without a word. */
  stop(): void {
    for (const [type, listener] of this.#listeners)
      this.surface.removeEventListener(type, listener);
  }

  readonly #onMove = (event: PointerEvent): void => {
    this.#last = this.options.locate(event);
    const dx = Math.abs(this.#last[0] - this.#from[0]);
    const dy = Math.abs(this.#last[1] - this.#from[1]);
    const isFar = this.options.mayScroll ? dx > TREMOR && dx > dy : Math.hypot(dx, dy) > TREMOR;
    this.#hasBegun ||= isFar;
    if (this.#hasBegun) this.options.move(this.#last, false);
  };

  readonly #onUp = (event: PointerEvent): void => {
    this.#last = this.options.locate(event);
    this.#hasBegun ||= this.options.mayScroll;
    this.#onLost();
  };

  // This event, and a cancelled one, have no place of their own.
  readonly #onLost = (): void => {
    this.#end();
    if (this.#hasBegun) this.options.move(this.#last, true);
  };

  readonly #onCancel = (): void => {
    this.#end();
    if (this.#hasBegun) this.options.restore();
  };

  #end(): void {
    this.stop();
    this.options.ended();
  }

  readonly #listeners = Object.entries({
    pointermove: this.#onMove,
    pointerup: this.#onUp,
    pointercancel: this.#onCancel,
    lostpointercapture: this.#onLost,
  }).map(([type, run]) => {
    // Other fingers have no part in a drag.
    const listener = (event: Event) => {
      if ((event as PointerEvent).pointerId === this.press.pointerId) run(event as PointerEvent);
    };
    return [type, listener] as const;
  });
}

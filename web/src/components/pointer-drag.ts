// SPDX-License-Identifier: MIT

export type Point = readonly [x: number, y: number];

export interface DragOptions {
  /** The position of an event in pixels of the figure. */
  locate(event: PointerEvent): Point;
  /** For a finger that may scroll the page: only a horizontal move starts a drag, and a tap also moves the handle. */
  readonly mayScroll: boolean;
  move(at: Point, final: boolean): void;
  /** Called if the browser cancels the drag in order to scroll. */
  restore(): void;
  /** Called when the drag ends, before the final `move`. */
  ended(): void;
}

/** Moves of fewer pixels than this are not a drag. */
const TREMOR = 3;

/** One drag, from press to release. The pointer is captured, so that a release outside the figure also ends it. */
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

  /** Moves the handle to the press at once. */
  begin(): void {
    this.#hasBegun = true;
    this.options.move(this.#last, false);
  }

  /** Ends the drag without calling `move`. */
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

  // A `lostpointercapture` event has no useful position, so the last known one is used.
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
    // Ignore other fingers.
    const listener = (event: Event) => {
      if ((event as PointerEvent).pointerId === this.press.pointerId) run(event as PointerEvent);
    };
    return [type, listener] as const;
  });
}

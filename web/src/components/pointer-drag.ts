// SPDX-License-Identifier: MIT

export type Point = readonly [x: number, y: number];

export interface DragOptions {
  /** Returns the position of an event, in px of the window or in units of a figure's view box. */
  locate(event: PointerEvent): Point;
  /** Whether touches may scroll the page. If so, only a horizontal move starts a drag, and a tap moves the handle. */
  readonly mayScroll: boolean;
  move(at: Point, final: boolean): void;
  /** Called if scrolling or zooming cancels a drag that has begun. Must move the handle back to its start. */
  restore(): void;
  /** Called on cancellation, even if no move has started the drag yet. */
  cancelled?(): void;
  /** Called on release or cancellation, before the last call of `move` or the call of `restore`. */
  ended(): void;
}

/** A drag starts after a move by more than this distance, in px of the window, because hands tremble. */
const TREMOR = 3;

/** One drag, from press to release. The pointer is captured, so that a release outside `surface` also ends the drag. */
export class PointerDrag {
  #last: Point;
  #hasBegun = false;
  readonly #listening = new AbortController();

  constructor(
    private readonly press: PointerEvent,
    surface: Element,
    private readonly options: DragOptions,
  ) {
    this.#last = options.locate(press);
    surface.setPointerCapture(press.pointerId);
    const { signal } = this.#listening;
    for (const [type, run] of Object.entries(this.#listeners))
      surface.addEventListener(
        type,
        (event) => {
          if ((event as PointerEvent).pointerId === press.pointerId) run(event as PointerEvent);
        },
        { signal },
      );
    surface.ownerDocument.addEventListener('pointerdown', this.#onOther, { capture: true, signal });
  }

  readonly #onOther = ({ pointerId }: PointerEvent): void => {
    if (pointerId !== this.press.pointerId && !this.#hasBegun) this.#onCancel();
  };

  readonly #onMove = (event: PointerEvent): void => {
    this.#last = this.options.locate(event);
    const dx = Math.abs(event.clientX - this.press.clientX);
    const dy = Math.abs(event.clientY - this.press.clientY);
    const isFar = this.options.mayScroll ? dx > TREMOR && dx > dy : Math.hypot(dx, dy) > TREMOR;
    this.#hasBegun ||= isFar;
    if (this.#hasBegun) this.options.move(this.#last, false);
  };

  readonly #onUp = (event: PointerEvent): void => {
    this.#last = this.options.locate(event);
    this.#hasBegun ||= this.options.mayScroll;
    this.#onLost();
  };

  // The position in a `lostpointercapture` event is not reliable, so the position of the previous event is used.
  readonly #onLost = (): void => {
    this.#end();
    if (this.#hasBegun) this.options.move(this.#last, true);
  };

  readonly #onCancel = (): void => {
    this.options.cancelled?.();
    this.#end();
    if (this.#hasBegun) this.options.restore();
  };

  #end(): void {
    this.#listening.abort();
    this.options.ended();
  }

  readonly #listeners: Readonly<Record<string, (event: PointerEvent) => void>> = {
    pointermove: this.#onMove,
    pointerup: this.#onUp,
    pointercancel: this.#onCancel,
    lostpointercapture: this.#onLost,
  };
}

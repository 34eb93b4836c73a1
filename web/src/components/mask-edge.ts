// SPDX-License-Identifier: MIT
import { drawingScale } from './text-scale.ts';

/** Where an edge was moved to; `final` is false during a drag. */
export interface EdgeMove {
  readonly index: number;
  readonly value: number;
  readonly final: boolean;
}

interface Drag {
  readonly index: number;
  readonly pointerId: number;
  readonly grip: Element;
  readonly before: number;
  value: number;
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/**
 * Moves edges by pointer and by keys, and tells its element.
 * @fires al-edge EdgeMove
 */
export class MaskEdge {
  #drag: Drag | undefined;

  constructor(
    private readonly element: HTMLElement,
    /** The value at a place, in pixels from the element's left. */
    private readonly valueAt: (px: number) => number,
  ) {}

  down(event: PointerEvent, index: number, value: number): void {
    if (event.button !== 0 || this.#drag !== undefined) return;
    event.preventDefault();
    const grip = event.currentTarget as SVGElement;
    grip.focus();
    grip.setPointerCapture(event.pointerId);
    this.#drag = { index, pointerId: event.pointerId, grip, before: value, value };
    for (const [type, listener] of this.#listeners) grip.addEventListener(type, listener);
  }

  /** Engines do not all heed `touch-action` of parts of a picture, so scrolling is refused here too. */
  readonly touch = {
    passive: false,
    handleEvent: (event: TouchEvent): void => event.preventDefault(),
  };

  key(event: KeyboardEvent, index: number, value: number, most: number): void {
    const step = STEPS[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = Math.min(Math.max(value + step, 0), most);
    if (next !== value) this.#tell({ index, value: next, final: true });
  }

  /** Ends a drag without a word. */
  stop(): Drag | undefined {
    const drag = this.#drag;
    this.#drag = undefined;
    for (const [type, listener] of this.#listeners) drag?.grip.removeEventListener(type, listener);
    return drag;
  }

  readonly #onMove = (event: PointerEvent): void => {
    const drag = this.#drag;
    if (drag?.pointerId !== event.pointerId) return;
    const x = event.clientX - this.element.getBoundingClientRect().left;
    const value = this.valueAt(x / drawingScale(this.element));
    if (value === drag.value) return;
    drag.value = value;
    this.#tell({ index: drag.index, value, final: false });
  };

  readonly #onEnd = (event: PointerEvent): void => {
    if (this.#drag?.pointerId !== event.pointerId) return;
    const { index, value, before } = this.stop() as Drag;
    // The browser took the pointer for itself, to scroll.
    const isTaken = event.type === 'pointercancel';
    if (value !== before) this.#tell({ index, value: isTaken ? before : value, final: true });
  };

  readonly #listeners = Object.entries({
    pointermove: this.#onMove,
    pointerup: this.#onEnd,
    pointercancel: this.#onEnd,
    lostpointercapture: this.#onEnd,
  }).map(([type, run]) => [type, (event: Event) => run(event as PointerEvent)] as const);

  #tell(detail: EdgeMove): void {
    this.element.dispatchEvent(new CustomEvent('al-edge', { detail, bubbles: true }));
  }
}

// SPDX-License-Identifier: MIT

/** What can be dragged in a plot: one of its points, or its cursor. */
export type DragTarget = number | 'cursor';

export interface DragHost {
  /** Where the target lies, in pixels of the plot; NaN for a direction that does not matter. */
  place(target: DragTarget): readonly [px: number, py: number];
  points(): number;
  move(target: DragTarget, px: number, py: number, final: boolean): void;
  hover(index: number | undefined): void;
}

const REACH = 24;

/**
 * Pointer drags in a plot. A press near a point takes the point; anywhere else it takes the cursor
 * to that place. The pointer is captured, so a drag ends wherever it is let go.
 */
export class PlotDrag {
  target: DragTarget | undefined;

  constructor(
    private readonly element: HTMLElement,
    private readonly host: DragHost,
  ) {}

  readonly down = (event: PointerEvent): void => {
    if (event.button !== 0 || this.target !== undefined) return;
    const [px, py] = this.locate(event);
    const target = this.nearest(px, py) ?? 'cursor';
    this.target = target;
    const [placeX, placeY] = this.host.place(target);
    // Holding a point off its middle must not make it jump.
    const grip = target === 'cursor' ? [0, 0] : [placeX - px, placeY - py];
    const at = (moved: PointerEvent) => {
      const [x, y] = this.locate(moved);
      return [x + (grip[0] as number), y + (grip[1] as number)] as const;
    };
    const surface = event.currentTarget as Element;
    surface.setPointerCapture(event.pointerId);
    const move = (moved: Event) => {
      this.host.move(target, ...at(moved as PointerEvent), false);
    };
    const end = (ended: Event) => {
      surface.removeEventListener('pointermove', move);
      surface.removeEventListener('pointerup', end);
      surface.removeEventListener('pointercancel', end);
      this.target = undefined;
      this.host.move(target, ...at(ended as PointerEvent), true);
    };
    surface.addEventListener('pointermove', move);
    surface.addEventListener('pointerup', end);
    surface.addEventListener('pointercancel', end);
    this.host.hover(target === 'cursor' ? undefined : target);
    if (target === 'cursor') this.host.move(target, px, py, false);
  };

  readonly over = (event: PointerEvent): void => {
    if (this.target === undefined) this.host.hover(this.nearest(...this.locate(event)));
  };

  readonly leave = (): void => {
    if (this.target === undefined) this.host.hover(undefined);
  };

  private locate(event: PointerEvent): readonly [px: number, py: number] {
    const box = this.element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  private nearest(px: number, py: number): number | undefined {
    let found: number | undefined;
    let shortest = REACH;
    for (let index = 0; index < this.host.points(); index++) {
      const [x, y] = this.host.place(index);
      const distance = Math.hypot(x - px, y - py);
      if (distance < shortest) {
        shortest = distance;
        found = index;
      }
    }
    return found;
  }
}

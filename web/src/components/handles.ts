// SPDX-License-Identifier: MIT
import { minIndex } from 'd3-array';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type Handle, type HandlesOptions, REACH } from './handle.ts';
import { onTrack, stepped, stepsOf } from './handle-keys.ts';
import { type Point, PointerDrag } from './pointer-drag.ts';
import { drawingScale } from './text-scale.ts';

/** Selects the svg element of a figure with handles (movable parts). */
const SURFACE = 'svg[role="group"]';

/** Lets readers move the handles of a figure with mouse, touch and keyboard. */
export class Handles implements ReactiveController {
  #drag: { readonly index: number; readonly pointer: PointerDrag } | undefined;

  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly options: HandlesOptions,
  ) {
    host.addController(this);
    host.addEventListener('pointerdown', this.#onDown);
    host.addEventListener('mousedown', this.#onPress);
    host.addEventListener('touchstart', this.#onTouch, { passive: false });
    host.addEventListener('keydown', this.#onKey);
    if (options.mark === undefined) return;
    host.addEventListener('pointermove', (event) => {
      // During a drag, the figure has just changed, so reading positions here would force a synchronous layout.
      if (!this.isDragging) options.mark?.(this.#nearest(this.#locate(event)));
    });
    host.addEventListener('pointerleave', () => {
      if (!this.isDragging) options.mark?.(undefined);
    });
    host.addEventListener('focusin', (event) => options.mark?.(this.#indexOf(event)));
    host.addEventListener('focusout', () => options.mark?.(undefined));
  }

  get isDragging(): boolean {
    return this.#drag !== undefined;
  }

  hostDisconnected(): void {
    this.#drag?.pointer.stop();
    this.#drag = undefined;
  }

  readonly #onDown = (event: PointerEvent): void => {
    const surface = surfaceOf(event);
    if (event.button !== 0 || this.isDragging || surface === undefined) return;
    const from = this.#locate(event);
    const held = this.#nearest(from, isFree);
    const index = held ?? this.#ground();
    const before = index === undefined ? undefined : this.options.all()[index];
    if (index === undefined || before === undefined) return;
    // During a drag, the handle keeps its initial distance from the pointer, so that it does not jump to the pointer
    // when the drag starts.
    const grip = held === undefined ? from : this.options.place(held, from);
    const mayScroll = held === undefined && event.pointerType !== 'mouse';
    let sent = '';
    const pointer = new PointerDrag(event, surface, {
      locate: (at) => this.#locate(at),
      mayScroll,
      move: ([px, py], final) => {
        const [x, y] = this.options.invert(px + grip[0] - from[0], py + grip[1] - from[1]);
        const tracks = this.options.tracks(index);
        const to = [onTrack(x, tracks.x), tracks.y ? onTrack(y, tracks.y) : before.y] as const;
        if (String(to) !== sent || final) this.#move(index, ...to, final);
        sent = String(to);
      },
      restore: () => this.#move(index, before.x, before.y, true),
      ended: () => {
        this.#drag = undefined;
        this.host.requestUpdate();
      },
    });
    this.#drag = { index, pointer };
    this.options.mark?.(index);
    if (held === undefined && !mayScroll) pointer.begin();
  };

  /** Focuses the handle that the drag moves. If handles overlap, the browser would focus the topmost one. */
  readonly #onPress = (event: MouseEvent): void => {
    if (event.button !== 0 || surfaceOf(event) === undefined) return;
    const index = this.#drag?.index ?? this.#nearest(this.#locate(event), isFree) ?? this.#ground();
    if (index === undefined) return;
    event.preventDefault();
    this.#focus(index);
  };

  /** Prevents scrolling by a touch on a handle, because some browsers ignore `touch-action` on SVG elements. */
  readonly #onTouch = (event: TouchEvent): void => {
    const finger = event.changedTouches[0];
    if (finger === undefined || surfaceOf(event) === undefined) return;
    const held = this.#nearest(this.#locate(finger), isFree);
    if (held === undefined) return;
    event.preventDefault();
    // `preventDefault` also suppresses the mouse events, by which the browser would move the focus. So the handle is
    // focused here.
    this.#focus(this.#drag?.index ?? held);
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    const index = this.#indexOf(event);
    const from = index === undefined ? undefined : this.options.all()[index];
    if (index === undefined || from === undefined || from.isLocked) return;
    const tracks = this.options.tracks(index);
    const steps = stepsOf(event, tracks.y === undefined);
    if (steps === undefined) return;
    event.preventDefault();
    const [x, y] = [stepped(from.x, steps[0], tracks.x), stepped(from.y, steps[1], tracks.y)];
    if (x !== from.x || y !== from.y) this.#move(index, x, y, true);
  };

  #move(index: number, x: number, y: number, final: boolean): void {
    // The handle may have disappeared since the drag started, because of another finger or a reset.
    if (index < this.options.all().length) this.options.moved(index, x, y, final);
  }

  #ground(): number | undefined {
    const ground = this.options.ground?.();
    return ground === undefined || this.options.all()[ground]?.isLocked ? undefined : ground;
  }

  #elements(): Element[] {
    return [...this.host.querySelectorAll(this.options.selector)];
  }

  #indexOf({ target }: Event): number | undefined {
    const index = this.#elements().indexOf(target as Element);
    return index < 0 ? undefined : index;
  }

  #focus(index: number): void {
    (this.#elements()[index] as SVGElement | undefined)?.focus({ preventScroll: true });
  }

  #locate(event: { clientX: number; clientY: number }): Point {
    const box = (this.host.querySelector(SURFACE) ?? this.host).getBoundingClientRect();
    const scale = drawingScale(this.host);
    return [(event.clientX - box.left) / scale, (event.clientY - box.top) / scale];
  }

  #nearest(at: Point, counts = (_: Handle): boolean => true): number | undefined {
    const distances = this.options.all().map((handle, index) => {
      const [x, y] = this.options.place(index, at);
      return counts(handle) ? Math.hypot(x - at[0], y - at[1]) : Number.POSITIVE_INFINITY;
    });
    const index = minIndex(distances);
    return (distances[index] ?? Infinity) < (this.options.reach ?? REACH) ? index : undefined;
  }
}

const isFree = ({ isLocked }: Handle): boolean => isLocked !== true;

const surfaceOf = ({ target }: Event): Element | undefined =>
  (target as Element).closest(SURFACE) ?? undefined;

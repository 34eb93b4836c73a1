// SPDX-License-Identifier: MIT
// A handle in a figure. Its step has a slider for the same number, because a drawn figure is hidden from the keyboard.
import { type SVGTemplateResult, svg } from 'lit';
import { type Point, PointerDrag } from '../components/pointer-drag.ts';

export interface HandMark {
  /** The role whose colour it has. */
  readonly role: string;
  readonly at: Point;
  readonly radius: number;
  /** Whether it moves along a line or over a plane, if at all. Along a line, a finger that moves across it scrolls the page. */
  readonly way: 'fixed' | 'line' | 'free';
  /** Receives the place under the pointer, in px of the figure. */
  readonly move: (at: Point, final: boolean) => void;
}

/** The radius of the area that takes the pointer, in px of the figure. */
const GRIP = 24;

/**
 * A place in the window as one in the figure of a mark. WebKit's `getScreenCTM` leaves out what a host page does to an
 * embed with CSS, so the box of the figure decides.
 */
function placeIn(mark: SVGElement, [x, y]: Point): Point {
  const figure = mark.ownerSVGElement as SVGSVGElement;
  const { left, top, width, height } = figure.getBoundingClientRect();
  const { width: across, height: down } = figure.viewBox.baseVal;
  const scale = Math.min(width / across, height / down);
  return [across / 2 + (x - left - width / 2) / scale, down / 2 + (y - top - height / 2) / scale];
}

export function handMark(mark: HandMark): SVGTemplateResult {
  const { role, at, radius, way, move } = mark;
  const press = (event: PointerEvent) => {
    if (!event.isPrimary || event.button !== 0) return;
    const surface = event.currentTarget as SVGGElement;
    const locate = ({ clientX, clientY }: PointerEvent) => placeIn(surface, [clientX, clientY]);
    event.preventDefault();
    new PointerDrag(event, surface, {
      ...{ locate, move, mayScroll: way === 'line' && event.pointerType === 'touch' },
      restore: () => move(at, true),
      ended: () => {},
    });
  };
  // A finger on a mark that moves over a plane does not scroll the page.
  const keep = (event: Event) => {
    if (way === 'free') event.preventDefault();
  };
  return svg`
    <g class=${`hand ${role} ${way}`} @pointerdown=${press} @touchstart=${keep}>
      <circle class="grip" cx=${at[0]} cy=${at[1]} r=${GRIP} />
      <circle class="tip" cx=${at[0]} cy=${at[1]} r=${radius} />
      <circle class="hole" cx=${at[0]} cy=${at[1]} r=${radius * 0.35} />
    </g>`;
}

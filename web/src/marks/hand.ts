// SPDX-License-Identifier: MIT
// A handle in a figure. Its step has a slider for the same number, because the keyboard cannot reach a figure.
import { type SVGTemplateResult, svg } from 'lit';
import { type Point, PointerDrag } from '../components/pointer-drag.ts';

export interface HandMark {
  /** The role that determines the colour. */
  readonly role: string;
  readonly at: Point;
  readonly radius: number;
  /** Whether the handle moves, and how. With `line`, a finger that moves across the line scrolls the page. */
  readonly way: 'fixed' | 'line' | 'free';
  /** Receives the position of the pointer, in units of the view box. */
  readonly move: (at: Point, final: boolean) => void;
}

/** The radius of the area that responds to the pointer, in units of the view box. */
const GRIP = 24;

/**
 * Converts a position in the window to units of the view box. Uses the box of the figure, because WebKit's
 * `getScreenCTM` ignores CSS of the host page, such as transforms of an embed.
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
  // A finger on a handle that moves freely does not scroll the page.
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

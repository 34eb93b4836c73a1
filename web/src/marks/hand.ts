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

export function handMark(mark: HandMark): SVGTemplateResult {
  const { role, at, radius, way, move } = mark;
  const press = (event: PointerEvent) => {
    if (!event.isPrimary || event.button !== 0) return;
    const surface = event.currentTarget as SVGGElement;
    const locate = ({ clientX, clientY }: PointerEvent): Point => {
      const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(
        surface.getScreenCTM()?.inverse(),
      );
      return [x, y];
    };
    event.preventDefault();
    new PointerDrag(event, surface, {
      ...{ locate, move, mayScroll: way === 'line' && event.pointerType === 'touch' },
      restore: () => move(at, true),
      ended: () => {},
    });
  };
  return svg`
    <g class=${`hand ${role} ${way}`} @pointerdown=${press}>
      <circle class="grip" cx=${at[0]} cy=${at[1]} r=${GRIP} />
      <circle class="tip" cx=${at[0]} cy=${at[1]} r=${radius} />
      <circle class="hole" cx=${at[0]} cy=${at[1]} r=${radius * 0.35} />
    </g>`;
}

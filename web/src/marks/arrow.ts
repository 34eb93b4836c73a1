// SPDX-License-Identifier: MIT
import { type SVGTemplateResult, svg } from 'lit';
import type { Role } from './matrix.ts';

export type Point = readonly [x: number, y: number];

export interface ArrowMark {
  readonly role: Role;
  readonly from: Point;
  readonly to: Point;
  readonly width?: number;
}

/** The length and half the width of an arrow head, as multiples of the line's width. */
const HEAD = { length: 4.5, half: 2 };

/** An arrow whose head ends exactly at `to`. A short arrow has a smaller head, and one of length 0 is a dot. */
export function arrowMark({ role, from, to, width = 3 }: ArrowMark): SVGTemplateResult {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  const scale = Math.min(width, length / (2 * HEAD.length));
  const [ux, uy] = length > 0 ? [dx / length, dy / length] : [0, 0];
  const at = (back: number, aside: number): string =>
    `${(to[0] - ux * back - uy * aside).toFixed(2)} ${(to[1] - uy * back + ux * aside).toFixed(2)}`;
  const [back, half] = [HEAD.length * scale, HEAD.half * scale];
  return svg`
    <g class=${role}>
      <circle class="tip" cx=${from[0]} cy=${from[1]} r=${width} />
      <path class="ray" stroke-width=${width} d="M${from[0]} ${from[1]} L${at(back * 0.8, 0)}" />
      <path class="tip" d="M${at(0, 0)} L${at(back, half)} L${at(back, -half)}z" />
    </g>`;
}

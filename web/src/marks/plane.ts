// SPDX-License-Identifier: MIT
// Arrows from the origin of a plane that has the same scale on both axes.
import { nothing, type SVGTemplateResult, svg } from 'lit';
import { arrowMark, type Point } from './arrow.ts';
import { label } from './label.ts';
import type { Role } from './matrix.ts';

/** Coordinates in units of the plane. */
type Vector = readonly number[];

/** Geometry of a plane. `origin` and `unit` (the length of 1) are in view box units, `reach` in units of the plane. */
export interface Plane {
  readonly origin: readonly [x: number, y: number];
  readonly unit: number;
  readonly reach: readonly [across: number, up: number];
  /** The distance of the marks on the axes, in units of the plane. */
  readonly tick: number;
}

/** Converts coordinates to a point of the view box. */
const placeIn = ({ origin: [left, top], unit }: Plane, [x = 0, y = 0]: Vector): Point => [
  left + unit * x,
  top - unit * y,
];

const ticksTo = (reach: number, step: number) =>
  Array.from({ length: Math.floor(reach / step) }, (_, i) => (i + 1) * step).flatMap((tick) => [
    -tick,
    tick,
  ]);

/** The axes of a plane. Only the outermost ticks have numbers, because arrows would cross the others. */
export function planeMark(plane: Plane, write: (x: number) => string): SVGTemplateResult {
  const { origin, unit, reach, tick: step } = plane;
  const [x, y] = origin;
  const [across, up] = reach;
  const isLast = (tick: number, end: number) => Math.abs(tick) + step > end;
  return svg`
    <path class="axis" d="M${x - across * unit} ${y} h${2 * across * unit} M${x} ${y - up * unit} v${2 * up * unit}" />
    ${ticksTo(across, step).map((tick) => {
      const at = x + tick * unit;
      return svg`<path class="axis" d="M${at} ${y - 4} v8" /> ${isLast(tick, across) ? label(at, y + 15, write(tick), 'middle tick quiet') : nothing}`;
    })}
    ${ticksTo(up, step).map((tick) => {
      const at = y - tick * unit;
      return svg`<path class="axis" d="M${x - 4} ${at} h8" /> ${isLast(tick, up) ? label(x - 9, at, write(tick), 'end tick quiet') : nothing}`;
    })}`;
}

export interface VectorMark {
  readonly part: string;
  readonly role: Role;
  readonly tip: Vector;
  /** The name beyond the tip. An arrow without a name is dashed: it marks an earlier position. */
  readonly name?: string;
  /** Whether the name is beside the tip, so that it does not cover the name of an arrow with the same tip. */
  readonly isAside?: boolean;
}

/** The distance of a name from the tip, in units of the view box. */
const AHEAD = 15;
/** The distance of a text from its dashed line, and an extra horizontal distance per character, in view box units. */
const BESIDE = 17;
const WIDER = 6.5;

export function vectorMark(plane: Plane, mark: VectorMark): SVGTemplateResult {
  const { part, role, tip, name, isAside = false } = mark;
  const [x, y] = placeIn(plane, tip);
  const [left, top] = plane.origin;
  const length = Math.hypot(x - left, y - top);
  const [cos, sin] = length > 0 ? [(x - left) / length, (y - top) / length] : [1, 0];
  const [dx, dy] = isAside ? [-sin, cos] : [cos, sin];
  return svg`
    <g data-part=${part} class=${name === undefined ? 'was' : ''}>
      ${arrowMark({ role, from: plane.origin, to: [x, y] })}
      ${name === undefined ? nothing : label(x + dx * AHEAD, y + dy * AHEAD, name, `title middle halo ${role}`)}
    </g>`;
}

/**
 * Draws a dashed line with a text beside it, on the side that is away from the origin. `along` is the position of the
 * text along the line, from 0 (`from`) to 1 (`to`).
 */
export function apartMark(
  plane: Plane,
  from: Vector,
  to: Vector,
  text: string,
  along: number,
): SVGTemplateResult {
  const [a, b] = [placeIn(plane, from), placeIn(plane, to)];
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const [left, top] = plane.origin;
  const side = Math.sign((a[0] - left) * dy - (a[1] - top) * dx) || 1;
  const aside = side / (Math.hypot(dx, dy) || 1);
  const beside = [aside * dy * (BESIDE + WIDER * text.length), -aside * dx * BESIDE] as const;
  return svg`
    <path class="apart" d="M${a[0]} ${a[1]} L${b[0]} ${b[1]}" />
    ${label(a[0] + along * dx + beside[0], a[1] + along * dy + beside[1], text, 'middle halo')}`;
}

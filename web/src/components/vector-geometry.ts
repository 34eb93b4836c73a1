// SPDX-License-Identifier: MIT
// Computes the geometry of arrows in a figure, in px.

import { range } from 'd3-array';
import type { LabelPlace } from './field-map-labels.ts';
import { linearScale } from './linear-scale.ts';
import type { FrameOptions, PlotFrame } from './plot-frame.ts';
import type { Point } from './pointer-drag.ts';

interface Vector {
  readonly x: number;
  readonly y: number;
}

/** Space for labels, in data units, beyond the largest coordinate that a tip can have. */
const AIR = 0.7;
const TICK = 2;
const HEAD = { length: 13, half: 6 };
const LABEL = { ahead: 9, aside: 11, edge: 24 };
/**
 * If the absolute cosine of the angle between an arrow and the x axis is at least this, the label is to the left or
 * right of the tip. For steeper arrows, it is centred.
 */
const LEANING = 0.5;

/**
 * Computes the layout of a square plane around the origin, with the same scale on both axes.
 * @param reach  the largest absolute coordinate of a tip
 */
export function planeFrame(
  width: number,
  longestSide: number,
  reach: number,
  { format, height = longestSide }: FrameOptions,
): PlotFrame {
  const side = Math.min(width, longestSide, height);
  const all = reach + AIR;
  const x = linearScale([-all, all], [(width - side) / 2, (width + side) / 2]);
  const y = linearScale([-all, all], [side, 0]);
  const ticks = range(TICK, reach + 1e-9, TICK).flatMap((tick) => [-tick, tick]);
  const placed = (scale: typeof x) => ticks.map((at) => ({ place: scale(at), text: format(at) }));
  const [left, right, top, bottom] = [x(-reach), x(reach), y(reach), y(-reach)];
  return {
    width,
    height: side,
    left,
    right,
    top,
    bottom,
    x,
    y,
    xTicks: placed(x),
    yTicks: placed(y),
  };
}

const placeIn = ({ x, y }: PlotFrame, at: Vector): Point => [x(at.x), y(at.y)];

/**
 * The projection of the vector `of` on the line through `first`. `foot` is the foot of the perpendicular. `from` and
 * `to` are the ends of a line that shows the projection. The line is offset by `gap` px: to the right, seen along
 * `first`, if `gap` is positive. Undefined if `first` has the length 0.
 */
export function shadowOf(frame: PlotFrame, first: Vector, of: Vector, gap: number) {
  const length = Math.hypot(first.x, first.y);
  if (length === 0) return undefined;
  const [alongX, alongY] = [first.x / length, first.y / length];
  const reached = of.x * alongX + of.y * alongY;
  const aside = gap / (frame.x(1) - frame.x(0));
  const [asideX, asideY] = [alongY * aside, -alongX * aside];
  const [x, y] = [reached * alongX, reached * alongY];
  return {
    foot: placeIn(frame, { x, y }),
    from: placeIn(frame, { x: asideX, y: asideY }),
    to: placeIn(frame, { x: x + asideX, y: y + asideY }),
  };
}

const turnOf = ({ x, y }: Vector): number => Math.atan2(y, x);

/**
 * The SVG path of an arc around the origin. It goes the shorter way from the direction of `first` to the direction of
 * `to`. Undefined if one of them has the length 0.
 */
export function arcPath(
  frame: PlotFrame,
  first: Vector,
  to: Vector,
  radius: number,
): string | undefined {
  if (Math.hypot(first.x, first.y) === 0 || Math.hypot(to.x, to.y) === 0) return undefined;
  const [zeroX, zeroY] = placeIn(frame, { x: 0, y: 0 });
  const from = turnOf(first);
  let turn = turnOf(to) - from;
  if (turn > Math.PI) turn -= 2 * Math.PI;
  if (turn < -Math.PI) turn += 2 * Math.PI;
  const on = (angle: number, distance: number): Point => [
    zeroX + distance * Math.cos(angle),
    zeroY - distance * Math.sin(angle),
  ];
  const [start, end] = [on(from, radius), on(from + turn, radius)];
  return `M${start.join(' ')}A${radius} ${radius} 0 0 ${turn > 0 ? 0 : 1} ${end.join(' ')}`;
}

/**
 * The SVG path of an arrowhead, and the point at which the arrow's shaft ends (`neck`). Undefined if the arrow is
 * shorter than 1 px, because it has no clear direction then.
 */
export function headPath([fromX, fromY]: Point, [x, y]: Point, head = HEAD) {
  const length = Math.hypot(x - fromX, y - fromY);
  if (length < 1) return undefined;
  const [alongX, alongY] = [(x - fromX) / length, (y - fromY) / length];
  const back = Math.min(head.length, length);
  const [neckX, neckY] = [x - back * alongX, y - back * alongY];
  const half = (head.half * back) / head.length;
  const corner = (sign: number) =>
    `${neckX - sign * half * alongY} ${neckY + sign * half * alongX}`;
  return { neck: [neckX, neckY] as const, path: `M${x} ${y}L${corner(1)}L${corner(-1)}Z` };
}

/**
 * The position of the label at an arrow's tip: beyond the tip and to one side, so that the labels of arrows in the same
 * direction do not overlap. Near an edge of the figure, the label is moved inwards.
 * @param side  the side of the label, seen along the arrow: 1 for the right, −1 for the left
 */
export function labelPlace(
  [fromX, fromY]: Point,
  [tipX, tipY]: Point,
  side: 1 | -1,
  width: number,
): LabelPlace {
  const length = Math.hypot(tipX - fromX, tipY - fromY);
  const [alongX, alongY] = length < 1 ? [0, 1] : [(tipX - fromX) / length, (tipY - fromY) / length];
  const x = tipX + LABEL.ahead * alongX - side * LABEL.aside * alongY;
  const y = tipY + LABEL.ahead * alongY + side * LABEL.aside * alongX;
  if (x > width - LABEL.edge) return { x, y, anchor: 'end' };
  if (x < LABEL.edge) return { x, y, anchor: 'start' };
  if (Math.abs(alongX) < LEANING) return { x, y, anchor: 'middle' };
  return { x, y, anchor: alongX > 0 ? 'start' : 'end' };
}

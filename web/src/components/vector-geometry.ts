// SPDX-License-Identifier: MIT
// Where the parts of arrows lie in the picture, in pixels. Nothing here is a result.

import { range } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { FrameOptions, PlotFrame } from './plot-frame.ts';
import type { Point } from './pointer-drag.ts';

interface Vector {
  readonly x: number;
  readonly y: number;
}

/** Room beyond the reach, in data units, for marks. */
const AIR = 0.7;
const TICK = 2;
const HEAD = { length: 13, half: 6 };
const LABEL = { ahead: 9, aside: 11, edge: 72 };
/** Above this share of its way an arrow points sideways rather than up or down. */
const LEANING = 0.5;

/** A square plane around the origin, with the same scale on both axes. */
export function planeFrame(
  width: number,
  longestSide: number,
  reach: number,
  { format, height = longestSide }: FrameOptions,
): PlotFrame {
  const side = Math.min(width, longestSide, height);
  const all = reach + AIR;
  const x = scaleLinear([-all, all], [(width - side) / 2, (width + side) / 2]);
  const y = scaleLinear([-all, all], [side, 0]);
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

/** The projection of `of` on the line of `first`, drawn `gap` pixels beside it, and its foot on the line. */
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

/** The arc from `first` to `to` about the origin, the short way round. */
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

/** An arrow's head, and where its shaft ends; nothing for an arrow too short to have a direction. */
export function headPath([fromX, fromY]: Point, [x, y]: Point) {
  const length = Math.hypot(x - fromX, y - fromY);
  if (length < 1) return undefined;
  const [alongX, alongY] = [(x - fromX) / length, (y - fromY) / length];
  const back = Math.min(HEAD.length, length);
  const [neckX, neckY] = [x - back * alongX, y - back * alongY];
  const half = (HEAD.half * back) / HEAD.length;
  const corner = (sign: number) =>
    `${neckX - sign * half * alongY} ${neckY + sign * half * alongX}`;
  return { neck: [neckX, neckY] as const, path: `M${x} ${y}L${corner(1)}L${corner(-1)}Z` };
}

/** A text's place, and which end of it stands there. */
export interface LabelPlace {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

/**
 * Where a tip's mark stands: ahead of it, growing away from the origin, and to one side, so that two on one line stay
 * apart. Near an edge of the picture it leans inwards.
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

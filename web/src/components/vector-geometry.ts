// SPDX-License-Identifier: MIT
// Where the parts of arrows lie in the picture, in pixels. Nothing here is a result.

export type Point = readonly [x: number, y: number];

interface Vector {
  readonly x: number;
  readonly y: number;
}

/** Room beyond the reach, in data units, for marks. */
const AIR = 0.7;
const HEAD = { length: 13, half: 6 };
const LABEL = { ahead: 9, aside: 11, edge: 72 };
/** Above this share of its way an arrow points sideways rather than up or down. */
const LEANING = 0.5;

/** Data units to pixels and back, one scale for both axes, the origin in the middle. */
export class PlaneScale {
  private readonly unit: number;

  constructor(
    readonly width: number,
    readonly side: number,
    readonly reach: number,
  ) {
    this.unit = side / (2 * (reach + AIR));
  }

  place(x: number, y: number): Point {
    return [this.width / 2 + x * this.unit, this.side / 2 - y * this.unit];
  }

  at(px: number, py: number): Point {
    return [(px - this.width / 2) / this.unit, (this.side / 2 - py) / this.unit];
  }

  /** A tip's shadow on the line of `first`, drawn `gap` pixels beside it, and the foot on the line. */
  shadow(first: Vector, of: Vector, gap: number) {
    const length = Math.hypot(first.x, first.y);
    if (length === 0) return undefined;
    const [alongX, alongY] = [first.x / length, first.y / length];
    const reached = of.x * alongX + of.y * alongY;
    const aside = gap / this.unit;
    const [asideX, asideY] = [alongY * aside, -alongX * aside];
    const foot = [reached * alongX, reached * alongY] as const;
    return {
      foot: this.place(...foot),
      from: this.place(asideX, asideY),
      to: this.place(foot[0] + asideX, foot[1] + asideY),
    };
  }
}

const turnOf = ({ x, y }: Vector): number => Math.atan2(y, x);

/** The arc from `first` to `to` about the origin, the short way round. */
export function arcPath(
  scale: PlaneScale,
  first: Vector,
  to: Vector,
  radius: number,
): string | undefined {
  if (Math.hypot(first.x, first.y) === 0 || Math.hypot(to.x, to.y) === 0) return undefined;
  const [zeroX, zeroY] = scale.place(0, 0);
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

// SPDX-License-Identifier: MIT

type Point = readonly [x: number, y: number];

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Position and alignment of a label beside its point, in px. */
export interface LabelPlace {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

const WIDTH = 20;
const HEIGHT = 16;
/** Half of the width of a point's mark, in px. */
const MARK = 6;
const GAP = 12;

const SIDES = {
  right: [1, 0, 'start'],
  left: [-1, 0, 'end'],
  above: [0, -1, 'middle'],
  below: [0, 1, 'middle'],
} as const;
export type Side = keyof typeof SIDES;

const around = ([x, y]: Point, width: number, height: number): Box => ({
  left: x - width / 2,
  right: x + width / 2,
  top: y - height / 2,
  bottom: y + height / 2,
});

const meet = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/**
 * Chooses the side of each point for its label: the first side on which the label overlaps no other label or point. The
 * side from `firstSide` is tried first, and is also used if no side is free.
 */
export function placeLabels(
  points: readonly Point[],
  firstSide: (index: number) => Side,
  right: number,
): readonly LabelPlace[] {
  const taken: Box[] = [];
  return points.map(([x, y], index) => {
    const others = points.filter(([px, py]) => px !== x || py !== y);
    const blocked = [...taken, ...others.map((point) => around(point, 2 * MARK, 2 * MARK))];
    const boxAt = (side: Side): Box => {
      const [dx, dy] = SIDES[side];
      const middle: Point = [x + dx * (GAP + WIDTH / 2), y + dy * (GAP + HEIGHT / 2)];
      return around(middle, WIDTH, HEIGHT);
    };
    const sides = [firstSide(index), ...(Object.keys(SIDES) as Side[])];
    const isFree = (side: Side) => {
      const box = boxAt(side);
      return box.right <= right && blocked.every((other) => !meet(box, other));
    };
    const side = sides.find(isFree) ?? firstSide(index);
    taken.push(boxAt(side));
    const [dx, dy, anchor] = SIDES[side];
    return { x: x + dx * GAP, y: y + dy * (GAP + HEIGHT / 2), anchor };
  });
}

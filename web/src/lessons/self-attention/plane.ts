// SPDX-License-Identifier: MIT
import { svg } from 'lit';
import { label, shown } from '../../marks/label.ts';
import type { Chain } from './compute.ts';
import { type AttentionScene, FOLLOWED, threeWords } from './parts.ts';

type Point = readonly [x: number, y: number];

/** The unit vector from the first point to the second (or zero), and the text anchor for a label behind the second. */
function awayFrom([x0, y0]: Point, [x, y]: Point): readonly [direction: Point, side: string] {
  const length = Math.hypot(x - x0, y - y0) || 1;
  const direction: Point = [(x - x0) / length, (y - y0) / length];
  const isAcross = Math.abs(direction[0]) > 0.5;
  return [direction, isAcross ? (direction[0] > 0 ? '' : 'end') : 'middle'];
}

const MOST_TICKS = 5;

/** Round numbers from `low` to `high`, without 0. */
function ticksOf(low: number, high: number): readonly number[] {
  const least = (high - low) / MOST_TICKS;
  const power = 10 ** Math.floor(Math.log10(least || 1));
  const step = Math.max(1, power * ([1, 2, 5, 10].find((one) => one * power >= least) ?? 1));
  const from = Math.ceil(low / step);
  const count = Math.floor(high / step) - from + 1;
  return Array.from({ length: count }, (_, i) => (from + i) * step).filter((tick) => tick !== 0);
}

interface PlaneMark {
  readonly place: readonly [x: number, y: number, width: number, height: number];
  /** The width of the margins for words at the left and the right. */
  readonly side: number;
  /** The opacity of the area of all possible outputs. */
  readonly inside: number;
}

/** Draws the values as corners of a triangle, and the output of the word `FOLLOWED` inside the triangle. */
export function plane(
  scene: AttentionScene,
  { V, A, Z }: Chain,
  { place, side, inside }: PlaneMark,
) {
  const [x, y, width, height] = place;
  const all = [...V, ...Z, [0, 0]];
  const [lowX, highX, lowY, highY] = [0, 1].flatMap((axis) => {
    const list = all.map((point) => point[axis] as number);
    return [Math.min(...list), Math.max(...list)];
  }) as [number, number, number, number];
  const at = ([a = 0, b = 0]: readonly number[]): Point => [
    x + side + ((a - lowX) / (highX - lowX || 1)) * (width - 2 * side),
    y + height - 22 - ((b - lowY) / (highY - lowY || 1)) * (height - 44),
  ];
  const corners = V.map(at);
  const middle: Point = [0, 1].map(
    (axis) => corners.reduce((sum, corner) => sum + (corner[axis] as number), 0) / corners.length,
  ) as [number, number];
  const hull = `M${corners.map((corner) => corner.join(' ')).join('L')}Z`;
  const words = threeWords(scene);
  const end = at(Z[FOLLOWED] ?? []);
  const [originX, originY] = at([0, 0]);
  const write = (value: number) => scene.i18n.integer(value);
  return svg`
    <path class="axis" d="M${originX} ${y} V${y + height} M${x} ${originY} H${x + width}" />
    ${ticksOf(lowX, highX).map((tick) => {
      const [across] = at([tick, 0]);
      return svg`<path class="axis" d="M${across} ${originY - 3} v6" /> ${label(across, originY + 14, write(tick), 'middle tick quiet')}`;
    })}
    ${ticksOf(lowY, highY).map((tick) => {
      const [, up] = at([0, tick]);
      return svg`<path class="axis" d="M${originX - 3} ${up} h6" /> ${label(originX - 8, up, write(tick), 'end tick quiet')}`;
    })}
    <path class="hull" d=${hull} />
    ${shown(inside, () => svg`<path class="inside" d=${hull} />`)}
    <g data-part="A">${corners.map(([cx, cy], i) => {
      const weight = A[FOLLOWED]?.[i] ?? 0;
      return svg`<line class="share" x1=${cx} y1=${cy} x2=${end[0]} y2=${end[1]} stroke-width=${10 * weight} />`;
    })}</g>
    <g data-part="V">${corners.map(([cx, cy], i) => {
      const [away, anchor] = awayFrom(middle, [cx, cy]);
      const below = cy + 19 * away[1];
      // A name must not overlap the numbers below the axis.
      const isFree = below < originY || below > originY + 24;
      return svg`
        <circle class="corner" cx=${cx} cy=${cy} r="6" />
        ${label(cx + 13 * away[0], isFree ? below : cy - 15, words[i], `word value ${anchor}`)}`;
    })}</g>
    <circle data-part="Z" class="mixed" cx=${end[0]} cy=${end[1]} r="7" />`;
}

// SPDX-License-Identifier: MIT
// The axes of the figure: fixed, unless what is drawn leaves them for good.
import type { DotProductResult } from '../../engine/index.ts';

/** Half the width of each axis, and how many deviations of the mean it has to show; one that is wider is cut off. */
const AXES = {
  dot: { half: 80, seen: 2.5, most: Number.POSITIVE_INFINITY },
  logits: { half: 5, seen: 2, most: 2 },
} as const;
const WIDER = 4;

/** The interval of an axis, on both sides of 0. */
export function widthAxis(
  id: keyof typeof AXES,
  mean: number,
  deviation: number,
): { readonly half: number; readonly isUsual: boolean } {
  const { half: usual, seen, most } = AXES[id];
  const reach = Math.abs(mean) + seen * Math.min(deviation, most);
  let half: number = usual;
  while (half < reach) half *= WIDER;
  return { half, isUsual: half === usual };
}

/** A bin is a quarter of a deviation wide: a normal has 0.1 in its highest, a sum of four products 0.13. */
const USUAL_SHARE = 0.14;
/** A bar of fewer draws may be tall by chance. */
const TRUSTED = 50;
const AIR = 1.1;

/** The share of a bin that reaches the top: the same for every d but the smallest. */
export function usualShare({ histogram, count }: DotProductResult): number {
  const trusted = histogram.filter((one) => one >= TRUSTED);
  const highest = Math.max(0, ...trusted) / count;
  return highest <= USUAL_SHARE ? USUAL_SHARE : highest * AIR;
}

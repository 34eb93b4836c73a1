// SPDX-License-Identifier: MIT
// Which part of the line the histogram shows, and how high it is.
import { barHeights } from '../../components/bins.ts';
import type { Numbers } from './compute.ts';

type Interval = readonly [low: number, high: number];

/**
 * Half-widths of the picture. From the second on each is four times the one before, and the second is
 * eight times the first, so that a width that grows is seen to grow before the picture gives way.
 */
const HALF_WIDTHS = [4, 32, 128, 512, 2048, 8192, 32_768, 131_072];
/** Deviations from the mean that are to be seen. */
const SEEN = 4;
/** A bar of fewer draws may be tall by chance. */
const TRUSTED = 50;
const AIR = 1.1;

/** The same on both sides of 0. */
export function placeInterval({ chosen, deviation }: Numbers): Interval {
  const reach = Math.abs(chosen.expected.mean) + SEEN * deviation.expected;
  const half = HALF_WIDTHS.find((width) => reach <= width) ?? (HALF_WIDTHS.at(-1) as number);
  return [-half, half];
}

/** As high as the normal that is expected, or as the highest bar that can be trusted. */
export function densityInterval({ chosen, deviation, dots, normal }: Numbers): Interval {
  const heights = barHeights({ edges: chosen.edges, counts: dots.histogram, total: dots.count });
  const trusted = heights.filter((_, i) => (dots.histogram[i] ?? 0) >= TRUSTED);
  const peak = deviation.expected > 0 ? Math.max(...normal.densities) / deviation.expected : 0;
  const highest = Math.max(peak * AIR * AIR, ...trusted.map((height) => height * AIR));
  const unit = 10 ** Math.floor(Math.log10(highest));
  const steps = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];
  return [0, unit * (steps.find((step) => step * unit >= highest) ?? 10)];
}

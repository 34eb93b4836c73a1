// SPDX-License-Identifier: MIT
import { pairs } from 'd3-array';

/** How many of `total` fell between each two edges. */
export interface Bins {
  readonly edges: ArrayLike<number>;
  readonly counts: ArrayLike<number>;
  readonly total: number;
}

/** The height of each bar, so that all of them together have the area of their share. */
export const barHeights = ({ edges, counts, total }: Bins): number[] =>
  pairs(Array.from(edges), (low, high) => high - low).map(
    (width, i) => (counts[i] ?? 0) / (total * width),
  );

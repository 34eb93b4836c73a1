// SPDX-License-Identifier: MIT

/** How many of `total` fell between each two edges. */
export interface Bins {
  readonly edges: ArrayLike<number>;
  readonly counts: ArrayLike<number>;
  readonly total: number;
}

/** The height of each bar, so that all of them together have the area of their share. */
export function barHeights({ edges, counts, total }: Bins): number[] {
  return Array.from(counts, (count, i) => {
    const width = (edges[i + 1] as number) - (edges[i] as number);
    return count / (total * width);
  });
}

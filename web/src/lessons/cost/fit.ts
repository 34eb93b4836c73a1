// SPDX-License-Identifier: MIT

/** How something grows with n: as n to this power, give or take its standard error. */
export interface Growth {
  readonly exponent: number;
  /** NaN for two points, through which a line always goes. */
  readonly error: number;
}

/**
 * The straight line through points on logarithmic axes, by least squares: its slope is the exponent.
 * Undefined for fewer than two places.
 */
export function growthOf(points: readonly (readonly [n: number, y: number])[]): Growth | undefined {
  const at = points.map(([n, y]) => [Math.log2(n), Math.log2(y)] as const);
  const mean = (i: 0 | 1) => at.reduce((sum, point) => sum + point[i], 0) / at.length;
  const [x, y] = [mean(0), mean(1)];
  const spread = at.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  if (!(spread > 0)) return undefined;
  const exponent = at.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0) / spread;
  const left = at.reduce((sum, point) => sum + (point[1] - y - exponent * (point[0] - x)) ** 2, 0);
  const free = at.length - 2;
  return { exponent, error: free > 0 ? Math.sqrt(left / free / spread) : Number.NaN };
}

/** The one in the middle, or the mean of the two; NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

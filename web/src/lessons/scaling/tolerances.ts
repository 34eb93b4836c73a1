// SPDX-License-Identifier: MIT
// How far a sample may lie from what it was drawn from.

/** Of 1,000 samples 999 lie within so many standard errors. */
export const SURE = 3.29;

/** The mean of `count` draws has the standard error √(variance/count). */
export const ofMean = (variance: number, count: number): number =>
  SURE * Math.sqrt(variance / count);

/**
 * Their variance has the standard error variance · √((excess kurtosis + 2)/count); it is taken about the mean that was
 * drawn, which takes as much off it as that mean is squared.
 */
export const ofVariance = (variance: number, excessKurtosis: number, count: number): number =>
  variance * (SURE * Math.sqrt(Math.max(excessKurtosis + 2, 0) / count) + SURE ** 2 / count);

/** Of 100 samples the distribution of 99 lies closer to their own: the Kolmogorov–Smirnov distance is 1.63/√count. */
export const ofDistance = (count: number): number => 1.63 / Math.sqrt(count);

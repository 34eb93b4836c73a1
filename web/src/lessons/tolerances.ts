// SPDX-License-Identifier: MIT
// Tolerances of experiments, for rounding errors and sampling errors.

/** Half a unit of the fourth decimal, for numbers that a document prints with four. */
export const FOUR_DECIMALS = 5e-5;

/** Tolerance for numbers that would be equal without the rounding errors of float64. */
export const ROUNDING = 1e-12;

/** Number of standard errors in the tolerances of samples. 99.9 % of normally distributed samples are within them. */
export const SURE = 3.29;

/** Tolerance for the mean of `count` draws. Its standard error is √(variance/count). */
export const ofMean = (variance: number, count: number): number =>
  SURE * Math.sqrt(variance / count);

/**
 * Tolerance for the variance of `count` draws. Its standard error is variance · √((excess kurtosis + 2)/count). The
 * second term is the bias from using the sampled mean instead of the true one.
 */
export const ofVariance = (variance: number, excessKurtosis: number, count: number): number =>
  variance * (SURE * Math.sqrt(Math.max(excessKurtosis + 2, 0) / count) + SURE ** 2 / count);

/** Bound for the Kolmogorov–Smirnov distance of `count` draws from their own distribution, with 99.9 % probability. */
export const ofDistance = (count: number): number => 1.95 / Math.sqrt(count);

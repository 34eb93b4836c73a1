// SPDX-License-Identifier: MIT

/**
 * The indices of the largest value and of all values that are displayed as the same text. Empty if all values are NaN.
 * @param said  formats a value
 */
export function largestOf(
  values: readonly number[],
  said: (value: number) => string,
): readonly number[] {
  const most = Math.max(...values.filter((value) => !Number.isNaN(value)));
  return Array.from(values.keys()).filter((i) => said(values[i] ?? Number.NaN) === said(most));
}

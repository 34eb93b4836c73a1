// SPDX-License-Identifier: MIT

/** The places of the largest value, and of those that a listener hears as the same; none where none is a number. */
export function largestOf(
  values: readonly number[],
  said: (value: number) => string,
): readonly number[] {
  const most = Math.max(...values.filter((value) => !Number.isNaN(value)));
  return Array.from(values.keys()).filter((i) => said(values[i] ?? Number.NaN) === said(most));
}

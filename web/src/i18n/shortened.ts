// SPDX-License-Identifier: MIT

const LONGEST_SHOWN = 40;

/** Limits the length of a text that a message quotes. */
export const shortened = (text: string): string =>
  text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN - 1)}…` : text;

// SPDX-License-Identifier: MIT
// Pictures are drawn in pixels at the usual size of text, and grow with the reader's own size.

const USUAL = 16;

/** How many times the usual size the reader's text has. */
export const textScale = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL;

/** A length of a drawing on the page, for `width` and `height` of its svg. */
export const grown = (length: number): string => `${length / USUAL}rem`;

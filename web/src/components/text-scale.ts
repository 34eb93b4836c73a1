// SPDX-License-Identifier: MIT
// Figures are drawn in px for the browser's default font size, and scaled if the reader has chosen another font size.

const USUAL = 16;

/**
 * The scale of each embed, by its shadow root. It is cached, because reading a style during rendering forces a
 * synchronous layout.
 */
const scales = new WeakMap<ShadowRoot, number>();

/**
 * The ratio of the reader's font size to the default of 16 px. In embeds, the custom property `--al-rem` takes the
 * place of the root font size.
 */
export function textScale(element: Element): number {
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot)) return sizeIn(document.documentElement, 'font-size') / USUAL;
  const scale = sizeIn(element, '--al-rem') / USUAL;
  scales.set(root, scale);
  return scale;
}

/**
 * The number of CSS px of the window per px of a drawing. CSS transforms are included, for example the scaling of a
 * slide show.
 */
export function drawingScale(element: HTMLElement): number {
  const { width } = element.getBoundingClientRect();
  const isScaled = Math.abs(width - element.offsetWidth) > 1;
  return textScale(element) * (isScaled ? width / element.offsetWidth : 1);
}

/** Converts a length of a drawing to CSS, for the attributes `width` and `height` of its svg element. */
export function grown(length: number, element: Element): string {
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot)) return `${length / USUAL}rem`;
  return `${length * (scales.get(root) ?? textScale(element))}px`;
}

const sizeIn = (element: Element, property: string): number =>
  Number.parseFloat(getComputedStyle(element).getPropertyValue(property));

// SPDX-License-Identifier: MIT
// Pictures are drawn in pixels at the usual size of text, and grow with the reader's own size.

const USUAL = 16;

/** Of the embeds of a page, by their shadow roots: asking for a style in the midst of a drawing is slow. */
const scales = new WeakMap<ShadowRoot, number>();

/** How many times the usual size the reader's text has; in an embed, whose page has another rem, by its own. */
export function textScale(element: Element): number {
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot)) return sizeIn(document.documentElement, 'font-size') / USUAL;
  const scale = sizeIn(element, '--al-rem') / USUAL;
  scales.set(root, scale);
  return scale;
}

/** Pixels of the window to one of a drawing: a slide show, for one, scales all that is on its slides. */
export function drawingScale(element: HTMLElement): number {
  const { width } = element.getBoundingClientRect();
  const isScaled = Math.abs(width - element.offsetWidth) > 1;
  return textScale(element) * (isScaled ? width / element.offsetWidth : 1);
}

/** A length of a drawing on the page, for `width` and `height` of its svg. */
export function grown(length: number, element: Element): string {
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot)) return `${length / USUAL}rem`;
  return `${length * (scales.get(root) ?? textScale(element))}px`;
}

const sizeIn = (element: Element, property: string): number =>
  Number.parseFloat(getComputedStyle(element).getPropertyValue(property));

// SPDX-License-Identifier: MIT

let context: CanvasRenderingContext2D | null | undefined;

/**
 * The font family of each document or shadow root, with the language for which it was read. It is cached, because
 * reading a style during rendering forces a synchronous layout.
 */
const fonts = new WeakMap<Node, { readonly language: string; readonly family: string }>();

const languageOf = (element: Element) =>
  element.closest('[lang]')?.getAttribute('lang') ?? document.documentElement.lang;

/**
 * Updates the cached font of the document or shadow root that contains `element`. Must be called after the browser has
 * computed the layout.
 */
export function readFont(element: Element): string {
  const { fontFamily: family } = getComputedStyle(element);
  fonts.set(element.getRootNode(), { language: languageOf(element), family });
  return family;
}

function fontOf(element: Element): string {
  const known = fonts.get(element.getRootNode());
  return known?.language === languageOf(element) ? known.family : readFont(element);
}

/**
 * Returns a function that measures the width of a text in px.
 * @param size  the font size in px
 */
export function textMeasure(element: Element, size: number): (text: string) => number {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return (text) => text.length * size * 0.65;
  const font = `${size}px ${fontOf(element)}`;
  const pen = context;
  return (text) => {
    pen.font = font;
    // The page uses tabular figures, which are as wide as the widest digits of a canvas, or a little wider.
    return Math.ceil(pen.measureText(text.replaceAll(/\d/g, '0')).width) + 1;
  };
}

export const longest = (texts: readonly string[], measure: (text: string) => number): number =>
  Math.max(0, ...texts.map(measure));

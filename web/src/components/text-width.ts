// SPDX-License-Identifier: MIT

let context: CanvasRenderingContext2D | null | undefined;

/** Of each page or shadow root in a language: to ask for a style amid drawing makes the browser lay out first. */
const fonts = new WeakMap<Node, { readonly language: string; readonly family: string }>();

const languageOf = (element: Element) =>
  element.closest('[lang]')?.getAttribute('lang') ?? document.documentElement.lang;

/** Reads anew which font the texts around `element` have: at a time when it has been laid out. */
export function readFont(element: Element): string {
  const { fontFamily: family } = getComputedStyle(element);
  fonts.set(element.getRootNode(), { language: languageOf(element), family });
  return family;
}

function fontOf(element: Element): string {
  const known = fonts.get(element.getRootNode());
  return known?.language === languageOf(element) ? known.family : readFont(element);
}

/** Measures texts, in pixels, as `element` would show them at a font size of `size` pixels. */
export function textMeasure(element: Element, size: number): (text: string) => number {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return (text) => text.length * size * 0.65;
  const font = `${size}px ${fontOf(element)}`;
  const pen = context;
  return (text) => {
    pen.font = font;
    // One pixel more, as tabular figures, which a canvas does not have, may be a little wider.
    return Math.ceil(pen.measureText(text).width) + 1;
  };
}

/** The width of the longest of `texts`. */
export const longest = (texts: readonly string[], measure: (text: string) => number): number =>
  Math.max(0, ...texts.map(measure));

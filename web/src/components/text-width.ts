// SPDX-License-Identifier: MIT

let context: CanvasRenderingContext2D | null | undefined;

/** Measures texts, in pixels, as `element` would show them at a font size of `size` pixels. */
export function textMeasure(element: Element, size: number): (text: string) => number {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return (text) => text.length * size * 0.65;
  const font = `${size}px ${getComputedStyle(element).fontFamily}`;
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

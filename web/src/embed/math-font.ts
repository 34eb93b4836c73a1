// SPDX-License-Identifier: MIT
import { url } from 'virtual:math-font';

/**
 * Adds the font for formulas to a document, because a shadow root cannot declare font faces. The browser loads the font
 * when it renders the first formula.
 */
export function offerMathFont(view: typeof globalThis & Window): void {
  const source = `url(${JSON.stringify(url)})`;
  view.document.fonts.add(new view.FontFace('AL Math', source, { display: 'swap' }));
}

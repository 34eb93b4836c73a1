// SPDX-License-Identifier: MIT
import { url } from 'virtual:math-font';

/** Adds the font for formulas to the document. The browser loads the font when it renders the first formula. */
export function offerMathFont(view: typeof globalThis & Window): void {
  const source = `url(${JSON.stringify(url)})`;
  view.document.fonts.add(new view.FontFace('AL Math', source, { display: 'swap' }));
}

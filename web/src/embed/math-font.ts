// SPDX-License-Identifier: MIT
import { url } from 'virtual:math-font';

let face: FontFace | undefined;

/** Offers the maths font to the page: a shadow root has no font faces of its own. It is loaded with the first formula. */
export function offerMathFont(): void {
  if (face !== undefined) return;
  face = new FontFace('AL Math', `url(${JSON.stringify(url)})`, { display: 'swap' });
  document.fonts.add(face);
}

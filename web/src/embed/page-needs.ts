// SPDX-License-Identifier: MIT
import { offerMathFont } from './math-font.ts';

const offered = new WeakSet<Document>();

/**
 * Adds the font for formulas and a custom property to a document, once, because a shadow root cannot declare them. The
 * host page may move an embed to another document, which then needs them too.
 */
export function offerNeeds(page: Document): void {
  const view = page.defaultView;
  if (view === null || offered.has(page)) return;
  offered.add(page);
  offerMathFont(view);
  // A registered length is computed once, at the embed's root element, so the font sizes of its descendants do not
  // change it.
  view.CSS.registerProperty({
    name: '--al-rem',
    syntax: '<length>',
    inherits: true,
    initialValue: '16px',
  });
}

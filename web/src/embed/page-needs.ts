// SPDX-License-Identifier: MIT
import { offerMathFont } from './math-font.ts';

const offered = new WeakSet<Document>();

/**
 * Adds the font for formulas and the custom property `--al-rem` to a document, because a shadow root cannot declare
 * them. Called for each document to which the host page moves an embed.
 */
export function offerNeeds(page: Document): void {
  const view = page.defaultView;
  if (view === null || offered.has(page)) return;
  offered.add(page);
  offerMathFont(view);
  // The root element of an embed sets `--al-rem` to 1em. Because it is registered as a length, descendants inherit the
  // length in px. Otherwise they would inherit "1em", which depends on their own font size.
  view.CSS.registerProperty({
    name: '--al-rem',
    syntax: '<length>',
    inherits: true,
    initialValue: '16px',
  });
}

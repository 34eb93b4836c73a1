// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';

/** Matches a power of e, "e^{2 − 1}", or a letter with an index, "α_1". */
const SIGNS = /e\^\{([^}]*)\}|(?<!\p{L})(\p{L})(?:_([A-Z\d]))(?!\p{L})/u;
/** Like `SIGNS`, but also matches a single letter: a symbol in a formula. In other texts, it can be a word. */
const SYMBOLS = /e\^\{([^}]*)\}|(?<![\p{L}_])(\p{L})(?:_([A-Z\d]))?(?![\p{L}_])/u;

const E = 'e';

/** Renders a question or a formula with superscripts, subscripts and variables. */
export function notation(text: string, isFormula = false): TemplateResult {
  // `split` adds three pieces per match: the exponent, the letter and its index. Groups without a match are undefined.
  const pieces = text.split(isFormula ? SYMBOLS : SIGNS);
  return html`${pieces.map((piece, i) => {
    if (i % 4 === 0) return piece;
    if (piece === undefined || i % 4 === 3) return '';
    if (i % 4 === 1) return html`<var>${E}</var><sup>${piece}</sup>`;
    const index = pieces[i + 1];
    return html`<var>${piece}${index === undefined ? '' : html`<sub>${index}</sub>`}</var>`;
  })}`;
}

// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';

/** A power of e, "e^{2 − 1}", or a letter with an index, "α_1". */
const SIGNS = /e\^\{([^}]*)\}|(?<!\p{L})(\p{L})(?:_([A-Z\d]))(?!\p{L})/u;
/** The same, or a letter alone, which is a symbol in a formula and can be a word in a text. */
const SYMBOLS = /e\^\{([^}]*)\}|(?<![\p{L}_])(\p{L})(?:_([A-Z\d]))?(?![\p{L}_])/u;

const E = 'e';

/** Sets the powers, indices and symbols of a question or a formula. */
export function notation(text: string, isFormula = false): TemplateResult {
  // Each match adds three pieces: the exponent, or the letter and its index.
  const pieces = text.split(isFormula ? SYMBOLS : SIGNS);
  return html`${pieces.map((piece, i) => {
    if (i % 4 === 0) return piece;
    if (piece === undefined || i % 4 === 3) return '';
    if (i % 4 === 1) return html`<var>${E}</var><sup>${piece}</sup>`;
    const index = pieces[i + 1];
    return html`<var>${piece}${index === undefined ? '' : html`<sub>${index}</sub>`}</var>`;
  })}`;
}

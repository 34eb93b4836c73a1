// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';

/** Matches a letter with an index of one or two letters, such as "W_Q" or "s_ij", but not code, such as "num_heads". */
const INDEXED = /(?<![\p{L}\d_.])([A-Za-z])_([A-Za-z]{1,2})(?![\p{L}\d_])/gu;

/** Renders a text. In variables such as "W_Q", the index becomes a subscript. */
export function formulaText(text: string): string | TemplateResult {
  const pieces = text.split(INDEXED);
  if (pieces.length === 1) return text;
  // `split` also returns the two groups of each match, so the pieces are: text, letter, index, text, letter, index, …
  const words = pieces.filter((_, i) => i % 3 === 0);
  return html`${words.map((word, i) => {
    const [letter, index] = pieces.slice(3 * i + 1, 3 * i + 3);
    return letter === undefined ? word : html`${word}<var>${letter}<sub>${index}</sub></var>`;
  })}`;
}

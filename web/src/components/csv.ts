// SPDX-License-Identifier: MIT

/** One cell of the numbers behind a picture; `undefined` where there is no value. */
export type Cell = string | number | undefined;

/** A number as a cell; NaN becomes an empty cell. */
export const known = (x: number): Cell => (Number.isNaN(x) ? undefined : x);

/** Excel takes a file without it for text of another encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

// What begins so is run as a formula by spreadsheets, and a link may carry a reader's own words.
const FORMULA = /^[=+\-@\t\r]/;

/**
 * A table as RFC 4180 has it, in UTF-8 with a byte order mark: lines end with CRLF, and a number has the fewest digits
 * that read back as the same number.
 */
export function csvText(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [columns, ...rows].map((row) => `${row.map(field).join(',')}\r\n`);
  return BYTE_ORDER_MARK + lines.join('');
}

function field(cell: Cell): string {
  if (cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

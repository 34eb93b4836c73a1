// SPDX-License-Identifier: MIT

/** A cell of a table. Undefined if it has no value. */
export type Cell = string | number | undefined;

/** Converts a number to a cell. NaN becomes an empty cell. */
export const known = (x: number): Cell => (Number.isNaN(x) ? undefined : x);

/** Without a byte order mark, Excel does not recognise UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

// Spreadsheet programs execute a cell that starts with one of these characters as a formula. A link to a lesson can put
// any text into a cell, so such cells are escaped (CSV injection).
const FORMULA = /^[=+\-@\t\r]/;

/** Formats a table as CSV (RFC 4180) with a byte order mark. Numbers have the fewest digits that round-trip. */
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

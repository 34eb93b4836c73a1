// SPDX-License-Identifier: MIT

/** The content of a table cell. Undefined for an empty cell. */
export type Cell = string | number | undefined;

/** Makes the cell empty if the number is NaN. */
export const known = (x: number): Cell => (Number.isNaN(x) ? undefined : x);

/** Without a byte order mark, Excel does not recognise UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

// Spreadsheet programs execute a cell that starts with one of these characters as a formula. A link to a lesson can put
// any text into a cell. Against such CSV injection, an apostrophe is put before the text.
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

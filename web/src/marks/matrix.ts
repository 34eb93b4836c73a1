// SPDX-License-Identifier: MIT
// Matrices in figures: with numbers in their cells if they are small, as colours if they are large.
import { nothing, type SVGTemplateResult, svg } from 'lit';

/** The role of numbers in a figure, which determines their colour (marks.css). */
export type Role = 'word' | 'query' | 'key' | 'score' | 'weight' | 'value' | 'output';

export interface MatrixMark {
  /** The name of the part at which a phrase of the text can point. */
  readonly part: string;
  readonly role: Role;
  readonly rows: readonly (readonly number[])[];
  readonly x: number;
  readonly y: number;
  readonly cell: readonly [width: number, height: number];
  /** The visibility of the matrix: 1 full, 0 an empty outline. */
  readonly share: number;
  readonly write: (value: number) => string;
  readonly size?: number;
  /** The number with the strongest colour. By default, the largest of the matrix. */
  readonly most?: number;
  /** The index of the row that is emphasised. */
  readonly row?: number;
  /** The field of the state that contains the cells, row by row. A click on a cell focuses the control of the cell. */
  readonly edits?: string;
}

/** The width of a digit in ems, from which the font size of long numbers follows. */
const WIDEST = 0.66;
const EMPTY = 0.35;

/** The opacity of an outline: 1 at share 1. At share 0 it is still visible, so that the reader sees the full size. */
export const outlined = (share: number): number => EMPTY + (1 - EMPTY) * share;

const fillOf = (role: Role, value: number, most: number): number => {
  if (role === 'weight') return 0.08 + 0.92 * value;
  return role === 'score' && value > 0 && most > 0 ? (0.42 * Math.min(value, most)) / most : 0;
};

/** A small matrix: a frame in the colour of its role, and a number in each cell. */
export function matrixMark(mark: MatrixMark): SVGTemplateResult {
  const { part, role, rows, x, y, cell, share, write, size = 18, row, edits } = mark;
  const { most = Math.max(...rows.flat()) } = mark;
  const [width, height] = cell;
  const columns = rows[0]?.length ?? 0;
  return svg`
    <g data-part=${part} class="matrix ${role}">
      <rect class="frame" x=${x - 4} y=${y - 4} width=${columns * width + 8} height=${rows.length * height + 8} rx="9"
        opacity=${outlined(share)} />
      ${
        share < 0.02
          ? nothing
          : svg`<g opacity=${share}>${rows.map((list, i) =>
              list.map((value, j) => {
                const [left, top] = [x + j * width, y + i * height];
                const text = write(value);
                return svg`
                  <g data-edits=${edits === undefined ? nothing : `${edits} ${i * columns + j}`}>
                    <rect class="cell" x=${left + 1} y=${top + 1} width=${width - 2} height=${height - 2} rx="5"
                      fill-opacity=${fillOf(role, value, most)} />
                    <text x=${left + width / 2} y=${top + height / 2} font-size=${Math.min(size, width / (WIDEST * text.length))}
                      class=${i === row ? 'number followed' : 'number'}>${text}</text>
                  </g>`;
              }),
            )}</g>`
      }
      ${
        row === undefined || share < 0.4
          ? nothing
          : svg`<rect class="row" x=${x - 1} y=${y + row * height} width=${columns * width + 2} height=${height} rx="6" />`
      }
    </g>`;
}

/** The number of steps from no colour to the strongest. */
const LEVELS = 20;
/** The path of a cell of the size 1 × 1, with a gap to its neighbours. */
const CELL = 'h.88v.95h-.88z';

/** The cells of a large matrix, one path per strength: a thousand elements would be most of a prerendered page. */
function pixels(role: Role, rows: MatrixMark['rows']) {
  const most = Math.max(...rows.flat().map(Math.abs)) || 1;
  const paths = new Map<number, string>();
  for (const [i, list] of rows.entries())
    for (const [j, value] of list.entries()) {
      const strength = role === 'weight' ? value : value / most;
      const level = Math.round(LEVELS * (value < 0 ? strength : 0.05 + 0.95 * strength));
      const sign = value < 0 ? Math.min(level, -1) : Math.max(level, 1);
      paths.set(sign, `${paths.get(sign) ?? ''}M${j} ${i}${CELL}`);
    }
  return [...paths].map(([level, d]) =>
    level < 0
      ? svg`<path class="pixel negative" d=${d} fill-opacity="0.03" stroke-opacity=${-level / LEVELS / 2} />`
      : svg`<path class="pixel" d=${d} fill-opacity=${level / LEVELS} />`,
  );
}

/** A large matrix: the stronger the colour of a cell, the larger its number. Negative cells are outlined. */
export function pixelMark(
  mark: Omit<MatrixMark, 'share' | 'write' | 'size' | 'edits'>,
): SVGTemplateResult {
  const { part, role, rows, x, y, cell, row } = mark;
  const [width, height] = cell;
  const columns = rows[0]?.length ?? 0;
  return svg`
    <g data-part=${part} class="matrix ${role}" transform="translate(${x} ${y})">
      <g transform="scale(${width} ${height})">${pixels(role, rows)}</g>
      <rect class="frame" x="-4" y="-4" width=${columns * width + 8} height=${rows.length * height + 8} rx="8" />
      ${
        row === undefined
          ? nothing
          : svg`<rect class="row" x="-1.5" y=${row * height - 1} width=${columns * width + 3} height=${height + 1} rx="3" />`
      }
    </g>`;
}

// SPDX-License-Identifier: MIT
import { greatest } from 'd3-array';
import { html, nothing, svg } from 'lit';
import { type CellPlace, movedCell } from './cell-keys.ts';
import { Handles } from './handles.ts';
import { HEAT_GAP, type HeatLayout, heatLayout } from './heat-map-layout.ts';
import { uniqueId } from './light-element.ts';
import { EDGE_REACH, edgeAt, renderEdge } from './mask-edge.ts';
import css from './mask-matrix.css?inline';
import { MeasuredElement } from './measured-element.ts';
import { Memo } from './memo.ts';
import { grown } from './text-scale.ts';
import { textMeasure } from './text-width.ts';

export type { EdgeMove } from './mask-edge.ts';

const FONT_SIZE = 14;
/** Space in px at the right, for the handle of an edge after the last column. */
const AIR = 16;
/** Height in px of the text below the matrix. */
const READOUT = 24;
/** Vertical position of a cell's number, as a share of the cell's height, if the cell has a text in its corner. */
const BELOW_CORNER = 0.6;
/** Minimum height in px of cells with a text in the corner. */
const LEAST_WITH_CORNER = 40;
const CORNER_MARGIN = 12;

const clamp = (x: number, most: number): number => Math.min(Math.max(x, 0), most);

/**
 * Shows an attention mask and the resulting weights. Rows are queries and columns are keys. Pressing a cell hides the
 * key from the query or makes it visible again, unless the cell is `fixed`. An edge is a line at the valid length of a
 * row, or of all rows; pointer and arrow keys move it. The matrix marks hidden cells whose weight is nevertheless
 * greater than 0, and rows whose weights are NaN.
 * @fires al-cell CellPlace, the pressed cell
 * @fires al-edge EdgeMove
 * @fires al-active number | undefined, the index of the row under the pointer or with the focus
 */
export class MaskMatrix extends MeasuredElement {
  static override css = css;
  static override properties = {
    rows: { attribute: false },
    columns: { attribute: false },
    texts: { attribute: false },
    weights: { attribute: false },
    corners: { attribute: false },
    visible: { attribute: false },
    fixed: { attribute: false },
    said: { attribute: false },
    edges: { attribute: false },
    edgeLabel: { attribute: false },
    edgeText: { attribute: false },
    areEdgesLocked: { attribute: false },
    active: { attribute: false },
    hint: {},
    cornerHint: {},
    cell: { state: true },
    isTold: { state: true },
  };

  declare rows: readonly string[];
  declare columns: readonly string[];
  declare texts: readonly (readonly string[])[];
  /** The weights, from 0 to 1 or NaN, as a list of rows. */
  declare weights: readonly (readonly number[])[];
  /** A small text for the corner of each cell, as a list of rows. */
  declare corners: readonly (readonly string[])[];
  declare visible: readonly (readonly boolean[])[];
  /** Whether each cell ignores a press, as a list of rows. */
  declare fixed: readonly (readonly boolean[])[];
  /** Describes a cell, for the text below the matrix and for screen readers. */
  declare said: (row: number, column: number) => string;
  /** The valid lengths that edges show: none, one for all rows, or one for each row. */
  declare edges: readonly number[];
  declare edgeLabel: (index: number) => string;
  declare edgeText: (value: number) => string;
  declare areEdgesLocked: boolean;
  declare active: number;
  /** The text below the matrix while no cell is under the pointer or has the focus. */
  declare hint: string;
  /** Explains the texts in the corners. It is shown after `hint` if the cells are large enough for these texts. */
  declare cornerHint: string;
  declare protected cell: CellPlace;
  /** Whether the text below the matrix describes the current cell instead of showing the hint. */
  declare protected isTold: boolean;

  readonly #hatch = uniqueId('hatch');
  readonly #layouts = new Memo<HeatLayout>();

  constructor() {
    super();
    this.cell = [0, 0];
    this.isTold = false;
    this.edges = [];
    this.weights = [];
    this.areEdgesLocked = false;
    this.hint = '';
    this.cornerHint = '';
    new Handles(this, {
      selector: '.mask-edge',
      reach: EDGE_REACH,
      all: () => this.edges.map((x) => ({ x, y: 0, isLocked: this.areEdgesLocked })),
      tracks: () => ({ x: { low: 0, high: this.columns.length, step: 1, unit: 1 } }),
      place: (index, [, near]) => {
        const { x, top, height } = edgeAt(this.#layout(), this.edges, index);
        return [x, clamp(near - top, height) + top];
      },
      invert: (px) => {
        const { left, side } = this.#layout();
        return [(px - left) / side, 0];
      },
      moved: (index, value, _y, final) => this.send('al-edge', { index, value, final }),
    });
  }

  protected override render() {
    const layout = this.#layout();
    const { left, top, side, tall, rows, columns } = layout;
    const height = top + rows.length * tall + 2;
    const [i, j] = this.#within(this.cell);
    const hasCorners = this.#hasCorners(layout);
    // After a full-width full stop, no space is needed, because its glyph already includes one.
    const gap = this.hint.endsWith('。') ? '' : ' ';
    const hint = `${this.hint}${gap}${hasCorners ? this.cornerHint : ''}`;
    return html`
      <svg class="mask-matrix" role="group" aria-label=${this.description}
        viewBox="0 0 ${this.width} ${height}" width=${grown(this.width, this)} height=${grown(height, this)}
        @pointerleave=${this.#silence} @focusout=${this.#silence}>
        <defs>
          <pattern id=${this.#hatch} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <path class="hatch" d="M0 0V7" />
          </pattern>
        </defs>
        ${columns.map(
          (name, column) => svg`
            <text class="mask-axis" aria-hidden="true" x=${left + (column + 0.5) * side} y=${top - HEAT_GAP}
              text-anchor="middle">${name}</text>`,
        )}
        ${rows.map(
          (name, row) => svg`
            <g class="mask-row ${row === this.active ? 'active' : ''} ${this.#isBroken(row) ? 'broken' : ''}">
              <text class="mask-axis" aria-hidden="true" x=${left - HEAT_GAP} y=${top + (row + 0.5) * tall} dy="0.34em"
                text-anchor="end">${name}</text>
              ${columns.map((_, column) => this.#renderCell([row, column], layout, hasCorners))}
              ${
                this.#isBroken(row)
                  ? svg`<rect class="frame" x=${left} y=${top + row * tall} width=${side * columns.length} height=${tall} rx="5" />`
                  : nothing
              }
            </g>`,
        )}
        ${this.edges.map((value, index) =>
          renderEdge(edgeAt(layout, this.edges, index), {
            label: this.edgeLabel(index),
            text: this.edgeText(value),
            value,
            range: [0, this.columns.length],
            isLocked: this.areEdgesLocked,
          }),
        )}
      </svg>
      <p class="mask-readout">${this.isTold ? this.said(i, j) : hint}</p>`;
  }

  #isBroken(row: number): boolean {
    return this.weights[row]?.some(Number.isNaN) ?? false;
  }

  #layout(): HeatLayout {
    const { rows, columns, texts, tallest } = this;
    const width = this.edges.length > 0 ? this.width - AIR : this.width;
    const longest = greatest(texts.flat(), (text) => text.length) ?? '';
    const room = tallest && tallest - READOUT;
    return this.#layouts.for([width, rows, columns, longest.length, room], () =>
      heatLayout(width, rows, columns, longest, textMeasure(this, FONT_SIZE), room),
    );
  }

  #hasCorners({ side, tall }: HeatLayout): boolean {
    const longest = greatest(this.corners.flat(), (text) => text.length) ?? '';
    const measure = textMeasure(this, FONT_SIZE);
    return tall >= LEAST_WITH_CORNER && measure(longest) + CORNER_MARGIN <= side;
  }

  #renderCell(cell: CellPlace, layout: HeatLayout, hasCorner: boolean) {
    const { left, top, side, tall, hasRoom } = layout;
    const [i, j] = cell;
    const weight = this.weights[i]?.[j] ?? 0;
    const [x, y] = [left + j * side, top + i * tall];
    const place = { x: x + 1, y: y + 1, width: side - 2, height: tall - 2 };
    const isVisible = this.visible[i]?.[j] === true;
    const isCurrent = String(this.#within(this.cell)) === String(cell);
    const kinds = ['mask-place', isVisible ? '' : 'hidden', !isVisible && weight > 0 ? 'leak' : ''];
    // The visible texts are outside the element with the role `button`. Its accessible name already contains them, so
    // screen readers would read them twice.
    return svg`
      <g class=${kinds.join(' ')} data-term="weights">
        <g class="mask-cell" role="button" data-cell="${i},${j}" tabindex=${isCurrent ? 0 : -1}
          aria-label=${this.said(i, j)} aria-pressed=${isVisible ? 'true' : 'false'}
          aria-disabled=${this.fixed[i]?.[j] ? 'true' : nothing}
          @click=${() => this.#press(cell)} @keydown=${this.#onKey}
          @pointerenter=${() => this.#point(cell)} @focusin=${() => this.#point(cell)}>
          <rect class="ground" x=${place.x} y=${place.y} width=${place.width} height=${place.height} rx="4" />
          <rect class="weight" x=${place.x} y=${place.y} width=${place.width} height=${place.height} rx="4"
            fill-opacity=${weight > 0 ? Math.min(weight, 1) : 0} />
          ${isVisible ? nothing : svg`<rect class="hatched" x=${place.x} y=${place.y} width=${place.width} height=${place.height} rx="4" fill="url(#${this.#hatch})" />`}
        </g>
        <g aria-hidden="true">
          ${hasRoom ? svg`<text x=${x + side / 2} y=${y + tall * (hasCorner ? BELOW_CORNER : 0.5)} dy="0.34em" text-anchor="middle">${this.texts[i]?.[j]}</text>` : nothing}
          ${hasCorner ? svg`<text class="corner" x=${x + side - 6} y=${y + 13} text-anchor="end">${this.corners[i]?.[j]}</text>` : nothing}
        </g>
      </g>`;
  }

  /**
   * The cell of the matrix that is nearest to the given one. The matrix may have become smaller since the cell was
   * stored.
   */
  #within([row, column]: CellPlace): CellPlace {
    return [clamp(row, this.rows.length - 1), clamp(column, this.columns.length - 1)];
  }

  #point(cell: CellPlace): void {
    this.cell = cell;
    this.isTold = true;
    this.send('al-active', cell[0]);
  }

  readonly #silence = (): void => {
    this.isTold = false;
    this.send('al-active', undefined);
  };

  #press(cell: CellPlace): void {
    this.cell = cell;
    if (this.fixed[cell[0]]?.[cell[1]]) return;
    this.send('al-cell', cell);
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const isBare = !(event.altKey || event.ctrlKey || event.metaKey);
    const isPress = isBare && (event.key === 'Enter' || event.key === ' ');
    const moved = movedCell(event, this.cell, this.rows.length, this.columns.length);
    if (moved === undefined && !isPress) return;
    event.preventDefault();
    if (moved === undefined) this.#press(this.cell);
    else void this.#move(moved);
  };

  async #move(cell: CellPlace): Promise<void> {
    this.cell = this.#within(cell);
    await this.updateComplete;
    this.querySelector<SVGElement>(`[data-cell="${this.cell}"]`)?.focus();
  }
}

customElements.define('al-mask-matrix', MaskMatrix);

// SPDX-License-Identifier: MIT
import { greatest } from 'd3-array';
import { html, nothing, svg } from 'lit';
import { type CellPlace, movedCell } from './cell-keys.ts';
import { Handles } from './handles.ts';
import { HEAT_GAP, type HeatLayout, heatLayout } from './heat-map-layout.ts';
import { Kept } from './kept.ts';
import { uniqueId } from './light-element.ts';
import { EDGE_REACH, type EdgeMove, edgeAt, renderEdge } from './mask-edge.ts';
import css from './mask-matrix.css?inline';
import { MeasuredElement } from './measured-element.ts';
import { grown } from './text-scale.ts';
import { textMeasure } from './text-width.ts';

export type { EdgeMove } from './mask-edge.ts';

const FONT_SIZE = 14;
/** Beside the last column, for the grip of an edge that stands there. */
const AIR = 16;
/** How far down a cell its text stands, so that it keeps clear of the corner's. */
const BELOW_CORNER = 0.58;

const clamp = (x: number, most: number): number => Math.min(Math.max(x, 0), most);

/**
 * A matrix whose cells are visible or hidden: pressing one changes it, unless it is `fixed`. An edge
 * says how many cells of its row, or of all rows, there are; it is dragged, or moved by keys.
 * @fires al-cell CellPlace
 * @fires al-edge EdgeMove
 */
export class MaskMatrix extends MeasuredElement {
  static override css = css;
  static override properties = {
    ...MeasuredElement.properties,
    rows: { attribute: false },
    columns: { attribute: false },
    texts: { attribute: false },
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
    cell: { state: true },
    isTold: { state: true },
  };

  declare rows: readonly string[];
  declare columns: readonly string[];
  declare texts: readonly (readonly string[])[];
  /** A small text in each cell's corner. */
  declare corners: readonly (readonly string[])[];
  declare visible: readonly (readonly boolean[])[];
  /** Cells that pressing does not change. */
  declare fixed: readonly (readonly boolean[])[];
  /** A cell in words. */
  declare said: (row: number, column: number) => string;
  /** One length for all rows, one for each, or none at all. */
  declare edges: readonly number[];
  declare edgeLabel: (index: number) => string;
  declare edgeText: (value: number) => string;
  /** The edges stay where they are. */
  declare areEdgesLocked: boolean;
  /** The row that is marked. */
  declare active: number;
  /** What stands below while no cell is pointed at. */
  declare hint: string;
  declare protected cell: CellPlace;
  /** Whether the cell is pointed at or in focus, and told below. */
  declare protected isTold: boolean;

  readonly #hatch = uniqueId('hatch');
  readonly #layouts = new Kept<HeatLayout>();

  constructor() {
    super();
    this.cell = [0, 0];
    this.isTold = false;
    this.edges = [];
    this.areEdgesLocked = false;
    this.hint = '';
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
      moved: (index, value, _y, final) => this.#tell('al-edge', { index, value, final }),
    });
  }

  protected override render() {
    const layout = this.#layout();
    const { left, top, side, tall, rows, columns } = layout;
    const height = top + rows.length * tall + 2;
    const [i, j] = this.#within(this.cell);
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
            <g class=${row === this.active ? 'mask-row active' : 'mask-row'}>
              <text class="mask-axis" aria-hidden="true" x=${left - HEAT_GAP} y=${top + (row + 0.5) * tall} dy="0.34em"
                text-anchor="end">${name}</text>
              ${columns.map((_, column) => this.#renderCell([row, column], layout))}
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
      <p class="mask-readout">${this.isTold ? this.said(i, j) : this.hint}</p>`;
  }

  #layout(): HeatLayout {
    const { width, rows, columns, texts } = this;
    const longest = greatest(texts.flat(), (text) => text.length) ?? '';
    return this.#layouts.for([width, rows, columns, longest.length], () =>
      heatLayout(width - AIR, rows, columns, longest, textMeasure(this, FONT_SIZE)),
    );
  }

  #renderCell(cell: CellPlace, { left, top, side, tall, hasRoom }: HeatLayout) {
    const [i, j] = cell;
    const [x, y] = [left + j * side, top + i * tall];
    const place = { x: x + 1, y: y + 1, width: side - 2, height: tall - 2 };
    const isVisible = this.visible[i]?.[j] === true;
    const isCurrent = String(this.#within(this.cell)) === String(cell);
    // Texts stand beside the button: its name says more than they do.
    return svg`
      <g class=${isVisible ? 'mask-place' : 'mask-place hidden'}>
        <g class="mask-cell" role="button" data-cell="${i},${j}" tabindex=${isCurrent ? 0 : -1}
          aria-label=${this.said(i, j)} aria-pressed=${isVisible ? 'true' : 'false'}
          aria-disabled=${this.fixed[i]?.[j] ? 'true' : nothing}
          @click=${() => this.#press(cell)} @keydown=${this.#onKey}
          @pointerenter=${() => this.#point(cell)} @focusin=${() => this.#point(cell)}>
          <rect class="ground" x=${place.x} y=${place.y} width=${place.width} height=${place.height} rx="4" />
          ${isVisible ? nothing : svg`<rect class="hatched" x=${place.x} y=${place.y} width=${place.width} height=${place.height} rx="4" fill="url(#${this.#hatch})" />`}
        </g>
        <g aria-hidden="true">
          ${hasRoom ? svg`<text x=${x + side / 2} y=${y + tall * BELOW_CORNER} dy="0.34em" text-anchor="middle">${this.texts[i]?.[j]}</text>` : nothing}
          <text class="corner" x=${x + side - 6} y=${y + 13} text-anchor="end">${this.corners[i]?.[j]}</text>
        </g>
      </g>`;
  }

  /** A cell that there is: the matrix may have shrunk. */
  #within([row, column]: CellPlace): CellPlace {
    return [clamp(row, this.rows.length - 1), clamp(column, this.columns.length - 1)];
  }

  #point(cell: CellPlace): void {
    this.cell = cell;
    this.isTold = true;
  }

  readonly #silence = (): void => {
    this.isTold = false;
  };

  #press(cell: CellPlace): void {
    this.cell = cell;
    if (this.fixed[cell[0]]?.[cell[1]]) return;
    this.#tell('al-cell', cell);
  }

  #tell(name: string, detail: CellPlace | EdgeMove): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
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

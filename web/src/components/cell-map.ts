// SPDX-License-Identifier: MIT
import { html, nothing, svg } from 'lit';
import { type CellPlace, movedCell } from './cell-keys.ts';
import css from './cell-map.css?inline';
import { LightElement, uniqueId } from './light-element.ts';
import { grown } from './text-scale.ts';

export interface MapCell {
  readonly text: string;
  /**
   * Determines the colour: by the sign of the number, as a hidden cell, or by group. `group-0` to `group-5` are six
   * colours for cells that belong together, such as the cells of one token.
   */
  readonly tone: 'positive' | 'negative' | 'hidden' | `group-${number}`;
  /** Intensity of the colour, from 0 to 1. */
  readonly strength: number;
  readonly isLit?: boolean;
}

const SIDE = 40;
const TALL = 26;
const LEFT = 22;
const TOP = 20;
const EDGE = 3;
/** Texts with more characters than this get a smaller font size. */
const ROOM = 5;

/**
 * Shows a small matrix with its name, its shape and coloured cells of a fixed size. Some cells can be highlighted.
 * Several related maps fit side by side. With `pickable`, pointer and keys can select a cell.
 * @fires al-pick CellPlace, the row and column of the selected cell
 */
export class CellMap extends LightElement {
  static override css = css;
  static override properties = {
    name: {},
    shape: {},
    description: {},
    cells: { attribute: false },
    picked: { attribute: false },
    pickable: { type: Boolean },
  };

  /** Name of the matrix in formulas. */
  declare name: string;
  /** The shape of the matrix as text, such as "(2, 3)". */
  declare shape: string;
  declare description: string;
  /** The cells, as a list of rows. */
  declare cells: readonly (readonly MapCell[])[];
  declare picked: CellPlace | undefined;
  declare pickable: boolean;

  readonly #id = uniqueId('cell-map');

  constructor() {
    super();
    this.pickable = false;
  }

  protected override render() {
    return html`
      <p class="cell-map-name" id=${this.#id}>${this.name} <span class="cell-map-shape">${this.shape}</span></p>
      ${
        this.pickable
          ? html`
              <div class="cell-map-keys" tabindex="0" role="group" aria-label=${this.description} @keydown=${this.#onKey}>
                ${this.#renderMap()}
              </div>`
          : this.#renderMap()
      }`;
  }

  #renderMap() {
    const columns = this.cells[0]?.length ?? 0;
    const [width, height] = [LEFT + columns * SIDE + EDGE, TOP + this.cells.length * TALL + EDGE];
    return html`
      <svg class="cell-map" role="img" aria-label=${this.description} aria-hidden=${this.pickable ? 'true' : nothing}
        viewBox="0 0 ${width} ${height}" width=${grown(width, this)} height=${grown(height, this)}>
        <g aria-hidden="true">
          ${Array.from(
            { length: columns },
            (_, j) =>
              svg`<text class="axis" x=${LEFT + (j + 0.5) * SIDE} y=${TOP - 6} text-anchor="middle">${j + 1}</text>`,
          )}
          ${this.cells.map(
            (row, i) => svg`
              <text class="axis" x=${LEFT - 7} y=${TOP + (i + 0.5) * TALL} dy="0.34em" text-anchor="end">${i + 1}</text>
              ${row.map((cell, j) => this.#renderCell(cell, [i, j]))}`,
          )}
        </g>
      </svg>`;
  }

  #renderCell({ text, tone, strength, isLit }: MapCell, cell: CellPlace) {
    const [i, j] = cell;
    const [x, y] = [LEFT + j * SIDE, TOP + i * TALL];
    const isPicked = String(cell) === String(this.picked);
    const place = isPicked ? 'picked' : isLit ? 'lit' : '';
    return svg`
      <g class="map-cell ${place}" @click=${() => this.#pick(cell)}>
        <rect class="fill ${tone}" x=${x + 1} y=${y + 1} width=${SIDE - 2} height=${TALL - 2} rx="3"
          fill-opacity=${Number.isFinite(strength) ? Math.min(strength, 1) : 0} />
        <text class=${text.length > ROOM ? 'long' : ''} x=${x + SIDE / 2} y=${y + TALL / 2} dy="0.34em" text-anchor="middle">${text}</text>
      </g>`;
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const cell = movedCell(
      event,
      this.picked ?? [0, 0],
      this.cells.length,
      this.cells[0]?.length ?? 0,
    );
    if (cell === undefined) return;
    event.preventDefault();
    this.#pick(cell);
  };

  #pick(cell: CellPlace): void {
    if (this.pickable) this.send('al-pick', cell);
  }
}

customElements.define('al-cell-map', CellMap);

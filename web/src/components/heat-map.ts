// SPDX-License-Identifier: MIT
import { greatest } from 'd3-array';
import { html, nothing, svg } from 'lit';
import { type CellPlace, movedCell } from './cell-keys.ts';
import css from './heat-map.css?inline';
import { HEAT_GAP, type HeatLayout, heatLayout } from './heat-map-layout.ts';
import { Kept } from './kept.ts';
import { uniqueId } from './light-element.ts';
import { MarkedElement } from './marked-element.ts';
import { grown } from './text-scale.ts';
import { textMeasure } from './text-width.ts';

const FONT_SIZE = 13;
const LEGEND = { gap: 18, bar: 12, text: 20 };
const WIDEST_LEGEND = 320;

/**
 * A matrix as coloured cells on a fixed scale from −extreme to extreme, or from 0: 0 has the page's
 * own colour, and the colour's strength grows in proportion, as the legend shows. Cells with room
 * show their numbers; a table of all of them belongs beside it. With `readout` a cell that is pointed
 * at, or reached by arrow keys, is told below.
 * @fires al-active number | undefined, the row under the pointer or in focus
 * @fires al-cell [row, column] | undefined, the cell
 */
export class HeatMap extends MarkedElement {
  static override css = css;
  static override properties = {
    ...MarkedElement.properties,
    values: { attribute: false },
    rows: { attribute: false },
    columns: { attribute: false },
    extreme: { attribute: false },
    format: { attribute: false },
    formatTick: { attribute: false },
    oneSided: { type: Boolean, attribute: 'one-sided' },
    readout: { attribute: false },
    hint: {},
    picked: { attribute: false },
    cell: { state: true },
  };

  /** Row by row. */
  declare values: readonly (readonly number[])[];
  declare rows: readonly string[];
  declare columns: readonly string[];
  /** Of the scale; the same for all numbers that are to be compared. */
  declare extreme: number;
  declare format: (x: number) => string;
  /** Of the numbers at the legend. */
  declare formatTick: (x: number) => string;
  /** The scale begins at 0, for numbers that cannot be negative. */
  declare oneSided: boolean;
  /** A cell in words; without it cells are not told. */
  declare readout: ((row: number, column: number) => string) | undefined;
  /** What stands in the readout's place while no cell is pointed at. */
  declare hint: string;
  /** A cell that is marked while none is pointed at here. */
  declare picked: CellPlace | undefined;
  declare protected cell: CellPlace | undefined;

  readonly #gradient = uniqueId('heat');
  readonly #layouts = new Kept<HeatLayout>();

  constructor() {
    super();
    this.oneSided = false;
    this.hint = '';
  }

  protected override render() {
    const { readout } = this;
    if (readout === undefined) return this.#renderMap();
    const [row, column] = this.#within(this.cell) ?? [];
    const isTold = row !== undefined && column !== undefined;
    return html`
      <div class="heat-cells" tabindex="0" role="group" aria-label=${this.description}
        @keydown=${this.#onKey} @focus=${this.#onFocus} @blur=${() => this.#point(undefined)}>
        ${this.#renderMap()}
      </div>
      <p class="heat-readout" role="status">${isTold ? readout(row, column) : this.hint}</p>`;
  }

  #layout(texts: readonly (readonly string[])[]): HeatLayout {
    const { width, rows, columns, tallest } = this;
    const text = greatest(texts.flat(), ({ length }) => length) ?? '';
    const room = tallest && tallest - LEGEND.gap - LEGEND.bar - LEGEND.text;
    return this.#layouts.for([width, rows, columns, text.length, room], () =>
      heatLayout(width, rows, columns, text, textMeasure(this, FONT_SIZE), room),
    );
  }

  #renderMap() {
    const { readout } = this;
    const texts = this.values.map((row) => row.map(this.format));
    const { left, top, side, tall, rows, columns, isUpright, hasRoom } = this.#layout(texts);
    const bottom = top + rows.length * tall;
    const height = bottom + LEGEND.gap + LEGEND.bar + LEGEND.text;
    const legendWidth = Math.min(Math.max(columns.length, 1) * side, WIDEST_LEGEND);
    const turn = (x: number) => (isUpright ? `rotate(-90 ${x} ${top - HEAT_GAP})` : nothing);
    return html`
      <svg class="heat-map" role="img" aria-label=${this.description}
        aria-hidden=${readout ? 'true' : nothing}
        viewBox="0 0 ${this.width} ${height}" width=${grown(this.width, this)} height=${grown(height, this)}
        @pointerleave=${() => this.#point(undefined)}>
        <g aria-hidden="true">
          ${columns.map((name, j) => {
            const x = left + (j + 0.5) * side + (isUpright ? FONT_SIZE / 3 : 0);
            return svg`
              <text class="heat-axis" x=${x} y=${top - HEAT_GAP} transform=${turn(x)}
                text-anchor=${isUpright ? 'start' : 'middle'}>${name}</text>`;
          })}
          ${this.values.map(
            (row, i) => svg`
              <g class=${i === this.active ? 'heat-row active' : 'heat-row'}>
                <text class="heat-axis" x=${left - HEAT_GAP} y=${top + (i + 0.5) * tall} dy="0.34em" text-anchor="end">${rows[i]}</text>
                ${row.map((value, j) =>
                  this.#renderCell(value, hasRoom ? (texts[i]?.[j] ?? '') : '', [i, j], {
                    x: left + j * side,
                    y: top + i * tall,
                    side,
                    tall,
                  }),
                )}
              </g>`,
          )}
          ${this.#renderLegend(left, bottom + LEGEND.gap, legendWidth)}
        </g>
      </svg>`;
  }

  #renderCell(
    value: number,
    text: string,
    cell: CellPlace,
    { x, y, side, tall }: { x: number; y: number; side: number; tall: number },
  ) {
    const strength = Math.min(Math.abs(value) / this.extreme, 1);
    const place = { width: side - 2, height: tall - 2, rx: 4 };
    const isPointed =
      this.readout !== undefined && String(cell) === String(this.cell ?? this.picked);
    return svg`
      <g class=${isPointed ? 'pointed' : nothing} @pointerenter=${() => this.#point(cell)}>
        <rect class="ground" x=${x + 1} y=${y + 1} width=${place.width} height=${place.height} />
        <rect class=${value < 0 ? 'heat-cell negative' : 'heat-cell positive'} x=${x + 1} y=${y + 1}
          width=${place.width} height=${place.height} rx=${place.rx}
          fill-opacity=${Number.isFinite(strength) ? strength : 0} />
        ${text === '' ? nothing : svg`<text x=${x + side / 2} y=${y + tall / 2} dy="0.34em" text-anchor="middle">${text}</text>`}
      </g>`;
  }

  #renderLegend(x: number, y: number, width: number) {
    const ticks = [-this.extreme, 0, this.extreme].slice(this.oneSided ? 1 : 0);
    const anchors = ['start', ...(this.oneSided ? [] : ['middle']), 'end'];
    const zero = this.oneSided ? 0 : 0.5;
    return svg`
      <defs>
        <linearGradient id=${this.#gradient}>
          <stop class="negative-stop" offset="0" stop-opacity=${this.oneSided ? 0 : 1} />
          <stop class="negative-stop" offset=${zero} stop-opacity="0" />
          <stop class="positive-stop" offset=${zero} stop-opacity="0" />
          <stop class="positive-stop" offset="1" />
        </linearGradient>
      </defs>
      <rect class="heat-cell" x=${x} y=${y} width=${width} height=${LEGEND.bar} rx="3" fill="url(#${this.#gradient})" />
      ${ticks.map(
        (tick, i) => svg`
          <text class="heat-axis" x=${x + (width * i) / (ticks.length - 1)} y=${y + LEGEND.bar + 15} text-anchor=${anchors[i]}>${this.formatTick(tick)}</text>`,
      )}`;
  }

  /** A cell that there is: the matrix may have shrunk since it was pointed at. */
  #within(cell: CellPlace | undefined): CellPlace | undefined {
    return cell !== undefined && this.values[cell[0]]?.[cell[1]] !== undefined ? cell : undefined;
  }

  readonly #onFocus = (): void => this.#point(this.#within(this.cell) ?? [0, 0]);

  readonly #onKey = (event: KeyboardEvent): void => {
    const from = this.#within(this.cell) ?? [0, 0];
    const cell = movedCell(event, from, this.rows.length, this.columns.length);
    if (cell === undefined) return;
    event.preventDefault();
    this.#point(cell);
  };

  #point(cell: CellPlace | undefined): void {
    if (String(cell) !== String(this.cell))
      this.dispatchEvent(new CustomEvent('al-cell', { detail: cell, bubbles: true }));
    this.cell = cell;
    this.activate(cell?.[0]);
  }
}

customElements.define('al-heat-map', HeatMap);

// SPDX-License-Identifier: MIT
import { greatest } from 'd3-array';
import { html, nothing, svg } from 'lit';
import { type CellPlace, movedCell } from './cell-keys.ts';
import css from './heat-map.css?inline';
import { HEAT_GAP, type HeatLayout, heatLayout } from './heat-map-layout.ts';
import { uniqueId } from './light-element.ts';
import { MarkedElement } from './marked-element.ts';
import { Memo } from './memo.ts';
import { grown } from './text-scale.ts';
import { textMeasure } from './text-width.ts';

const FONT_SIZE = 13;
const LEGEND = { gap: 18, bar: 12, text: 20 };
const WIDEST_LEGEND = 320;

/**
 * Shows a matrix as coloured cells. The colour scale goes from 0, or from −extreme, to `extreme`; it is linear, and 0
 * has the background colour of the page. Large cells also show their numbers. All numbers are in the table beside the
 * figure. With `readout`, a text below the figure describes the cell under the pointer or with the focus.
 * @fires al-active number | undefined, the index of the row under the pointer or with the focus
 * @fires al-cell [row, column] | undefined, the cell under the pointer or with the focus
 */
export class HeatMap extends MarkedElement {
  static override css = css;
  static override properties = {
    values: { attribute: false },
    rows: { attribute: false },
    columns: { attribute: false },
    extreme: { attribute: false },
    format: { attribute: false },
    formatTick: { attribute: false },
    oneSided: { type: Boolean, attribute: 'one-sided' },
    hasNoLegend: { type: Boolean, attribute: 'no-legend' },
    readout: { attribute: false },
    hint: {},
    picked: { attribute: false },
    cell: { state: true },
  };

  /** The numbers, as a list of rows. */
  declare values: readonly (readonly number[])[];
  declare rows: readonly string[];
  declare columns: readonly string[];
  /** The upper end of the colour scale. Heat maps that are shown for comparison must have the same one. */
  declare extreme: number;
  declare format: (x: number) => string;
  /** Formats the numbers at the ends of the legend. */
  declare formatTick: (x: number) => string;
  /** Whether the colour scale starts at 0, for numbers that cannot be negative. */
  declare oneSided: boolean;
  /** Whether the legend is hidden, so that the cells can use its space. */
  declare hasNoLegend: boolean;
  /** Returns the text that describes a cell, for the line below the figure. Undefined if there is no such line. */
  declare readout: ((row: number, column: number) => string) | undefined;
  /** The text below the figure while no cell is under the pointer or has the focus. */
  declare hint: string;
  /** With `readout`: the cell that is marked while no cell is under the pointer or has the focus. */
  declare picked: CellPlace | undefined;
  declare protected cell: CellPlace | undefined;

  readonly #gradient = uniqueId('heat');
  readonly #layouts = new Memo<HeatLayout>();

  constructor() {
    super();
    this.oneSided = false;
    this.hasNoLegend = false;
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

  get #legendHeight(): number {
    return this.hasNoLegend ? 2 : LEGEND.gap + LEGEND.bar + LEGEND.text;
  }

  #layout(texts: readonly (readonly string[])[]): HeatLayout {
    const { width, rows, columns, tallest } = this;
    const text = greatest(texts.flat(), ({ length }) => length) ?? '';
    const room = tallest && tallest - this.#legendHeight;
    return this.#layouts.for([width, rows, columns, text.length, room], () =>
      heatLayout(width, rows, columns, text, textMeasure(this, FONT_SIZE), room),
    );
  }

  #renderMap() {
    const { readout } = this;
    const texts = this.values.map((row) => row.map(this.format));
    const { left, top, side, tall, rows, columns, isUpright, hasRoom } = this.#layout(texts);
    const bottom = top + rows.length * tall;
    const height = bottom + this.#legendHeight;
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
          ${this.hasNoLegend ? nothing : this.#renderLegend(left, bottom + LEGEND.gap, legendWidth)}
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
    const place = { width: Math.max(side - 2, 0), height: Math.max(tall - 2, 0), rx: 4 };
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

  /**
   * Returns the cell, or undefined if it does not exist. The matrix may have become smaller since the cell was stored.
   */
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
    if (String(cell) !== String(this.cell)) this.send('al-cell', cell);
    this.cell = cell;
    this.activate(cell?.[0]);
  }
}

customElements.define('al-heat-map', HeatMap);

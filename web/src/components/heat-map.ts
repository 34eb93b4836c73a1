// SPDX-License-Identifier: MIT
import { html, nothing, svg } from 'lit';
import css from './heat-map.css?inline';
import { uniqueId } from './light-element.ts';
import { MeasuredElement } from './measured-element.ts';
import { longest, textMeasure } from './text-width.ts';

const FONT_SIZE = 13;
const GAP = 8;
const LEAST_LEFT = 28;
const TOP = 24;
const LARGEST_CELL = 180;
const TALLEST_CELL = 62;
const LEGEND = { gap: 18, bar: 12, text: 20 };
const WIDEST_LEGEND = 320;
/** Air between a cell's number and its edges. */
const PADDING = 6;

/**
 * A matrix as coloured cells on a fixed scale from −extreme to extreme: 0 has the page's own colour,
 * and the colour's strength grows in proportion, as the legend shows. Cells with room show their
 * numbers; a table of all of them belongs beside it.
 * @fires al-active number | undefined, the row under the pointer
 */
export class HeatMap extends MeasuredElement {
  static override css = css;
  static override properties = {
    ...MeasuredElement.properties,
    description: {},
    values: { attribute: false },
    rows: { attribute: false },
    columns: { attribute: false },
    extreme: { attribute: false },
    format: { attribute: false },
    formatTick: { attribute: false },
    active: { attribute: false },
  };

  declare description: string;
  /** Row by row. */
  declare values: readonly (readonly number[])[];
  declare rows: readonly string[];
  declare columns: readonly string[];
  /** Of the scale; the same for all numbers that are to be compared. */
  declare extreme: number;
  declare format: (x: number) => string;
  /** Of the numbers at the legend. */
  declare formatTick: (x: number) => string;
  declare active: number | undefined;

  readonly #gradient = uniqueId('heat');

  protected override render() {
    const measure = textMeasure(this, FONT_SIZE);
    const left = Math.max(longest(this.rows, measure) + GAP, LEAST_LEFT);
    const columns = Math.max(this.columns.length, 1);
    const side = Math.min(Math.max((this.width - left) / columns, 1), LARGEST_CELL);
    const tall = Math.min(side, TALLEST_CELL);
    const bottom = TOP + this.rows.length * tall;
    const height = bottom + LEGEND.gap + LEGEND.bar + LEGEND.text;
    const texts = this.values.map((row) => row.map(this.format));
    const hasRoom = longest(texts.flat(), measure) + PADDING <= side;
    return html`
      <svg class="heat-map" role="img" aria-label=${this.description}
        viewBox="0 0 ${this.width} ${height}" width=${this.width} height=${height}
        @pointerleave=${() => this.#activate(undefined)}>
        <g aria-hidden="true">
          ${this.columns.map(
            (name, j) => svg`
              <text class="heat-axis" x=${left + (j + 0.5) * side} y=${TOP - GAP} text-anchor="middle">${name}</text>`,
          )}
          ${this.values.map(
            (row, i) => svg`
              <g class=${i === this.active ? 'heat-row active' : 'heat-row'} @pointerenter=${() => this.#activate(i)}>
                <text class="heat-axis" x=${left - GAP} y=${TOP + (i + 0.5) * tall} dy="0.34em" text-anchor="end">${this.rows[i]}</text>
                ${row.map((value, j) =>
                  this.#renderCell(value, hasRoom ? (texts[i]?.[j] ?? '') : '', {
                    x: left + j * side,
                    y: TOP + i * tall,
                    side,
                    tall,
                  }),
                )}
              </g>`,
          )}
          ${this.#renderLegend(left, bottom + LEGEND.gap, Math.min(columns * side, WIDEST_LEGEND))}
        </g>
      </svg>`;
  }

  #renderCell(
    value: number,
    text: string,
    { x, y, side, tall }: { x: number; y: number; side: number; tall: number },
  ) {
    const strength = Math.min(Math.abs(value) / this.extreme, 1);
    const place = { width: side - 2, height: tall - 2, rx: 4 };
    return svg`
      <rect class="ground" x=${x + 1} y=${y + 1} width=${place.width} height=${place.height} />
      <rect class=${value < 0 ? 'heat-cell negative' : 'heat-cell positive'} x=${x + 1} y=${y + 1}
        width=${place.width} height=${place.height} rx=${place.rx}
        fill-opacity=${Number.isFinite(strength) ? strength : 0} />
      ${text === '' ? nothing : svg`<text x=${x + side / 2} y=${y + tall / 2} dy="0.34em" text-anchor="middle">${text}</text>`}`;
  }

  #renderLegend(x: number, y: number, width: number) {
    const ticks = [-this.extreme, 0, this.extreme];
    const anchors = ['start', 'middle', 'end'];
    return svg`
      <defs>
        <linearGradient id=${this.#gradient}>
          <stop class="negative-stop" offset="0" />
          <stop class="negative-stop" offset="0.5" stop-opacity="0" />
          <stop class="positive-stop" offset="0.5" stop-opacity="0" />
          <stop class="positive-stop" offset="1" />
        </linearGradient>
      </defs>
      <rect class="heat-cell" x=${x} y=${y} width=${width} height=${LEGEND.bar} rx="3" fill="url(#${this.#gradient})" />
      ${ticks.map(
        (tick, i) => svg`
          <text class="heat-axis" x=${x + (width * i) / 2} y=${y + LEGEND.bar + 15} text-anchor=${anchors[i]}>${this.formatTick(tick)}</text>`,
      )}`;
  }

  #activate(index: number | undefined): void {
    if (index === this.active) return;
    this.dispatchEvent(new CustomEvent('al-active', { detail: index, bubbles: true }));
  }
}

customElements.define('al-heat-map', HeatMap);

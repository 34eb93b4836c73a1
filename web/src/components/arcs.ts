// SPDX-License-Identifier: MIT
import { greatest } from 'd3-array';
import { html, nothing, svg } from 'lit';
import { arcPath, peakOf, type SymbolRow, symbolRow } from './arc-layout.ts';
import css from './arcs.css?inline';
import { FieldController } from './field-access.ts';
import { stepsOf } from './handle-keys.ts';
import { MarkedElement } from './marked-element.ts';
import { drawingScale, grown } from './text-scale.ts';
import { textMeasure } from './text-width.ts';

/** The attention weights of one head, drawn as a band of arcs. */
export interface ArcBand {
  readonly label: string;
  /** One row for each query, with one weight for each key. */
  readonly weights: readonly (readonly number[])[];
}

const FONT_SIZE = 14;
/** Maximum width in px of the frame around a symbol: `upright` for rotated symbols, `level` for horizontal ones. */
const WIDEST = { upright: 18, level: 80 };
const LABEL_ROOM = 17;
/** Width in px of an arc with the weight 1. */
const THICKEST = 9;
/** Width in px of an arc from a symbol to itself with the weight 1. It is thinner, because these arcs are small. */
const THICKEST_LOOP = 4;
/** The smallest weight for which an arc is drawn. */
const LEAST_WEIGHT = 0.02;
/** The arcs that start at the other symbols are drawn in the background, if their weight is at least this. */
const LEAST_OTHER = 0.3;
/** The smallest weight that is labelled. */
const LEAST_WRITTEN = 0.15;
const MOST_WRITTEN = 3;
/** Approximate size in px of a weight's label, for detecting overlapping labels. */
const SHARE_SIZE = { width: 30, height: 12 };
const LEAST_ROOM = 16;

/**
 * Shows the attention of one symbol of a text. An arc leads to each symbol that it attends to; the arc's width is
 * proportional to the weight. The first band (head) is above the text, the second below. The pointer and the arrow keys
 * choose the symbol.
 * @fires al-choose number, the index of the symbol
 * @fires al-active number | undefined, the index of the symbol under the pointer
 */
export class Arcs extends MarkedElement {
  static override css = css;
  static override properties = {
    field: {},
    symbols: { attribute: false },
    bands: { attribute: false },
    chosen: { type: Number },
    target: { attribute: false },
    label: {},
    text: {},
    term: {},
    format: { attribute: false },
  };

  declare field: string;
  declare symbols: readonly string[];
  /** The heads to draw: one or two. */
  declare bands: readonly ArcBand[];
  /** Index of the symbol whose attention is shown. */
  declare chosen: number;
  /** Returns the index of the symbol to which the symbol `from` should attend. The figure marks the returned symbol. */
  declare target: ((from: number) => number | undefined) | undefined;
  /** Accessible name of the group of symbols to choose from. */
  declare label: string;
  /** Describes the chosen symbol and its attention in words, for screen readers. */
  declare text: string;
  /** Name of the variable for the weights in the lesson's code. Arcs and variable are highlighted together. */
  declare term: string;
  declare format: (share: number) => string;

  readonly #access = new FieldController(this, false);
  #row: SymbolRow = { places: [], slots: [], isUpright: false, height: 0 };

  constructor() {
    super();
    this.field = '';
    this.term = '';
  }

  protected override render() {
    const { width, symbols, chosen } = this;
    const height = this.tallest ?? 240;
    const measure = textMeasure(this, FONT_SIZE);
    this.#row = symbolRow(symbols.map(measure), width, height / 2);
    const { top, base } = this.#lines(height);
    const from = this.active ?? chosen;
    const isLocked = this.#access.isLocked;
    return html`
      <svg class="arcs" role="group" aria-label=${this.description} viewBox="0 0 ${width} ${height}"
        width=${grown(width, this)} height=${grown(height, this)}
        @pointermove=${this.#onMove} @pointerleave=${() => this.activate(undefined)} @click=${this.#onClick}>
        <g class="arc-position" tabindex="0" role="slider" aria-label=${this.label} aria-valuemin="1"
          aria-valuemax=${Math.max(symbols.length, 1)} aria-valuenow=${chosen + 1} aria-valuetext=${this.text}
          aria-disabled=${isLocked ? 'true' : nothing} @keydown=${this.#onKey}>
          <rect class="arc-ring" x="2" y=${top} width=${Math.max(width - 4, 0)} height=${base - top} rx="8" />
          ${symbols.map((symbol, i) => this.#renderSymbol(symbol, i, from, (top + base) / 2))}
        </g>
        ${this.bands.map((band, i) => this.#renderBand(band, from, i === 0 ? top : base, i > 0, height))}
      </svg>`;
  }

  /** The y coordinates of the top and the bottom edge of the row of symbols. */
  #lines(height: number): { top: number; base: number } {
    const line = this.#row.height;
    const top = this.bands.length > 1 ? (height - line) / 2 : height - line - 2;
    return { top, base: top + line };
  }

  #renderSymbol(symbol: string, index: number, from: number, middle: number) {
    const { places, slots, isUpright, height } = this.#row;
    const x = places[index] ?? 0;
    const isTarget = index === this.target?.(from);
    const kind = ['arc-symbol', index === from && 'from', isTarget && 'target'];
    const turn = isUpright ? `rotate(-90 ${x} ${middle})` : nothing;
    const room = Math.min(slots[index] ?? 0, isUpright ? WIDEST.upright : WIDEST.level);
    return svg`
      <g class=${kind.filter(Boolean).join(' ')} aria-hidden="true">
        <rect x=${x - room / 2} y=${middle - height / 2 + 1} width=${room} height=${height - 2} rx="5" />
        <text x=${x} y=${middle} dy="0.34em" text-anchor="middle" transform=${turn}>${symbol}</text>
      </g>`;
  }

  #renderBand(
    { label, weights }: ArcBand,
    from: number,
    edge: number,
    isBelow: boolean,
    height: number,
  ) {
    const { places } = this.#row;
    const way = isBelow ? -1 : 1;
    const room = Math.max((isBelow ? height - edge : edge) - LABEL_ROOM, LEAST_ROOM);
    const longest = (places.at(-1) ?? 1) - (places[0] ?? 0);
    const path = (i: number, j: number) => {
      const [x0, x1] = [places[i] ?? 0, places[j] ?? 0];
      return arcPath(x0, x1, edge - 2 * way, way * peakOf(x0, x1, longest, room));
    };
    const others = weights.flatMap((row, i) =>
      i === from ? [] : row.flatMap((weight, j) => (weight >= LEAST_OTHER ? path(i, j) : [])),
    );
    const own = weights[from] ?? [];
    return svg`
      <g class=${isBelow ? 'arc-band below' : 'arc-band'} data-term=${this.term || nothing} aria-hidden="true">
        <path class="arc-others" d=${others.join('')} />
        ${own.map((weight, j) =>
          weight < LEAST_WEIGHT
            ? nothing
            : svg`
              <path class="arc" d=${path(from, j)} stroke-width=${(weight * (j === from ? THICKEST_LOOP : THICKEST)).toFixed(2)} />
              <circle class="arc-end" cx=${places[j] ?? 0} cy=${edge - 2 * way} r=${(2 + weight * 3).toFixed(2)} />`,
        )}
        <text class="arc-label" x="2" y=${isBelow ? height - 4 : edge - room - 4}>${label}</text>
        ${this.#renderShares(own, from, edge, way, room, longest)}
      </g>`;
  }

  /** Renders the labels of the largest weights, each at the top of its arc. */
  #renderShares(
    own: readonly number[],
    from: number,
    edge: number,
    way: number,
    room: number,
    longest: number,
  ) {
    const { places } = this.#row;
    const most = own
      .map((weight, j) => ({ weight, j }))
      .filter(({ weight }) => weight >= LEAST_WRITTEN)
      .toSorted((a, b) => b.weight - a.weight)
      .slice(0, MOST_WRITTEN)
      .map(({ weight, j }) => {
        const [x0, x1] = [places[from] ?? 0, places[j] ?? 0];
        const x = Math.min(Math.max((x0 + x1) / 2, 22), this.width - 22);
        return { weight, x, y: edge - way * (peakOf(x0, x1, longest, room) - 1) };
      });
    const isFree = ({ x, y }: (typeof most)[number], i: number) =>
      most
        .slice(0, i)
        .every(
          (one) =>
            Math.abs(one.x - x) > SHARE_SIZE.width || Math.abs(one.y - y) > SHARE_SIZE.height,
        );
    return most
      .filter(isFree)
      .map(
        ({ weight, x, y }) =>
          svg`<text class="arc-share" x=${x} y=${y} dy="0.34em" text-anchor="middle">${this.format(weight)}</text>`,
      );
  }

  #nearest(event: MouseEvent): number | undefined {
    const { left } = this.getBoundingClientRect();
    const x = (event.clientX - left) / drawingScale(this);
    const distances = this.#row.places.map((place, i) => ({ i, far: Math.abs(place - x) }));
    return greatest(distances, (a, b) => b.far - a.far)?.i;
  }

  readonly #onMove = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse') this.activate(this.#nearest(event));
  };

  readonly #onClick = (event: MouseEvent): void => this.#choose(this.#nearest(event));

  readonly #onKey = (event: KeyboardEvent): void => {
    const steps = stepsOf(event, true)?.[0];
    if (steps === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.#choose(Math.min(Math.max(this.chosen + steps, 0), this.symbols.length - 1));
  };

  #choose(index: number | undefined): void {
    if (index === undefined || index === this.chosen || this.#access.isLocked) return;
    this.send('al-choose', index);
  }
}

customElements.define('al-arcs', Arcs);

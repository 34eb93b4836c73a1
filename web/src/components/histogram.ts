// SPDX-License-Identifier: MIT
import type { ScaleLinear } from 'd3-scale';
import { html, nothing, svg } from 'lit';
import { type Bins, barHeights } from './bins.ts';
import { FramedPlot } from './framed-plot.ts';
import css from './histogram.css?inline';
import { PLOT_FONT_SIZE, type PlotFrame } from './plot-frame.ts';
import { textMeasure } from './text-width.ts';

/** A density to compare with; the first is drawn as a line, the second dashed. */
export interface Density {
  readonly places: readonly number[];
  readonly densities: readonly number[];
}

/** A length within the picture, such as a deviation to either side. */
export interface Span {
  readonly low: number;
  readonly high: number;
  readonly label: string;
}

const SPAN_Y = 20;
const SPAN_END = 6;

/**
 * Counts as bars of their density, with densities to compare them with. What leaves the axes is cut
 * off, so that a picture can keep its scale while what it shows grows wide or tall.
 */
export class Histogram extends FramedPlot {
  static override css = css;
  static override properties = {
    ...FramedPlot.properties,
    bins: { attribute: false },
    curves: { attribute: false },
    span: { attribute: false },
    legend: { attribute: false },
  };

  declare bins: Bins;
  declare curves: readonly (Density | undefined)[];
  declare span: Span | undefined;
  /** Names of the bars and of each curve. */
  declare legend: readonly string[];

  #measured = { length: 0, width: 0 };

  protected override render() {
    const { frame } = this;
    const { left, right, top, bottom } = frame;
    const drawing = svg`
      <svg class="histogram-frame" x=${left} y=${top} width=${right - left} height=${bottom - top}
        viewBox="${left} ${top} ${right - left} ${bottom - top}">
        <path class="histogram-bars" d=${barPath(this.bins, frame)} />
        ${this.curves.map((curve, i) =>
          curve === undefined
            ? nothing
            : svg`<path class=${CURVES[i] ?? ''} d=${curvePath(curve, frame)} />`,
        )}
      </svg>
      ${this.span === undefined ? nothing : renderSpan(this.span, frame, this.#room(this.span))}`;
    return html`
      <ul class="plot-legend histogram-legend">
        ${this.legend.map((name, i) =>
          i === 0 || this.curves[i - 1] !== undefined ? legendItem(name, i) : nothing,
        )}
      </ul>
      ${this.renderDrawing('plot histogram', drawing)}`;
  }

  // Measured once a length, as it is asked for with every step of a drag.
  #room({ label }: Span): number {
    if (label.length !== this.#measured.length) {
      const width = textMeasure(this, PLOT_FONT_SIZE)(label) * BOLD;
      this.#measured = { length: label.length, width };
    }
    return this.#measured.width;
  }
}

/** How much wider bold letters are. */
const BOLD = 1.12;

const CURVES = ['histogram-expected', 'histogram-reference'] as const;

const legendItem = (name: string, i: number) => html`
  <li>
    <svg width="26" height="13" aria-hidden="true">
      ${
        i === 0
          ? svg`<rect class="histogram-bars" x="1" y="1" width="24" height="11" />`
          : svg`<path class=${CURVES[i - 1] ?? ''} d="M0 6.5H26" />`
      }
    </svg>${name}
  </li>`;

function barPath(bins: Bins, { x, y, bottom }: PlotFrame): string {
  const tenth = (place: number) => Math.round(place * 10) / 10;
  return barHeights(bins)
    .map((density, i) => {
      if (density === 0) return '';
      const [low, high] = [x(bins.edges[i] as number), x(bins.edges[i + 1] as number)];
      // A gap of a pixel keeps the bars apart, where there is room for one.
      const gap = high - low > 4 ? 1 : 0;
      return `M${tenth(low)} ${bottom}V${tenth(y(density))}H${tenth(high - gap)}V${bottom}Z`;
    })
    .join('');
}

const curvePath = ({ places, densities }: Density, { x, y }: PlotFrame): string =>
  places
    .map((place, i) => `${i === 0 ? 'M' : 'L'}${point(x, place)} ${point(y, densities[i] ?? 0)}`)
    .join('');

const point = (scale: ScaleLinear<number, number>, at: number) => Math.round(scale(at) * 10) / 10;

function renderSpan({ low, high, label }: Span, { x, left, right }: PlotFrame, room: number) {
  const [from, to] = [Math.max(x(low), left), Math.min(x(high), right)];
  const middle = (from + to) / 2;
  const place = Math.min(Math.max(middle, left + room / 2), right - room / 2);
  const end = `v${SPAN_END}`;
  return svg`
    <g class="histogram-span" aria-hidden="true">
      <path d="M${from} ${SPAN_Y}${end}M${from} ${SPAN_Y}H${to}${end}" />
      <text x=${place} y=${SPAN_Y - 6} text-anchor="middle">${label}</text>
    </g>`;
}

customElements.define('al-histogram', Histogram);

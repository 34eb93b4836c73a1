// SPDX-License-Identifier: MIT
import { line } from 'd3-shape';
import { html, nothing, type PropertyValues, svg } from 'lit';
import { guard } from 'lit/directives/guard.js';
import css from './log-chart.css?inline';
import { MeasuredElement } from './measured-element.ts';
import { type Axis, PLOT_FONT_SIZE, type PlotFrame, plotFrame, renderAxes } from './plot-frame.ts';
import { grown } from './text-scale.ts';
import { textMeasure } from './text-width.ts';

/** One line of a chart: its points lie at powers of two, or between. */
export interface Series {
  readonly label: string;
  /** Which of three colours, each with a shape of its own for the points. */
  readonly colour: 0 | 1 | 2;
  readonly dashed: boolean;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

const SIZE = 4;
/** So that points on the frame are whole. */
const AIR = SIZE + 2;

/** Lines over a logarithmic axis, with a mark at the present place. Lines that are still being computed grow. */
export class LogChart extends MeasuredElement {
  static override css = css;
  static override properties = {
    ...MeasuredElement.properties,
    description: {},
    series: { attribute: false },
    xLabel: {},
    places: { attribute: false },
    yAxis: { attribute: false },
    mark: { attribute: false },
    format: { attribute: false },
  };

  declare description: string;
  declare series: readonly Series[];
  declare xLabel: string;
  /** Where the axis has its ticks, in order; it ends at the first and the last. */
  declare places: readonly number[];
  declare yAxis: Axis;
  declare mark: { readonly x: number; readonly label: string };
  declare format: (x: number) => string;

  #frame!: PlotFrame;
  #framed = '';

  protected override willUpdate(_changed: PropertyValues<this>): void {
    const { width, yAxis, places, format } = this;
    const ticks = yAxis.ticks?.map(({ text }) => text) ?? [];
    const framed = [width, places, yAxis.interval, ticks, format(0.5)].join(' ');
    if (framed === this.#framed) return;
    this.#framed = framed;
    const xAxis = {
      label: '',
      interval: [Math.log2(places[0] ?? 1), Math.log2(places.at(-1) ?? 2)] as const,
      ticks: places.map((place) => ({ at: Math.log2(place), text: format(place) })),
    };
    this.#frame = plotFrame(width, xAxis, yAxis, format, textMeasure(this, PLOT_FONT_SIZE));
  }

  protected override render() {
    const frame = this.#frame;
    const { width, height, left, right, top, bottom } = frame;
    const [xLabel, yLabel] = [this.xLabel, this.yAxis.label];
    return html`
      <ul class="chart-legend">${this.series.map(legendItem)}</ul>
      <svg class="plot log-chart" role="img" aria-label=${this.description}
        viewBox="0 0 ${width} ${height}" width=${grown(width, this)} height=${grown(height, this)}>
        ${guard([frame, xLabel, yLabel], () => renderAxes(frame, xLabel, yLabel))}
        ${this.#renderMark()}
        <svg class="chart-frame" x=${left - AIR} y=${top - AIR} width=${right - left + 2 * AIR}
          height=${bottom - top + 2 * AIR}
          viewBox="${left - AIR} ${top - AIR} ${right - left + 2 * AIR} ${bottom - top + 2 * AIR}">
          ${guard([frame, this.series], () => this.series.map((one) => renderSeries(one, frame)))}
        </svg>
      </svg>`;
  }

  #renderMark() {
    const { x, left, right, top, bottom, width } = this.#frame;
    const place = x(Math.log2(this.mark.x));
    if (place < left || place > right) return nothing;
    const atRight = place > width * 0.6;
    return svg`
      <g class="chart-mark" aria-hidden="true">
        <line x1=${place} x2=${place} y1=${top - 8} y2=${bottom} />
        <text x=${place + (atRight ? -6 : 6)} y=${top - 14} text-anchor=${atRight ? 'end' : 'start'}>${this.mark.label}</text>
      </g>`;
  }
}

const classesOf = ({ colour, dashed }: Series): string =>
  `series series-${colour}${dashed ? ' dashed' : ''}`;

/** A circle, a square or a diamond, so that the lines differ by more than their colours. */
function dot(colour: Series['colour'], x: number, y: number) {
  if (colour === 0) return svg`<circle class="series-dot" cx=${x} cy=${y} r=${SIZE} />`;
  const side = 2 * SIZE - 1;
  return svg`<rect class="series-dot" x=${x - side / 2} y=${y - side / 2} width=${side} height=${side}
    transform=${colour === 2 ? `rotate(45 ${x} ${y})` : nothing} />`;
}

const legendItem = (series: Series) => html`
  <li>
    <svg width="34" height="13" aria-hidden="true">
      <g class=${classesOf(series)}>
        <path d="M0 6.5H34" />${dot(series.colour, 17, 6.5)}
      </g>
    </svg>${series.label}
  </li>`;

function renderSeries(series: Series, { x, y }: PlotFrame) {
  const at = series.points.map((point) => [x(Math.log2(point.x)), y(point.y)] as [number, number]);
  return svg`
    <g class=${classesOf(series)}>
      <path d=${line()(at) ?? ''} />
      ${at.map(([px, py]) => dot(series.colour, px, py))}
    </g>`;
}

customElements.define('al-log-chart', LogChart);

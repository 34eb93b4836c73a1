// SPDX-License-Identifier: MIT
import { html, nothing, svg } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { FramedPlot } from './framed-plot.ts';
import { linePath } from './linear-scale.ts';
import css from './log-chart.css?inline';
import type { Axis, PlotFrame } from './plot-frame.ts';

/** One line of a chart, with its points. */
export interface Series {
  readonly label: string;
  /** Index of one of three colours. Each colour has its own shape of points. */
  readonly colour: 0 | 1 | 2;
  readonly dashed: boolean;
  /** The name, in formulas and code, of the quantity that the line shows. Line and name are highlighted together. */
  readonly term?: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

const SIZE = 4;
/** Margin in px around the points, so that a point on the edge of the plot is not clipped. */
const AIR = SIZE + 2;

/**
 * Plots lines over a logarithmic x axis. A vertical line (`mark`) shows the x value that the reader has set. While the
 * numbers are being computed, the lines grow.
 */
export class LogChart extends FramedPlot {
  static override css = css;
  static override properties = {
    series: { attribute: false },
    xLabel: {},
    places: { attribute: false },
    mark: { attribute: false },
  };

  declare series: readonly Series[];
  declare xLabel: string;
  /** Positions of the ticks, in ascending order. The axis extends from the first to the last tick. */
  declare places: readonly number[];
  declare mark: { readonly x: number; readonly label: string };

  protected override axes(): readonly [x: Axis, y: Axis] {
    const { places, format } = this;
    const x: Axis = {
      label: this.xLabel,
      interval: [Math.log2(places[0] ?? 1), Math.log2(places.at(-1) ?? 2)],
      ticks: places.map((place) => ({ at: Math.log2(place), text: format(place) })),
    };
    return [x, this.yAxis];
  }

  protected override render() {
    const { frame } = this;
    const [left, top] = [frame.left - AIR, frame.top - AIR];
    const [width, height] = [frame.right + AIR - left, frame.bottom + AIR - top];
    const drawing = svg`
      ${this.#renderMark()}
      <svg class="chart-frame" x=${left} y=${top} width=${width} height=${height}
        viewBox="${left} ${top} ${width} ${height}">
        ${guard([frame, this.series], () => this.series.map((one) => renderSeries(one, frame)))}
      </svg>`;
    return html`
      <ul class="plot-legend chart-legend">${this.series.map(legendItem)}</ul>
      ${this.renderDrawing('plot log-chart', drawing)}`;
  }

  #renderMark() {
    const { x, left, right, top, bottom, width } = this.frame;
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

/** The mark of a point: a circle, a square or a diamond, so that lines differ not only by their colours. */
function dot(colour: Series['colour'], x: number, y: number) {
  if (colour === 0) return svg`<circle class="series-dot" cx=${x} cy=${y} r=${SIZE} />`;
  const side = 2 * SIZE - 1;
  return svg`<rect class="series-dot" x=${x - side / 2} y=${y - side / 2} width=${side} height=${side}
    transform=${colour === 2 ? `rotate(45 ${x} ${y})` : nothing} />`;
}

const legendItem = (series: Series) => html`
  <li data-term=${series.term ?? nothing}>
    <svg width="34" height="13" aria-hidden="true">
      <g class=${classesOf(series)}>
        <path d="M0 6.5H34" />${dot(series.colour, 17, 6.5)}
      </g>
    </svg>${series.label}
  </li>`;

function renderSeries(series: Series, { x, y }: PlotFrame) {
  const at = series.points.map((point) => [x(Math.log2(point.x)), y(point.y)] as [number, number]);
  return svg`
    <g class=${classesOf(series)} data-term=${series.term ?? nothing}>
      <path d=${linePath(at)} />
      ${at.map(([px, py]) => dot(series.colour, px, py))}
    </g>`;
}

customElements.define('al-log-chart', LogChart);

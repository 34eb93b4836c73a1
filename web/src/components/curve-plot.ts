// SPDX-License-Identifier: MIT
import { type ScaleLinear, scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { html, nothing, type PropertyValues, svg } from 'lit';
import { guard } from 'lit/directives/guard.js';
import css from './curve-plot.css?inline';
import { type DragTarget, PlotDrag } from './curve-plot-drag.ts';
import { MeasuredElement } from './measured-element.ts';

export interface CurveSample {
  readonly x: number;
  readonly y: number;
  /** False leaves a gap in the curve. */
  readonly defined: boolean;
}

export interface PlotPoint {
  readonly x: number;
  readonly y: number;
  readonly label: string;
  /** What is said of the point's place, "waist 51, weight 40". */
  readonly text: string;
  /** Share of attention in [0, 1], drawn as a halo. */
  readonly emphasis: number;
}

/** A point or the cursor was moved to a place in data units. */
export interface PlotMove {
  readonly target: DragTarget;
  readonly x: number;
  readonly y: number;
  readonly final: boolean;
}

export interface Axis {
  readonly label: string;
  readonly interval: readonly [low: number, high: number];
}

const MARGIN = { top: 32, right: 16, bottom: 46, left: 52 };
const POINT_RADIUS = 6;
const LARGEST_HALO = 20;
const KEY_STEPS = 100;

const heightFor = (width: number): number => Math.round(Math.min(Math.max(width * 0.58, 250), 420));

/**
 * A curve over one variable, with points and a vertical cursor that can be dragged by mouse, touch
 * and arrow keys.
 * @fires al-move PlotMove
 * @fires al-active number | undefined, the point under the pointer or in focus
 */
export class CurvePlot extends MeasuredElement {
  static override css = css;
  static override properties = {
    ...MeasuredElement.properties,
    description: {},
    xAxis: { attribute: false },
    yAxis: { attribute: false },
    curve: { attribute: false },
    points: { attribute: false },
    cursor: { type: Number },
    cursorLabel: {},
    cursorText: {},
    marker: { attribute: false },
    markerLabel: {},
    active: { attribute: false },
    format: { attribute: false },
  };

  declare description: string;
  declare xAxis: Axis;
  declare yAxis: Axis;
  declare curve: readonly CurveSample[];
  declare points: readonly PlotPoint[];
  declare cursor: number;
  declare cursorLabel: string;
  declare cursorText: string;
  /** Height at which the curve is read at the cursor, or undefined where it has no value. */
  declare marker: number | undefined;
  declare markerLabel: string;
  declare active: number | undefined;
  declare format: (x: number) => string;

  #x!: ScaleLinear<number, number>;
  #y!: ScaleLinear<number, number>;
  readonly #drag = new PlotDrag(this, {
    place: (target) => this.#place(target),
    points: () => this.points.length,
    move: (target, px, py, final) => this.#move(target, px, py, final),
    hover: (index) => this.#activate(index),
  });

  protected override willUpdate(changed: PropertyValues<this>): void {
    // The scale stays while something is dragged, or the picture would run away from the pointer.
    if (this.#drag.target !== undefined && !(changed as PropertyValues).has('width')) return;
    const height = heightFor(this.width);
    const right = this.width - MARGIN.right;
    this.#x = scaleLinear(this.xAxis.interval, [MARGIN.left, right]);
    this.#y = scaleLinear(this.yAxis.interval, [height - MARGIN.bottom, MARGIN.top]);
  }

  protected override render() {
    const height = heightFor(this.width);
    // A drag of the cursor leaves axes and curve as they are.
    const frame = [this.width, ...this.#x.domain(), ...this.#y.domain()];
    return html`
      <svg class="plot" role="group" aria-label=${this.description}
        viewBox="0 0 ${this.width} ${height}" width=${this.width} height=${height}
        @pointerdown=${this.#drag.down} @pointermove=${this.#drag.over}
        @pointerleave=${this.#drag.leave}>
        ${guard([...frame, this.xAxis.label, this.yAxis.label, this.format(0.5)], () => this.#renderAxes(height))}
        ${guard([...frame, this.curve], () => this.#renderCurve(height))}
        ${this.#renderCursor(height)}
        ${this.points.map((point, index) => this.#renderPoint(point, index))}
      </svg>`;
  }

  #renderAxes(height: number) {
    const bottom = height - MARGIN.bottom;
    const right = this.width - MARGIN.right;
    const xTicks = this.#x.ticks(Math.max(3, Math.min(10, this.width / 70)));
    const yTicks = this.#y.ticks(Math.max(3, Math.min(8, height / 45)));
    return svg`
      <g class="axes" aria-hidden="true">
        ${yTicks.map(
          (tick) => svg`
            <line class="grid" x1=${MARGIN.left} x2=${right} y1=${this.#y(tick)} y2=${this.#y(tick)} />
            <text x=${MARGIN.left - 8} y=${this.#y(tick)} dy="0.32em" text-anchor="end">${this.format(tick)}</text>`,
        )}
        ${xTicks.map(
          (tick) => svg`
            <line class="tick" x1=${this.#x(tick)} x2=${this.#x(tick)} y1=${bottom} y2=${bottom + 5} />
            <text x=${this.#x(tick)} y=${bottom + 18} text-anchor="middle">${this.format(tick)}</text>`,
        )}
        <line class="axis" x1=${MARGIN.left} x2=${right} y1=${bottom} y2=${bottom} />
        <text class="axis-label" x=${(MARGIN.left + right) / 2} y=${height - 8} text-anchor="middle">${this.xAxis.label}</text>
        <text class="axis-label" transform="translate(14 ${(MARGIN.top + bottom) / 2}) rotate(-90)" text-anchor="middle">${this.yAxis.label}</text>
      </g>`;
  }

  // A nested svg cuts the curve off at the frame while a drag holds the scale.
  #renderCurve(height: number) {
    const [x, y] = [MARGIN.left, MARGIN.top];
    const width = this.width - MARGIN.left - MARGIN.right;
    const inner = height - MARGIN.top - MARGIN.bottom;
    const path = line<CurveSample>()
      .defined((sample) => sample.defined)
      .x((sample) => this.#x(sample.x))
      .y((sample) => this.#y(sample.y));
    return svg`
      <svg class="curve-frame" aria-hidden="true" x=${x} y=${y} width=${width} height=${inner}
        viewBox="${x} ${y} ${width} ${inner}">
        <path class="curve" d=${path(this.curve) ?? ''} />
      </svg>`;
  }

  #renderCursor(height: number) {
    const bottom = height - MARGIN.bottom;
    const x = this.#x(this.cursor);
    const y = this.marker === undefined ? undefined : this.#y(this.marker);
    const atRight = x > this.width * 0.6;
    return svg`
      <g class="cursor" tabindex="0" role="slider" aria-label=${this.cursorLabel}
        aria-valuemin=${this.xAxis.interval[0]} aria-valuemax=${this.xAxis.interval[1]}
        aria-valuenow=${this.cursor} aria-valuetext=${this.cursorText}
        @keydown=${(event: KeyboardEvent) => this.#onKey(event, 'cursor')}>
        <line class="cursor-line" x1=${x} x2=${x} y1=${MARGIN.top} y2=${bottom} />
        <path class="cursor-handle" d="M${x} ${MARGIN.top - 2} l8 -11 v-13 h-16 v13 z" />
        ${
          y === undefined
            ? nothing
            : svg`
              <line class="marker-line" x1=${MARGIN.left} x2=${x} y1=${y} y2=${y} />
              <rect class="marker" x=${x - 5} y=${y - 5} width="10" height="10"
                transform="rotate(45 ${x} ${y})" />
              <text class="marker-label" x=${x + (atRight ? -12 : 12)} y=${y - 12}
                text-anchor=${atRight ? 'end' : 'start'}>${this.markerLabel}</text>`
        }
      </g>`;
  }

  #renderPoint(point: PlotPoint, index: number) {
    const [x, y] = [this.#x(point.x), this.#y(point.y)];
    return svg`
      <g class="point ${index === this.active ? 'active' : ''}" tabindex="0" role="slider"
        aria-label=${point.label} aria-valuenow=${point.x} aria-valuetext=${point.text}
        aria-valuemin=${this.xAxis.interval[0]} aria-valuemax=${this.xAxis.interval[1]}
        @focus=${() => this.#activate(index)} @blur=${() => this.#activate(undefined)}
        @keydown=${(event: KeyboardEvent) => this.#onKey(event, index)}>
        <circle class="halo" cx=${x} cy=${y} r=${POINT_RADIUS + LARGEST_HALO * Math.sqrt(point.emphasis)} />
        <circle class="dot" cx=${x} cy=${y} r=${POINT_RADIUS} />
        <circle class="grip" cx=${x} cy=${y} r="14" />
      </g>`;
  }

  #place(target: DragTarget): readonly [px: number, py: number] {
    if (target === 'cursor') return [this.#x(this.cursor), Number.NaN];
    const point = this.points[target] as PlotPoint;
    return [this.#x(point.x), this.#y(point.y)];
  }

  #onKey(event: KeyboardEvent, target: DragTarget): void {
    const sides: Record<string, readonly [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: target === 'cursor' ? [1, 0] : [0, 1],
      ArrowDown: target === 'cursor' ? [-1, 0] : [0, -1],
    };
    const side = sides[event.key];
    if (side === undefined) return;
    event.preventDefault();
    const size = event.shiftKey ? 10 : 1;
    const way = ([low, high]: Axis['interval']) => ((high - low) / KEY_STEPS) * size;
    const from =
      target === 'cursor' ? { x: this.cursor, y: 0 } : (this.points[target] as PlotPoint);
    this.#send(
      target,
      from.x + side[0] * way(this.xAxis.interval),
      from.y + side[1] * way(this.yAxis.interval),
      true,
    );
  }

  #move(target: DragTarget, px: number, py: number, final: boolean): void {
    this.#send(target, this.#x.invert(px), this.#y.invert(py), final);
  }

  #send(target: DragTarget, x: number, y: number, final: boolean): void {
    // Data keep as many digits as the picture can show, and stay inside it.
    const within = (v: number, scale: ScaleLinear<number, number>) => {
      const [low = 0, high = 1] = scale.domain();
      const unit = 10 ** Math.floor(Math.log10((high - low) / KEY_STEPS));
      return Number((Math.round(Math.min(Math.max(v, low), high) / unit) * unit).toPrecision(12));
    };
    const detail: PlotMove = { target, x: within(x, this.#x), y: within(y, this.#y), final };
    this.dispatchEvent(new CustomEvent('al-move', { detail, bubbles: true }));
    if (final) this.requestUpdate();
  }

  #activate(index: number | undefined): void {
    if (index === this.active) return;
    this.dispatchEvent(new CustomEvent('al-active', { detail: index, bubbles: true }));
  }
}

customElements.define('al-curve-plot', CurvePlot);

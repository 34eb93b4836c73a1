// SPDX-License-Identifier: MIT
import type { ScaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { html, nothing, type PropertyValues, svg } from 'lit';
import { guard } from 'lit/directives/guard.js';
import css from './curve-plot.css?inline';
import { type DragTarget, PlotDrag, REACH } from './curve-plot-drag.ts';
import { MeasuredElement } from './measured-element.ts';
import { type Axis, PLOT_FONT_SIZE, type PlotFrame, plotFrame, renderAxes } from './plot-frame.ts';
import { grown } from './text-scale.ts';
import { textMeasure } from './text-width.ts';

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
  /** It stays where it is. */
  readonly isLocked?: boolean;
}

/** A point or the cursor was moved to a place in data units. */
export interface PlotMove {
  readonly target: DragTarget;
  readonly x: number;
  readonly y: number;
  readonly final: boolean;
}

/** Where points and cursor may be moved to, whatever the axes show. */
export interface PlotLimits {
  readonly x: Axis['interval'];
  readonly y: Axis['interval'];
}

type Direction = 'x' | 'y';

const POINT_RADIUS = 6;
const LARGEST_HALO = 20;
const FOCUS_RADIUS = 14;
const HANDLE_Y = 17;
const KEY_STEPS = 100;
const PAGE_STEPS = 10;

/**
 * A curve over one variable, with points and a vertical cursor that can be dragged by mouse, touch
 * and arrow keys.
 * @fires al-move PlotMove
 * @fires al-active number | null, the point under the pointer or in focus
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
    isCursorLocked: { attribute: false },
    marker: { attribute: false },
    markerLabel: {},
    limits: { attribute: false },
    pointHint: {},
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
  /** The cursor stays where it is. */
  declare isCursorLocked: boolean;
  /** Height at which the curve is read at the cursor, or undefined where it has no value. */
  declare marker: number | undefined;
  declare markerLabel: string;
  declare limits: PlotLimits | undefined;
  /** How a point is moved by keys, said of each point to those who cannot see it. */
  declare pointHint: string;
  declare active: number | undefined;
  declare format: (x: number) => string;

  #frame!: PlotFrame;
  #framed = '';
  readonly #drag = new PlotDrag(this, {
    place: (target) => this.#place(target),
    points: () => this.points.length,
    isLocked: (target) => this.#isLocked(target),
    move: (target, px, py, final) => this.#move(target, px, py, final),
    hold: (target) => this.#hold(target),
    hover: (index) => this.#activate(index),
    focus: (target) => this.#focus(target),
  });

  constructor() {
    super();
    this.pointHint = '';
    this.isCursorLocked = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#drag.stop();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // The scale stays while something is dragged, or the picture would run away from the pointer.
    if (this.#drag.target !== undefined && !(changed as PropertyValues).has('width')) return;
    const { width, xAxis, yAxis, format } = this;
    // Laying out reads styles, which is too dear to do again with every step of a drag.
    const framed = [width, xAxis.interval, yAxis.interval, format(0.5)].join(' ');
    if (framed === this.#framed) return;
    this.#framed = framed;
    const measure = textMeasure(this, PLOT_FONT_SIZE);
    this.#frame = plotFrame(width, xAxis, yAxis, format, measure);
  }

  protected override render() {
    const frame = this.#frame;
    const { width, height } = frame;
    const [xLabel, yLabel] = [this.xAxis.label, this.yAxis.label];
    // A drag of the cursor leaves axes and curve as they are.
    return html`
      <svg class="plot" role="group" aria-label=${this.description}
        viewBox="0 0 ${width} ${height}" width=${grown(width, this)} height=${grown(height, this)}
        @pointerdown=${this.#drag.down} @mousedown=${this.#drag.press}
        @touchstart=${this.#drag.touch} @pointermove=${this.#drag.over}
        @pointerleave=${this.#drag.leave}>
        ${guard([frame, xLabel, yLabel], () => renderAxes(frame, xLabel, yLabel))}
        ${guard([frame, this.curve], () => this.#renderCurve(frame))}
        ${this.#renderCursor(frame)}
        ${this.points.map((point, index) => this.#renderPoint(point, index))}
      </svg>`;
  }

  // A nested svg cuts the curve off at the frame while a drag holds the scale.
  #renderCurve({ x, y, left, right, top, bottom }: PlotFrame) {
    const path = line<CurveSample>()
      .defined((sample) => sample.defined)
      .x((sample) => x(sample.x))
      .y((sample) => y(sample.y));
    const [width, height] = [right - left, bottom - top];
    return svg`
      <svg class="curve-frame" aria-hidden="true" x=${left} y=${top} width=${width} height=${height}
        viewBox="${left} ${top} ${width} ${height}">
        <path class="curve" d=${path(this.curve) ?? ''} />
      </svg>`;
  }

  #renderCursor(frame: PlotFrame) {
    const x = frame.x(this.cursor);
    const y = this.marker === undefined ? undefined : frame.y(this.marker);
    const atRight = x > frame.width * 0.6;
    const [low, high] = this.#range('x');
    return svg`
      <g class="cursor" tabindex="0" role="slider" aria-label=${this.cursorLabel}
        aria-valuemin=${low} aria-valuemax=${high}
        aria-valuenow=${this.cursor} aria-valuetext=${this.cursorText}
        aria-disabled=${this.isCursorLocked ? 'true' : nothing}
        @keydown=${(event: KeyboardEvent) => this.#onKey(event, 'cursor')}>
        <line class="cursor-line" x1=${x} x2=${x} y1=${frame.top} y2=${frame.bottom} />
        <circle class="grip" cx=${x} cy=${HANDLE_Y} r=${REACH} />
        <path class="cursor-handle" d="M${x} ${frame.top - 2} l8 -11 v-13 h-16 v13 z" />
        ${
          y === undefined
            ? nothing
            : svg`
              <line class="marker-line" x1=${frame.left} x2=${x} y1=${y} y2=${y} />
              <rect class="marker" x=${x - 5} y=${y - 5} width="10" height="10"
                transform="rotate(45 ${x} ${y})" />
              <text class="marker-label" x=${x + (atRight ? -12 : 12)} y=${y - 12}
                text-anchor=${atRight ? 'end' : 'start'}>${this.markerLabel}</text>`
        }
      </g>`;
  }

  #renderPoint(point: PlotPoint, index: number) {
    const [x, y] = [this.#frame.x(point.x), this.#frame.y(point.y)];
    const [low, high] = this.#range('x');
    return svg`
      <g class="point ${index === this.active ? 'active' : ''}" tabindex="0" role="slider"
        aria-label=${point.label} aria-valuenow=${point.x} aria-valuetext=${point.text}
        aria-description=${(!point.isLocked && this.pointHint) || nothing}
        aria-disabled=${point.isLocked ? 'true' : nothing}
        aria-valuemin=${low} aria-valuemax=${high}
        @focus=${() => this.#activate(index)} @blur=${() => this.#activate(undefined)}
        @keydown=${(event: KeyboardEvent) => this.#onKey(event, index)}>
        <circle class="halo" cx=${x} cy=${y} r=${POINT_RADIUS + LARGEST_HALO * Math.sqrt(point.emphasis)} />
        <circle class="dot" cx=${x} cy=${y} r=${POINT_RADIUS} />
        <circle class="ring" cx=${x} cy=${y} r=${FOCUS_RADIUS} />
        <circle class="grip" cx=${x} cy=${y} r=${REACH} />
      </g>`;
  }

  #place(target: DragTarget): readonly [px: number, py: number] {
    const { x, y } = this.#at(target);
    return [this.#frame.x(x), target === 'cursor' ? HANDLE_Y : this.#frame.y(y)];
  }

  #at(target: DragTarget): { readonly x: number; readonly y: number } {
    return target === 'cursor' ? { x: this.cursor, y: 0 } : (this.points[target] as PlotPoint);
  }

  #hold(target: DragTarget): () => void {
    const { x, y } = this.#at(target);
    return () => this.#send({ target, x, y, final: true });
  }

  #isLocked(target: DragTarget): boolean {
    return target === 'cursor' ? this.isCursorLocked : this.points[target]?.isLocked === true;
  }

  #focus(target: DragTarget): void {
    const handles = this.querySelectorAll<SVGElement>('.cursor, .point');
    handles[target === 'cursor' ? 0 : target + 1]?.focus({ preventScroll: true });
  }

  #onKey(event: KeyboardEvent, target: DragTarget): void {
    const way = wayOf(event, target);
    if (way === undefined || this.#isLocked(target)) return;
    event.preventDefault();
    const from = this.#at(target);
    const along = (direction: Direction) => {
      const [low, high] = this.#scale(direction).domain() as [number, number];
      const steps = way[direction] ?? 0;
      const value = from[direction];
      // What the key does not move keeps all its digits.
      if (steps === 0) return value;
      return this.#within(value + (steps * (high - low)) / KEY_STEPS, direction);
    };
    this.#send({ target, x: along('x'), y: along('y'), final: true });
  }

  #move(target: DragTarget, px: number, py: number, final: boolean): void {
    const x = this.#within(this.#frame.x.invert(px), 'x');
    const y = this.#within(this.#frame.y.invert(py), 'y');
    this.#send({ target, x, y, final });
  }

  #scale(direction: Direction): ScaleLinear<number, number> {
    return this.#frame[direction];
  }

  /** The part of an axis in which things may be moved. */
  #range(direction: Direction): Axis['interval'] {
    const [low = 0, high = 1] = this.#scale(direction).domain();
    const [least, most] = this.limits?.[direction] ?? [low, high];
    return [Math.max(low, least), Math.min(high, most)];
  }

  /** Data keep as many digits as the picture can show, and stay inside it. */
  #within(value: number, direction: Direction): number {
    const [low = 0, high = 1] = this.#scale(direction).domain();
    const [least, most] = this.#range(direction);
    const unit = 10 ** Math.floor(Math.log10((high - low) / KEY_STEPS));
    const rounded = Number((Math.round(value / unit) * unit).toPrecision(12));
    return Math.min(Math.max(rounded, least), most);
  }

  #send(detail: PlotMove): void {
    const { target, final } = detail;
    // The point may be gone meanwhile, by another finger or a reset.
    if (target !== 'cursor' && target >= this.points.length) return;
    this.dispatchEvent(new CustomEvent('al-move', { detail, bubbles: true }));
    if (final) this.requestUpdate();
  }

  #activate(index: number | undefined): void {
    if (index === this.active) return;
    this.dispatchEvent(new CustomEvent('al-active', { detail: index, bubbles: true }));
  }
}

/** How far a key moves a target, in steps. */
function wayOf(event: KeyboardEvent, target: DragTarget): { x?: number; y?: number } | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey) return undefined;
  const size = event.shiftKey ? PAGE_STEPS : 1;
  const upwards = target === 'cursor' ? 'x' : 'y';
  const ways: Record<string, { x?: number; y?: number }> = {
    ArrowLeft: { x: -size },
    ArrowRight: { x: size },
    ArrowUp: { [upwards]: size },
    ArrowDown: { [upwards]: -size },
    PageUp: { x: PAGE_STEPS },
    PageDown: { x: -PAGE_STEPS },
    Home: { x: Number.NEGATIVE_INFINITY },
    End: { x: Number.POSITIVE_INFINITY },
  };
  return ways[event.key];
}

customElements.define('al-curve-plot', CurvePlot);

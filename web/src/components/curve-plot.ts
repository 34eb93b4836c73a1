// SPDX-License-Identifier: MIT
import { type ScaleLinear, scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { html, nothing, type PropertyValues, svg } from 'lit';
import { guard } from 'lit/directives/guard.js';
import css from './curve-plot.css?inline';
import { type DragTarget, PlotDrag, REACH } from './curve-plot-drag.ts';
import { MeasuredElement } from './measured-element.ts';
import { longest, textMeasure } from './text-width.ts';

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

/** Where points and cursor may be moved to, whatever the axes show. */
export interface PlotLimits {
  readonly x: Axis['interval'];
  readonly y: Axis['interval'];
}

type Direction = 'x' | 'y';

const MARGIN = { top: 32, right: 16, bottom: 48 };
const LEAST_LEFT = 52;
/** What stands left of the frame beside the tick labels: the axis' title, and gaps. */
const LEFT_OF_TICKS = 22;
const TICK_GAP = 8;
const FONT_SIZE = 13;
const POINT_RADIUS = 6;
const LARGEST_HALO = 20;
const FOCUS_RADIUS = 14;
const HANDLE_Y = MARGIN.top - 15;
const KEY_STEPS = 100;
const PAGE_STEPS = 10;

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
  /** Height at which the curve is read at the cursor, or undefined where it has no value. */
  declare marker: number | undefined;
  declare markerLabel: string;
  declare limits: PlotLimits | undefined;
  /** How a point is moved by keys, said of each point to those who cannot see it. */
  declare pointHint: string;
  declare active: number | undefined;
  declare format: (x: number) => string;

  #x!: ScaleLinear<number, number>;
  #y!: ScaleLinear<number, number>;
  #left = LEAST_LEFT;
  #measure!: (text: string) => number;
  readonly #drag = new PlotDrag(this, {
    place: (target) => this.#place(target),
    points: () => this.points.length,
    move: (target, px, py, final) => this.#move(target, px, py, final),
    hold: (target) => this.#hold(target),
    hover: (index) => this.#activate(index),
    focus: (target) => this.#focus(target),
  });

  constructor() {
    super();
    this.pointHint = '';
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#drag.stop();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // The scale stays while something is dragged, or the picture would run away from the pointer.
    if (this.#drag.target !== undefined && !(changed as PropertyValues).has('width')) return;
    const height = heightFor(this.width);
    const right = this.width - MARGIN.right;
    this.#measure = textMeasure(this, FONT_SIZE);
    this.#y = scaleLinear(this.yAxis.interval, [height - MARGIN.bottom, MARGIN.top]);
    const labels = this.#yTicks(height).map((tick) => this.format(tick));
    this.#left = Math.max(LEAST_LEFT, longest(labels, this.#measure) + TICK_GAP + LEFT_OF_TICKS);
    this.#x = scaleLinear(this.xAxis.interval, [this.#left, right]);
  }

  protected override render() {
    const height = heightFor(this.width);
    // A drag of the cursor leaves axes and curve as they are.
    const frame = [this.width, this.#left, ...this.#x.domain(), ...this.#y.domain()];
    return html`
      <svg class="plot" role="group" aria-label=${this.description}
        viewBox="0 0 ${this.width} ${height}" width=${this.width} height=${height}
        @pointerdown=${this.#drag.down} @mousedown=${this.#drag.press}
        @touchstart=${this.#drag.touch} @pointermove=${this.#drag.over}
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
    const xTicks = this.#xTicks();
    const yTicks = this.#yTicks(height);
    return svg`
      <g class="axes" aria-hidden="true">
        ${yTicks.map(
          (tick) => svg`
            <line class="grid" x1=${this.#left} x2=${right} y1=${this.#y(tick)} y2=${this.#y(tick)} />
            <text x=${this.#left - TICK_GAP} y=${this.#y(tick)} dy="0.32em" text-anchor="end">${this.format(tick)}</text>`,
        )}
        ${xTicks.map(
          (tick) => svg`
            <line class="tick" x1=${this.#x(tick)} x2=${this.#x(tick)} y1=${bottom} y2=${bottom + 5} />
            <text x=${this.#x(tick)} y=${bottom + 21} text-anchor="middle">${this.format(tick)}</text>`,
        )}
        <line class="axis" x1=${this.#left} x2=${right} y1=${bottom} y2=${bottom} />
        <text class="axis-label" x=${(this.#left + right) / 2} y=${height - 8} text-anchor="middle">${this.xAxis.label}</text>
        <text class="axis-label" transform="translate(14 ${(MARGIN.top + bottom) / 2}) rotate(-90)" text-anchor="middle">${this.yAxis.label}</text>
      </g>`;
  }

  #yTicks(height: number): number[] {
    return this.#y.ticks(Math.max(3, Math.min(8, height / 45)));
  }

  /** As many evenly spaced ticks as there is room for their labels. */
  #xTicks(): number[] {
    const ticks = this.#x.ticks(Math.max(3, Math.min(10, this.width / 70)));
    const half = ticks.map((tick) => this.#measure(this.format(tick)) / 2);
    const isFree = (stride: number) =>
      ticks.every((tick, i) => {
        const [next, room] = [ticks[i + stride], half[i + stride]];
        if (i % stride !== 0 || next === undefined || room === undefined) return true;
        return this.#x(next) - this.#x(tick) >= (half[i] as number) + room + TICK_GAP;
      });
    let stride = 1;
    while (stride < ticks.length && !isFree(stride)) stride++;
    return ticks.filter((_, i) => i % stride === 0);
  }

  // A nested svg cuts the curve off at the frame while a drag holds the scale.
  #renderCurve(height: number) {
    const [x, y] = [this.#left, MARGIN.top];
    const width = this.width - this.#left - MARGIN.right;
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
    const [low, high] = this.#range('x');
    return svg`
      <g class="cursor" tabindex="0" role="slider" aria-label=${this.cursorLabel}
        aria-valuemin=${low} aria-valuemax=${high}
        aria-valuenow=${this.cursor} aria-valuetext=${this.cursorText}
        @keydown=${(event: KeyboardEvent) => this.#onKey(event, 'cursor')}>
        <line class="cursor-line" x1=${x} x2=${x} y1=${MARGIN.top} y2=${bottom} />
        <circle class="grip" cx=${x} cy=${HANDLE_Y} r=${REACH} />
        <path class="cursor-handle" d="M${x} ${MARGIN.top - 2} l8 -11 v-13 h-16 v13 z" />
        ${
          y === undefined
            ? nothing
            : svg`
              <line class="marker-line" x1=${this.#left} x2=${x} y1=${y} y2=${y} />
              <rect class="marker" x=${x - 5} y=${y - 5} width="10" height="10"
                transform="rotate(45 ${x} ${y})" />
              <text class="marker-label" x=${x + (atRight ? -12 : 12)} y=${y - 12}
                text-anchor=${atRight ? 'end' : 'start'}>${this.markerLabel}</text>`
        }
      </g>`;
  }

  #renderPoint(point: PlotPoint, index: number) {
    const [x, y] = [this.#x(point.x), this.#y(point.y)];
    const [low, high] = this.#range('x');
    return svg`
      <g class="point ${index === this.active ? 'active' : ''}" tabindex="0" role="slider"
        aria-label=${point.label} aria-valuenow=${point.x} aria-valuetext=${point.text}
        aria-description=${this.pointHint || nothing}
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
    return [this.#x(x), target === 'cursor' ? HANDLE_Y : this.#y(y)];
  }

  #at(target: DragTarget): { readonly x: number; readonly y: number } {
    return target === 'cursor' ? { x: this.cursor, y: 0 } : (this.points[target] as PlotPoint);
  }

  #hold(target: DragTarget): () => void {
    const { x, y } = this.#at(target);
    return () => this.#send({ target, x, y, final: true });
  }

  #focus(target: DragTarget): void {
    const handles = this.querySelectorAll<SVGElement>('.cursor, .point');
    handles[target === 'cursor' ? 0 : target + 1]?.focus({ preventScroll: true });
  }

  #onKey(event: KeyboardEvent, target: DragTarget): void {
    const way = wayOf(event, target);
    if (way === undefined) return;
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
    const x = this.#within(this.#x.invert(px), 'x');
    const y = this.#within(this.#y.invert(py), 'y');
    this.#send({ target, x, y, final });
  }

  #scale(direction: Direction): ScaleLinear<number, number> {
    return direction === 'x' ? this.#x : this.#y;
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

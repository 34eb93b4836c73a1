// SPDX-License-Identifier: MIT
import { html, nothing, type PropertyValues, svg } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { type DragTarget, PlotDrag, REACH } from './curve-plot-drag.ts';
import { hullOf } from './hull.ts';
import { MeasuredElement } from './measured-element.ts';
import css from './mix-plot.css?inline';
import { type Axis, PLOT_FONT_SIZE, type PlotFrame, plotFrame, renderAxes } from './plot-frame.ts';
import { grown } from './text-scale.ts';
import { textMeasure } from './text-width.ts';

/** One of the points that are mixed. */
export interface MixPoint {
  readonly x: number;
  readonly y: number;
  /** Inside its dot. */
  readonly mark: string;
  readonly label: string;
  /** What is said of its place. */
  readonly text: string;
  /** Share of the mix in [0, 1], drawn as a halo and as the strength of its line. */
  readonly share: number;
  /** It stays where it is. */
  readonly isLocked?: boolean;
}

/** A point was moved to a place in data units. */
export interface MixMove {
  readonly point: number;
  readonly x: number;
  readonly y: number;
  readonly final: boolean;
}

const RADIUS = 10;
const LARGEST_HALO = 20;
const FOCUS_RADIUS = 16;
const MIX_SIZE = 7;
const STRONGEST_LINE = 5;
const LABEL_ROOM = 80;
/** Keys move a point by a hundredth of an axis, with Shift by a tenth. */
const KEY_STEPS = 100;
const SHIFT_STEPS = 10;

/**
 * Points, the mix of them and their hull, which no mix with shares of one can leave. Points are
 * dragged by mouse, touch and arrow keys.
 * @fires al-move MixMove
 * @fires al-active number | undefined, the point under the pointer or in focus
 */
export class MixPlot extends MeasuredElement {
  static override css = css;
  static override properties = {
    ...MeasuredElement.properties,
    description: {},
    xAxis: { attribute: false },
    yAxis: { attribute: false },
    points: { attribute: false },
    mix: { attribute: false },
    mixLabel: {},
    hint: {},
    active: { attribute: false },
    format: { attribute: false },
  };

  declare description: string;
  declare xAxis: Axis;
  declare yAxis: Axis;
  declare points: readonly MixPoint[];
  /** Undefined where there is none. */
  declare mix: { readonly x: number; readonly y: number } | undefined;
  declare mixLabel: string;
  /** How a point is moved by keys, said of each to those who cannot see it. */
  declare hint: string;
  declare active: number | undefined;
  declare format: (x: number) => string;

  #frame!: PlotFrame;
  #framed = '';
  readonly #drag = new PlotDrag(this, {
    place: (target) => this.#place(target),
    points: () => this.points.length,
    isLocked: (target) => target === 'cursor' || this.points[target]?.isLocked === true,
    move: (target, px, py, final) => this.#move(target, px, py, final),
    hold: (target) => {
      if (target === 'cursor') return () => {};
      const { x, y } = this.points[target] as MixPoint;
      return () => this.#send({ point: target, x, y, final: true });
    },
    hover: (index) => this.#activate(index),
    focus: (target) => {
      if (target === 'cursor') return;
      this.querySelectorAll<SVGElement>('.mix-point')[target]?.focus({ preventScroll: true });
    },
  });

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#drag.stop();
  }

  protected override willUpdate(_changed: PropertyValues): void {
    const { width, xAxis, yAxis, format } = this;
    // Laying out reads styles, which is too dear to do again with every step of a drag.
    const framed = [width, xAxis.interval, yAxis.interval, format(0.5)].join(' ');
    if (framed === this.#framed) return;
    this.#framed = framed;
    this.#frame = plotFrame(width, xAxis, yAxis, format, textMeasure(this, PLOT_FONT_SIZE));
  }

  protected override render() {
    const frame = this.#frame;
    const { width, height } = frame;
    const [xLabel, yLabel] = [this.xAxis.label, this.yAxis.label];
    const places = this.points.map(({ x, y }) => [frame.x(x), frame.y(y)] as const);
    const hull = hullOf(places).map((place) => place.join(' '));
    const mix = this.mix && ([frame.x(this.mix.x), frame.y(this.mix.y)] as const);
    return html`
      <svg class="mix-plot" role="group" aria-label=${this.description}
        viewBox="0 0 ${width} ${height}" width=${grown(width, this)} height=${grown(height, this)}
        @pointerdown=${this.#drag.down} @mousedown=${this.#drag.press}
        @touchstart=${this.#drag.touch} @pointermove=${this.#drag.over}
        @pointerleave=${this.#drag.leave}>
        ${guard([frame, xLabel, yLabel], () => renderAxes(frame, xLabel, yLabel))}
        <g aria-hidden="true">
          <path class="hull" d="M${hull.join('L')}Z" />
          ${mix === undefined ? nothing : this.points.map(({ share }, i) => renderPull(places[i] ?? mix, mix, share))}
        </g>
        ${this.points.map((point, i) => this.#renderPoint(point, i, places[i] ?? [0, 0]))}
        ${mix === undefined ? nothing : this.#renderMix(mix)}
      </svg>`;
  }

  #renderPoint(point: MixPoint, index: number, [x, y]: readonly [number, number]) {
    const [low, high] = this.xAxis.interval;
    return svg`
      <g class="mix-point ${index === this.active ? 'active' : ''}" tabindex="0" role="slider"
        aria-label=${point.label} aria-valuemin=${low} aria-valuemax=${high}
        aria-valuenow=${point.x} aria-valuetext=${point.text} aria-description=${(!point.isLocked && this.hint) || nothing}
        aria-disabled=${point.isLocked ? 'true' : nothing}
        @focus=${() => this.#activate(index)} @blur=${() => this.#activate(undefined)}
        @keydown=${(event: KeyboardEvent) => this.#onKey(event, index)}>
        <circle class="halo" cx=${x} cy=${y} r=${RADIUS + LARGEST_HALO * Math.sqrt(point.share)} />
        <circle class="dot" cx=${x} cy=${y} r=${RADIUS} />
        <text class="mix-mark" x=${x} y=${y} dy="0.35em" text-anchor="middle" aria-hidden="true">${point.mark}</text>
        <circle class="ring" cx=${x} cy=${y} r=${FOCUS_RADIUS} />
        <circle class="grip" cx=${x} cy=${y} r=${REACH} />
      </g>`;
  }

  /** The mark of the mix, its name on the side away from the strongest point. */
  #renderMix([x, y]: readonly [number, number]) {
    const strongest = this.points.reduce((a, b) => (b.share > a.share ? b : a));
    const { left, right } = this.#frame;
    const wantsLeft = this.#frame.x(strongest.x) > x;
    const room = wantsLeft ? x - left : right - x;
    const isLeft = room < LABEL_ROOM ? !wantsLeft : wantsLeft;
    const below = this.#frame.y(strongest.y) < y;
    return svg`
      <g class="mix" aria-hidden="true">
        <rect x=${x - MIX_SIZE} y=${y - MIX_SIZE} width=${2 * MIX_SIZE} height=${2 * MIX_SIZE}
          transform="rotate(45 ${x} ${y})" />
        <text x=${x + (isLeft ? -11 : 11)} y=${y + (below ? 24 : -13)} text-anchor=${isLeft ? 'end' : 'start'}>${this.mixLabel}</text>
      </g>`;
  }

  // Nothing but points can be held: the ground has no place, so it is never the nearest.
  #place(target: DragTarget): readonly [px: number, py: number] {
    const point = target === 'cursor' ? undefined : this.points[target];
    return point ? [this.#frame.x(point.x), this.#frame.y(point.y)] : [Number.NaN, Number.NaN];
  }

  #move(target: DragTarget, px: number, py: number, final: boolean): void {
    if (target === 'cursor') return;
    const x = this.#within(this.#frame.x.invert(px), this.xAxis);
    const y = this.#within(this.#frame.y.invert(py), this.yAxis);
    this.#send({ point: target, x, y, final });
  }

  #onKey(event: KeyboardEvent, index: number): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const steps = event.shiftKey ? SHIFT_STEPS : 1;
    const ways: Record<string, readonly [number, number]> = {
      ArrowLeft: [-steps, 0],
      ArrowRight: [steps, 0],
      ArrowUp: [0, steps],
      ArrowDown: [0, -steps],
    };
    const way = ways[event.key];
    const point = this.points[index];
    if (way === undefined || point === undefined || point.isLocked) return;
    event.preventDefault();
    const along = (from: number, by: number, axis: Axis) =>
      by === 0 ? from : this.#within(from + by * stepOf(axis), axis);
    const x = along(point.x, way[0], this.xAxis);
    const y = along(point.y, way[1], this.yAxis);
    this.#send({ point: index, x, y, final: true });
  }

  /** Whole steps, inside the picture. */
  #within(value: number, { interval: [low, high], ...rest }: Axis): number {
    const step = stepOf({ ...rest, interval: [low, high] });
    return Math.min(Math.max(Math.round(value / step) * step, low), high);
  }

  #send(detail: MixMove): void {
    this.dispatchEvent(new CustomEvent('al-move', { detail, bubbles: true }));
  }

  #activate(index: number | undefined): void {
    if (index === this.active) return;
    this.dispatchEvent(new CustomEvent('al-active', { detail: index, bubbles: true }));
  }
}

const stepOf = ({ interval: [low, high] }: Axis): number =>
  Math.max(10 ** Math.floor(Math.log10((high - low) / KEY_STEPS)), 1);

/** A line from a point to the mix, the stronger the larger the point's share. */
const renderPull = (
  [x, y]: readonly [number, number],
  [mixX, mixY]: readonly [number, number],
  share: number,
) => svg`
  <line class="pull" x1=${x} y1=${y} x2=${mixX} y2=${mixY} stroke-width=${STRONGEST_LINE * share} />`;

customElements.define('al-mix-plot', MixPlot);

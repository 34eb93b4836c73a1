// SPDX-License-Identifier: MIT
import { extent } from 'd3-array';
import { nothing, svg } from 'lit';
import { guard } from 'lit/directives/guard.js';
import css from './curve-plot.css?inline';
import { FramedPlot } from './framed-plot.ts';
import { type HandleMove, type NamedHandle, REACH } from './handle.ts';
import type { Track } from './handle-keys.ts';
import { renderGrip, renderHandle } from './handle-mark.ts';
import { Handles } from './handles.ts';
import { linePath } from './linear-scale.ts';
import type { Interval, PlotFrame } from './plot-frame.ts';

export interface CurveSample {
  readonly x: number;
  readonly y: number;
  /** Whether the curve has a value here. If not, the curve has a gap. */
  readonly defined: boolean;
}

export interface PlotPoint extends Omit<NamedHandle, 'mark'> {
  /** The attention weight of the point, from 0 to 1, shown as the size of a halo. */
  readonly emphasis: number;
  /** The weight as a text, drawn above or below the point, on the side away from the curve. */
  readonly note?: string;
}

/** A new position of a point or of the cursor. */
export interface PlotMove extends Omit<HandleMove, 'index'> {
  readonly target: number | 'cursor';
}

/** The range in which readers can move points and cursor, if it is narrower than that of the axes. */
export interface PlotLimits {
  readonly x: Interval;
  readonly y: Interval;
}

const POINT_RADIUS = 6;
const LARGEST_HALO = 20;
const NOTE_GAP = 5;
const HANDLE_Y = 17;

/**
 * Plots a curve over one variable, with points and a vertical cursor that readers can move with mouse, touch and arrow
 * keys.
 * @fires al-move PlotMove
 * @fires al-active number | undefined, the index of the point under the pointer or with the focus
 */
export class CurvePlot extends FramedPlot {
  static override css = css;
  static override properties = {
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
    terms: { attribute: false },
  };

  declare curve: readonly CurveSample[];
  declare points: readonly PlotPoint[];
  declare cursor: number;
  declare cursorLabel: string;
  declare cursorText: string;
  /** Whether readers cannot move the cursor. */
  declare isCursorLocked: boolean;
  /** The value of the curve at the cursor. Undefined if the curve has none there. */
  declare marker: number | undefined;
  declare markerLabel: string;
  declare limits: PlotLimits | undefined;
  /** Describes, for screen readers, how to move a point with the keyboard. */
  declare pointHint: string;
  /**
   * Names of the variables in the lesson's code: for the weights that the halos show, and for the value of the marker.
   * Halos or marker are highlighted together with their variable.
   */
  declare terms: { readonly halo: string; readonly marker: string } | undefined;

  /** The movable parts of the plot. Index 0 is the cursor, and index i + 1 is point i. */
  protected override grips = new Handles(this, {
    selector: '.cursor, .point',
    all: () => [{ x: this.cursor, y: 0, isLocked: this.isCursorLocked }, ...this.points],
    ground: () => 0,
    tracks: (index) => ({ x: this.#track('x'), ...(index > 0 && { y: this.#track('y') }) }),
    place: (index) => {
      const point = this.points[index - 1];
      return point ? this.place(point.x, point.y) : [this.frame.x(this.cursor), HANDLE_Y];
    },
    invert: (px, py) => this.invert(px, py),
    moved: (index, x, y, final) =>
      this.send('al-move', { target: index === 0 ? 'cursor' : index - 1, x, y, final }),
    mark: (index) => this.activate(index ? index - 1 : undefined),
  });

  constructor() {
    super();
    this.pointHint = '';
    this.isCursorLocked = false;
  }

  // `guard` skips drawing the axes and the curve while only the cursor is dragged.
  protected override render() {
    const { frame } = this;
    return this.renderDrawing(
      'plot',
      svg`
        ${guard([frame, this.curve], () => this.#renderCurve(frame))}
        ${this.#renderCursor(frame)}
        ${this.points.map((point, index) => this.#renderPoint(point, index))}`,
    );
  }

  // A nested svg element clips the curve at the frame, because the curve can exceed the axes, which stay fixed during a
  // drag.
  #renderCurve({ x, y, left, right, top, bottom }: PlotFrame) {
    const path = linePath(
      this.curve.map((sample) => (sample.defined ? [x(sample.x), y(sample.y)] : undefined)),
    );
    const [width, height] = [right - left, bottom - top];
    return svg`
      <svg class="curve-frame" aria-hidden="true" x=${left} y=${top} width=${width} height=${height}
        viewBox="${left} ${top} ${width} ${height}">
        <path class="curve" d=${path} />
      </svg>`;
  }

  #renderCursor(frame: PlotFrame) {
    const x = frame.x(this.cursor);
    const y = this.marker === undefined ? undefined : frame.y(this.marker);
    const atRight = x > frame.width * 0.6;
    return renderHandle(
      'cursor',
      {
        label: this.cursorLabel,
        text: this.cursorText,
        value: this.cursor,
        range: this.#range(),
        isLocked: this.isCursorLocked,
      },
      svg`
        <line class="cursor-line" x1=${x} x2=${x} y1=${frame.top} y2=${frame.bottom} />
        <circle class="grip" cx=${x} cy=${HANDLE_Y} r=${REACH} />
        <path class="cursor-handle" d="M${x} ${frame.top - 2} l8 -11 v-13 h-16 v13 z" />
        ${
          y === undefined
            ? nothing
            : svg`
              <line class="marker-line" x1=${frame.left} x2=${x} y1=${y} y2=${y} />
              <rect class="marker" data-term=${this.terms?.marker ?? nothing} x=${x - 5} y=${y - 5} width="10" height="10"
                transform="rotate(45 ${x} ${y})" />
              <text class="marker-label" x=${x + (atRight ? -12 : 12)} y=${y - 12}
                text-anchor=${atRight ? 'end' : 'start'}>${this.markerLabel}</text>`
        }`,
    );
  }

  #renderPoint(point: PlotPoint, index: number) {
    const { label, text, emphasis, note, isLocked } = point;
    const [x, y] = this.place(point.x, point.y);
    const radius = POINT_RADIUS + LARGEST_HALO * Math.sqrt(emphasis);
    const isAbove = this.#isAboveOthers(point);
    return renderHandle(
      index === this.active ? 'point active' : 'point',
      { label, text, value: point.x, range: this.#range(), hint: this.pointHint, isLocked },
      svg`
        <circle class="halo" data-term=${this.terms?.halo ?? nothing} cx=${x} cy=${y} r=${radius} />
        ${
          note
            ? svg`<text class="note" x=${x} y=${isAbove ? y - radius - NOTE_GAP : y + radius + NOTE_GAP}
                dominant-baseline=${isAbove ? 'auto' : 'hanging'} text-anchor="middle" aria-hidden="true">${note}</text>`
            : nothing
        }
        <circle class="dot" cx=${x} cy=${y} r=${POINT_RADIUS} />
        ${renderGrip(x, y)}`,
    );
  }

  /**
   * Whether the note of a point is above the point: true in the upper half of the points' range, otherwise false. The
   * curve passes between the upper and the lower points, so the notes do not cover it.
   */
  #isAboveOthers({ y }: PlotPoint): boolean {
    const [low, high] = extent(this.points, (point) => point.y);
    return low !== undefined && y > (low + high) / 2;
  }

  /** The range of an axis in which readers can move points and cursor. */
  #track(direction: 'x' | 'y'): Track {
    const track = this.track(direction);
    const [least, most] = this.limits?.[direction] ?? [track.low, track.high];
    return { ...track, low: Math.max(track.low, least), high: Math.min(track.high, most) };
  }

  #range(): Interval {
    const { low, high } = this.#track('x');
    return [low, high];
  }
}

customElements.define('al-curve-plot', CurvePlot);

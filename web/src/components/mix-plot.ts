// SPDX-License-Identifier: MIT
import { greatest } from 'd3-array';
import { polygonHull } from 'd3-polygon';
import { nothing, svg } from 'lit';
import { FramedPlot } from './framed-plot.ts';
import type { NamedHandle } from './handle.ts';
import type { Track } from './handle-keys.ts';
import { renderGrip, renderHandle } from './handle-mark.ts';
import { Handles } from './handles.ts';
import css from './mix-plot.css?inline';

/** A point of the plot. The plot also shows the weighted mean of all points. */
export interface MixPoint extends NamedHandle {
  /** A text beside the dot. If the plot is wide, the text follows the label. */
  readonly note?: string;
  /** The weight of the point in the mean, from 0 to 1, shown as a halo and as the width of the line to the mean. */
  readonly share: number;
}

const RADIUS = 10;
const LARGEST_HALO = 20;
const FOCUS_RADIUS = 16;
const MIX_SIZE = 7;
const STRONGEST_LINE = 5;
const LABEL_ROOM = 80;
/** Minimum width in px of a plot that shows the labels of its points and of the mean. */
const WIDE = 440;

/**
 * Shows points, their weighted mean, and their convex hull, which contains every mean whose weights are not negative
 * and sum to 1. Readers move the points with mouse, touch and arrow keys.
 * @fires al-move HandleMove
 * @fires al-active number | undefined, the index of the point under the pointer or with the focus
 */
export class MixPlot extends FramedPlot {
  static override css = css;
  static override properties = {
    points: { attribute: false },
    mix: { attribute: false },
    mixLabel: {},
    hint: {},
  };

  declare points: readonly MixPoint[];
  /** The weighted mean. Undefined if there is none. */
  declare mix: { readonly x: number; readonly y: number } | undefined;
  declare mixLabel: string;
  /** Describes, for screen readers, how to move a point with the keyboard. */
  declare hint: string;

  protected override grips = new Handles(this, {
    selector: '.mix-point',
    all: () => this.points,
    tracks: () => ({ x: this.#track('x'), y: this.#track('y') }),
    place: (index) => this.#placeOf(index),
    invert: (px, py) => this.invert(px, py),
    moved: (index, x, y, final) => this.send('al-move', { index, x, y, final }),
    mark: (index) => this.activate(index),
  });

  protected override render() {
    const places = this.points.map(({ x, y }) => this.place(x, y));
    // `polygonHull` returns null for fewer than three points. Then the hull is given by the points themselves.
    const hull = polygonHull(places) ?? places;
    const mix = this.mix && this.place(this.mix.x, this.mix.y);
    return this.renderDrawing(
      'mix-plot',
      svg`
        <g aria-hidden="true">
          <path class="hull" d="M${hull.map((place) => place.join(' ')).join('L')}Z" />
          ${mix === undefined ? nothing : this.points.map(({ share }, i) => renderPull(places[i] ?? mix, mix, share))}
        </g>
        ${this.points.map((point, i) => this.#renderPoint(point, i))}
        ${mix === undefined ? nothing : this.#renderMix(mix)}`,
    );
  }

  #renderPoint(point: MixPoint, index: number) {
    const { label, text, mark, note = '', share, isLocked } = point;
    const [x, y] = this.#placeOf(index);
    const radius = RADIUS + LARGEST_HALO * Math.sqrt(share);
    const { left, right } = this.frame;
    const isLeft = x > (left + right) / 2;
    return renderHandle(
      index === this.active ? 'mix-point active' : 'mix-point',
      { label, text, value: point.x, range: this.xAxis.interval, hint: this.hint, isLocked },
      svg`
        <circle class="halo" cx=${x} cy=${y} r=${radius} />
        <circle class="dot" cx=${x} cy=${y} r=${RADIUS} />
        <text class="mix-mark" x=${x} y=${y} dy="0.35em" text-anchor="middle" aria-hidden="true">${mark}</text>
        <text class="mix-note" x=${x + (isLeft ? -1 : 1) * (radius + 5)} y=${y} dy="0.35em" text-anchor=${isLeft ? 'end' : 'start'}
          aria-hidden="true">${note !== '' && this.width >= WIDE ? `${label} ${note}` : note}</text>
        ${renderGrip(x, y, FOCUS_RADIUS)}`,
    );
  }

  /**
   * Renders the mark of the weighted mean. Its name is above or below, on the side away from the point with the largest
   * weight.
   */
  #renderMix([x, y]: readonly [number, number]) {
    const strongest = greatest(this.points, ({ share }) => share) as MixPoint;
    const isBelow = this.place(strongest.x, strongest.y)[1] < y;
    const isLeft = this.frame.right - x < LABEL_ROOM;
    return svg`
      <g class="mix" aria-hidden="true">
        <rect x=${x - MIX_SIZE} y=${y - MIX_SIZE} width=${2 * MIX_SIZE} height=${2 * MIX_SIZE}
          transform="rotate(45 ${x} ${y})" />
        ${
          this.width < WIDE
            ? nothing
            : svg`<text x=${x + (isLeft ? -11 : 11)} y=${y + (isBelow ? 24 : -13)} text-anchor=${isLeft ? 'end' : 'start'}>${this.mixLabel}</text>`
        }
      </g>`;
  }

  #placeOf(index: number): readonly [px: number, py: number] {
    const { x, y } = this.points[index] as MixPoint;
    return this.place(x, y);
  }

  /** The range of an axis in which readers can move points, with steps of at least one data unit. */
  #track(direction: 'x' | 'y'): Track {
    const track = this.track(direction);
    const unit = Math.max(track.unit, 1);
    return { ...track, step: unit, unit };
  }
}

/** Renders a line from a point to the weighted mean. Its width is proportional to the point's weight. */
const renderPull = (
  [x, y]: readonly [number, number],
  [mixX, mixY]: readonly [number, number],
  share: number,
) => svg`
  <line class="pull" x1=${x} y1=${y} x2=${mixX} y2=${mixY} stroke-width=${STRONGEST_LINE * share} />`;

customElements.define('al-mix-plot', MixPlot);

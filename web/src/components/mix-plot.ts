// SPDX-License-Identifier: MIT
import { greatest } from 'd3-array';
import { polygonHull } from 'd3-polygon';
import { nothing, svg } from 'lit';
import { FramedPlot } from './framed-plot.ts';
import type { Track } from './handle-keys.ts';
import { renderGrip, renderHandle } from './handle-mark.ts';
import { Handles } from './handles.ts';
import css from './mix-plot.css?inline';

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

/**
 * Points, the mix of them and their hull, which no mix with shares of one can leave. Points are
 * dragged by mouse, touch and arrow keys.
 * @fires al-move MixMove
 * @fires al-active number | undefined, the point under the pointer or in focus
 */
export class MixPlot extends FramedPlot {
  static override css = css;
  static override properties = {
    ...FramedPlot.properties,
    points: { attribute: false },
    mix: { attribute: false },
    mixLabel: {},
    hint: {},
  };

  declare points: readonly MixPoint[];
  /** Undefined where there is none. */
  declare mix: { readonly x: number; readonly y: number } | undefined;
  declare mixLabel: string;
  /** How a point is moved by keys, said of each to those who cannot see it. */
  declare hint: string;

  protected override grips = new Handles(this, {
    selector: '.mix-point',
    all: () => this.points,
    tracks: () => ({ x: this.#track('x'), y: this.#track('y') }),
    place: (index) => this.#placeOf(index),
    invert: (px, py) => this.invert(px, py),
    moved: (point, x, y, final) => this.move({ point, x, y, final }),
    mark: (index) => this.activate(index),
  });

  protected override render() {
    const places = this.points.map(({ x, y }) => this.place(x, y));
    // Fewer than three points have no hull.
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
    const { label, text, mark, share, isLocked } = point;
    const [x, y] = this.#placeOf(index);
    return renderHandle(
      index === this.active ? 'mix-point active' : 'mix-point',
      { label, text, value: point.x, range: this.xAxis.interval, hint: this.hint, isLocked },
      svg`
        <circle class="halo" cx=${x} cy=${y} r=${RADIUS + LARGEST_HALO * Math.sqrt(share)} />
        <circle class="dot" cx=${x} cy=${y} r=${RADIUS} />
        <text class="mix-mark" x=${x} y=${y} dy="0.35em" text-anchor="middle" aria-hidden="true">${mark}</text>
        ${renderGrip(x, y, FOCUS_RADIUS)}`,
    );
  }

  /** The mark of the mix, its name on the side away from the strongest point. */
  #renderMix([x, y]: readonly [number, number]) {
    const strongest = greatest(this.points, ({ share }) => share) as MixPoint;
    const { left, right } = this.frame;
    const [strongestX, strongestY] = this.place(strongest.x, strongest.y);
    const wantsLeft = strongestX > x;
    const room = wantsLeft ? x - left : right - x;
    const isLeft = room < LABEL_ROOM ? !wantsLeft : wantsLeft;
    const below = strongestY < y;
    return svg`
      <g class="mix" aria-hidden="true">
        <rect x=${x - MIX_SIZE} y=${y - MIX_SIZE} width=${2 * MIX_SIZE} height=${2 * MIX_SIZE}
          transform="rotate(45 ${x} ${y})" />
        <text x=${x + (isLeft ? -11 : 11)} y=${y + (below ? 24 : -13)} text-anchor=${isLeft ? 'end' : 'start'}>${this.mixLabel}</text>
      </g>`;
  }

  #placeOf(index: number): readonly [px: number, py: number] {
    const { x, y } = this.points[index] as MixPoint;
    return this.place(x, y);
  }

  /** Points move in whole units. */
  #track(direction: 'x' | 'y'): Track {
    const track = this.track(direction);
    const unit = Math.max(track.unit, 1);
    return { ...track, step: unit, unit };
  }
}

/** A line from a point to the mix, the stronger the larger the point's share. */
const renderPull = (
  [x, y]: readonly [number, number],
  [mixX, mixY]: readonly [number, number],
  share: number,
) => svg`
  <line class="pull" x1=${x} y1=${y} x2=${mixX} y2=${mixY} stroke-width=${STRONGEST_LINE * share} />`;

customElements.define('al-mix-plot', MixPlot);

// SPDX-License-Identifier: MIT
import { nothing, svg } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { areaPath, type LevelGrid } from './area-path.ts';
import { FramedPlot } from './framed-plot.ts';
import type { NamedHandle } from './handle.ts';
import type { Track } from './handle-keys.ts';
import { renderGrip, renderHandle } from './handle-mark.ts';
import { Handles } from './handles.ts';
import { uniqueId } from './light-element.ts';
import type { Axis, FrameOptions, PlotFrame } from './plot-frame.ts';
import { arcPath, headPath, labelPlace, planeFrame, shadowOf } from './vector-geometry.ts';
import css from './vector-plane.css?inline';

/** An arrow from the origin. The second and later arrows are compared with the first. */
export interface PlaneVector extends NamedHandle {
  readonly kind: 'query' | 'key' | 'other';
}

const LONGEST_SIDE = 480;
const LEAST_ARC = 24;
const ARC_STEP = 15;
/** The coordinates of tips are multiples of this number, in data units. An arrow key moves a tip by this distance. */
const STEP = 0.1;
const SHADOW_GAP = 5;

/**
 * Shows arrows in a plane with the same scale on both axes, so that angles are true. Readers move the tips with mouse,
 * touch and arrow keys. A press on the background moves the first tip. An area of the plane can be hatched, and each
 * arrow can have its projection on the line of the first arrow.
 * @fires al-move HandleMove
 */
export class VectorPlane extends FramedPlot {
  static override css = css;
  static override properties = {
    vectors: { attribute: false },
    reach: { type: Number },
    area: { attribute: false },
    shadows: { type: Boolean },
    plain: { type: Boolean },
    hint: {},
  };

  declare vectors: readonly PlaneVector[];
  /** The largest absolute coordinate that a tip can have on each axis. */
  declare reach: number;
  /** A function whose positive area is hatched. Its grid extends from −reach to reach on both axes. */
  declare area: LevelGrid | undefined;
  declare shadows: boolean;
  /** Whether to draw only the arrows, without their angles to the first arrow. */
  declare plain: boolean;
  /** Describes, for screen readers, how to move a tip with the keyboard. */
  declare hint: string;

  readonly #pattern = uniqueId('hatch');

  protected override grips = new Handles(this, {
    selector: '.tip',
    all: () => this.vectors,
    ground: () => 0,
    tracks: () => ({ x: this.#track, y: this.#track }),
    place: (index) => this.#tip(index),
    invert: (px, py) => this.invert(px, py),
    moved: (index, x, y, final) => this.send('al-move', { index, x, y, final }),
  });

  protected override axes(): readonly [x: Axis, y: Axis] {
    const axis: Axis = { label: '', interval: [-this.reach, this.reach] };
    return [axis, axis];
  }

  protected override layOut({ interval: [, reach] }: Axis, _y: Axis, options: FrameOptions) {
    return planeFrame(this.width, LONGEST_SIDE, reach, options);
  }

  protected override render() {
    const { frame } = this;
    return this.renderDrawing(
      'vector-plane',
      svg`
        ${guard([frame, this.area], () => this.#renderArea(frame))}
        <g aria-hidden="true">
          ${this.vectors.map((vector, i) => (i === 0 || this.plain ? nothing : this.#renderRelation(vector, i)))}
        </g>
        ${this.vectors.map((vector, i) => this.#renderVector(vector, i))}`,
    );
  }

  protected override renderGround(frame: PlotFrame) {
    return guard([frame], () => this.#renderPlane(frame));
  }

  #renderPlane({ left, right, top, bottom, x, y, xTicks, yTicks }: PlotFrame) {
    const [zeroX, zeroY] = [x(0), y(0)];
    return svg`
      <defs>
        <pattern id=${this.#pattern} width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect class="hatch-ground" width="8" height="8" />
          <line class="hatch" x1="0" x2="0" y1="0" y2="8" />
        </pattern>
      </defs>
      <g aria-hidden="true">
        <rect class="ground" x=${left} y=${top} width=${right - left} height=${bottom - top} rx="4" />
        ${xTicks.map(
          ({ place, text }) => svg`
            <line class="grid" x1=${place} x2=${place} y1=${top} y2=${bottom} />
            <text class="tick" x=${place} y=${zeroY + 16} text-anchor="middle">${text}</text>`,
        )}
        ${yTicks.map(
          ({ place, text }) => svg`
            <line class="grid" x1=${left} x2=${right} y1=${place} y2=${place} />
            <text class="tick" x=${zeroX - 7} y=${place} dy="0.34em" text-anchor="end">${text}</text>`,
        )}
        <line class="axis" x1=${left} x2=${right} y1=${zeroY} y2=${zeroY} />
        <line class="axis" x1=${zeroX} x2=${zeroX} y1=${top} y2=${bottom} />
      </g>`;
  }

  #renderArea({ x, y }: PlotFrame) {
    const { area, reach } = this;
    if (area === undefined) return nothing;
    const unit = (2 * reach) / (area.side - 1);
    const path = areaPath(area, (column, row) => [x(column * unit - reach), y(row * unit - reach)]);
    return svg`<path class="area" aria-hidden="true" d=${path} fill="url(#${this.#pattern})" />`;
  }

  /** Renders the angle between an arrow and the first arrow, and with `shadows` also the arrow's projection on it. */
  #renderRelation(vector: PlaneVector, index: number) {
    const first = this.#at(0);
    const arc = arcPath(this.frame, first, vector, LEAST_ARC + ARC_STEP * (index - 1));
    const [tipX, tipY] = this.#tip(index);
    const shadow = this.shadows
      ? shadowOf(this.frame, first, vector, index === 1 ? SHADOW_GAP : -SHADOW_GAP)
      : undefined;
    return svg`
      <g class=${vector.kind}>
        ${
          shadow === undefined
            ? nothing
            : svg`
              <line class="drop" x1=${tipX} y1=${tipY} x2=${shadow.foot[0]} y2=${shadow.foot[1]} />
              <line class="shadow" x1=${shadow.from[0]} y1=${shadow.from[1]} x2=${shadow.to[0]} y2=${shadow.to[1]} />`
        }
        ${arc === undefined ? nothing : svg`<path class="arc" d=${arc} />`}
      </g>`;
  }

  #renderVector(vector: PlaneVector, index: number) {
    const [x, y] = this.#tip(index);
    const [zeroX, zeroY] = this.place(0, 0);
    const head = headPath([zeroX, zeroY], [x, y]);
    const mark = labelPlace([zeroX, zeroY], [x, y], index === 0 ? 1 : -1, this.width);
    const { label, text, isLocked } = vector;
    const range = [-this.reach, this.reach] as const;
    return renderHandle(
      `tip ${vector.kind}`,
      { label, text, value: vector.x, range, hint: this.hint, isLocked },
      svg`
        <line class="shaft" x1=${zeroX} y1=${zeroY} x2=${head?.neck[0] ?? x} y2=${head?.neck[1] ?? y} />
        ${head ? svg`<path class="head" d=${head.path} />` : svg`<circle class="head" cx=${x} cy=${y} r="4" />`}
        <text class="mark" x=${mark.x} y=${mark.y} dy="0.34em" text-anchor=${mark.anchor} aria-hidden="true">${vector.mark}</text>
        ${renderGrip(x, y)}`,
    );
  }

  #at(index: number): PlaneVector {
    return this.vectors[index] as PlaneVector;
  }

  #tip(index: number): readonly [px: number, py: number] {
    const { x, y } = this.#at(index);
    return this.place(x, y);
  }

  get #track(): Track {
    return { low: -this.reach, high: this.reach, step: STEP, unit: STEP };
  }
}

customElements.define('al-vector-plane', VectorPlane);

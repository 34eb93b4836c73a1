// SPDX-License-Identifier: MIT
import { html, nothing, type PropertyValues, svg } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { areaPath, type LevelGrid } from './area-path.ts';
import { type DragTarget, PlotDrag, REACH } from './curve-plot-drag.ts';
import { uniqueId } from './light-element.ts';
import { MeasuredElement } from './measured-element.ts';
import { grown } from './text-scale.ts';
import { arcPath, headPath, labelPlace, PlaneScale, type Point } from './vector-geometry.ts';
import css from './vector-plane.css?inline';

/** An arrow from the origin. The first is the one that the others are measured against. */
export interface PlaneVector {
  readonly x: number;
  readonly y: number;
  readonly kind: 'query' | 'key' | 'other';
  /** Beside its tip. */
  readonly mark: string;
  readonly label: string;
  /** What is said of its place. */
  readonly text: string;
  /** Beside its mark, its angle to the first arrow; none where undefined. */
  readonly angle?: string | undefined;
  /** It stays where it is. */
  readonly isLocked?: boolean;
}

/** An arrow's tip was moved to a place in data units. */
export interface VectorMove {
  readonly vector: number;
  readonly x: number;
  readonly y: number;
  readonly final: boolean;
}

const LONGEST_SIDE = 480;
const FOCUS_RADIUS = 14;
const LEAST_ARC = 24;
const ARC_STEP = 15;
const TICK = 2;
/** Tips stand on multiples of this, and a key moves them so far; with Shift ten times. */
const STEP = 0.1;
const SHIFT_STEPS = 10;
const SHADOW_GAP = 5;

const indexOf = (target: DragTarget): number => (target === 'cursor' ? 0 : target + 1);

/**
 * Arrows in a plane whose two axes have one scale, so that angles are what they look. Tips are dragged
 * by mouse, touch and arrow keys; a press on free ground moves the first. An area of the plane may be
 * hatched, and each arrow may cast its shadow onto the first one's line.
 * @fires al-move VectorMove
 */
export class VectorPlane extends MeasuredElement {
  static override css = css;
  static override properties = {
    ...MeasuredElement.properties,
    description: {},
    vectors: { attribute: false },
    reach: { type: Number },
    area: { attribute: false },
    shadows: { type: Boolean },
    plain: { type: Boolean },
    hint: {},
    format: { attribute: false },
  };

  declare description: string;
  declare vectors: readonly PlaneVector[];
  /** How far from 0 a tip may stand along each axis. */
  declare reach: number;
  /** From −reach to reach along both axes. */
  declare area: LevelGrid | undefined;
  declare shadows: boolean;
  /** Arrows alone, without the angles to the first. */
  declare plain: boolean;
  /** How a tip is moved by keys, said of each to those who cannot see it. */
  declare hint: string;
  declare format: (x: number) => string;

  #scale!: PlaneScale;
  readonly #pattern = uniqueId('hatch');
  readonly #drag = new PlotDrag(this, {
    place: (target) => this.#tip(indexOf(target)),
    points: () => this.vectors.length - 1,
    isLocked: (target) => this.#at(indexOf(target)).isLocked === true,
    move: (target, px, py, final) => this.#move(indexOf(target), px, py, final),
    hold: (target) => {
      const { x, y } = this.#at(indexOf(target));
      return () => this.#send({ vector: indexOf(target), x, y, final: true });
    },
    hover: () => {},
    focus: (target) =>
      this.querySelectorAll<SVGElement>('.tip')[indexOf(target)]?.focus({ preventScroll: true }),
  });

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#drag.stop();
  }

  protected override willUpdate(_changed: PropertyValues): void {
    const side = Math.min(this.width, LONGEST_SIDE);
    if (this.#scale?.width === this.width && this.#scale.reach === this.reach) return;
    this.#scale = new PlaneScale(this.width, side, this.reach);
  }

  protected override render() {
    const scale = this.#scale;
    const { width, side } = scale;
    return html`
      <svg class="vector-plane" role="group" aria-label=${this.description}
        viewBox="0 0 ${width} ${side}" width=${grown(width, this)} height=${grown(side, this)}
        @pointerdown=${this.#drag.down} @mousedown=${this.#drag.press}
        @touchstart=${this.#drag.touch} @pointermove=${this.#drag.over}
        @pointerleave=${this.#drag.leave}>
        ${guard([scale, this.format], () => this.#renderGround(scale))}
        ${guard([scale, this.area], () => this.#renderArea(scale))}
        <g aria-hidden="true">
          ${this.vectors.map((vector, i) => (i === 0 || this.plain ? nothing : this.#renderRelation(vector, i)))}
        </g>
        ${this.vectors.map((vector, i) => this.#renderVector(vector, i))}
      </svg>`;
  }

  #renderGround(scale: PlaneScale) {
    const { reach } = this;
    const [left, top] = scale.place(-reach, reach);
    const [right, bottom] = scale.place(reach, -reach);
    const [zeroX, zeroY] = scale.place(0, 0);
    const ticks = Array.from({ length: Math.floor(reach / TICK) }, (_, i) => (i + 1) * TICK);
    const lines = [...ticks, ...ticks.map((tick) => -tick)];
    return svg`
      <defs>
        <pattern id=${this.#pattern} width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect class="hatch-ground" width="8" height="8" />
          <line class="hatch" x1="0" x2="0" y1="0" y2="8" />
        </pattern>
      </defs>
      <g aria-hidden="true">
        <rect class="ground" x=${left} y=${top} width=${right - left} height=${bottom - top} rx="4" />
        ${lines.map((tick) => {
          const [x, y] = scale.place(tick, tick);
          return svg`
            <line class="grid" x1=${x} x2=${x} y1=${top} y2=${bottom} />
            <line class="grid" x1=${left} x2=${right} y1=${y} y2=${y} />
            <text class="tick" x=${x} y=${zeroY + 16} text-anchor="middle">${this.format(tick)}</text>
            <text class="tick" x=${zeroX - 7} y=${y} dy="0.34em" text-anchor="end">${this.format(tick)}</text>`;
        })}
        <line class="axis" x1=${left} x2=${right} y1=${zeroY} y2=${zeroY} />
        <line class="axis" x1=${zeroX} x2=${zeroX} y1=${top} y2=${bottom} />
      </g>`;
  }

  #renderArea(scale: PlaneScale) {
    const { area, reach } = this;
    if (area === undefined) return nothing;
    const unit = (2 * reach) / (area.side - 1);
    const path = areaPath(area, (column, row) =>
      scale.place(column * unit - reach, row * unit - reach),
    );
    return svg`<path class="area" aria-hidden="true" d=${path} fill="url(#${this.#pattern})" />`;
  }

  /** How an arrow stands to the first: the angle between them, and its shadow on the other's line. */
  #renderRelation(vector: PlaneVector, index: number) {
    const first = this.#at(0);
    const arc = arcPath(this.#scale, first, vector, LEAST_ARC + ARC_STEP * (index - 1));
    const [tipX, tipY] = this.#tip(index);
    const shadow = this.shadows
      ? this.#scale.shadow(first, vector, index === 1 ? SHADOW_GAP : -SHADOW_GAP)
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
    const [zeroX, zeroY] = this.#scale.place(0, 0);
    const head = headPath([zeroX, zeroY], [x, y]);
    const mark = labelPlace([zeroX, zeroY], [x, y], index === 0 ? 1 : -1, this.width);
    return svg`
      <g class="tip ${vector.kind}" tabindex="0" role="slider" aria-label=${vector.label}
        aria-valuemin=${-this.reach} aria-valuemax=${this.reach} aria-valuenow=${vector.x}
        aria-valuetext=${vector.text} aria-description=${(!vector.isLocked && this.hint) || nothing}
        aria-disabled=${vector.isLocked ? 'true' : nothing}
        @keydown=${(event: KeyboardEvent) => this.#onKey(event, index)}>
        <line class="shaft" x1=${zeroX} y1=${zeroY} x2=${head?.neck[0] ?? x} y2=${head?.neck[1] ?? y} />
        ${head ? svg`<path class="head" d=${head.path} />` : svg`<circle class="head" cx=${x} cy=${y} r="4" />`}
        <circle class="ring" cx=${x} cy=${y} r=${FOCUS_RADIUS} />
        <text class="mark" x=${mark.x} y=${mark.y} dy="0.34em" text-anchor=${mark.anchor} aria-hidden="true">
          ${vector.mark}${vector.angle ? svg`<tspan class="angle" dx="5">${vector.angle}</tspan>` : nothing}
        </text>
        <circle class="grip" cx=${x} cy=${y} r=${REACH} />
      </g>`;
  }

  #at(index: number): PlaneVector {
    return this.vectors[index] as PlaneVector;
  }

  #tip(index: number): Point {
    const { x, y } = this.#at(index);
    return this.#scale.place(x, y);
  }

  #onKey(event: KeyboardEvent, index: number): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const ways: Record<string, Point> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const way = ways[event.key];
    if (way === undefined || this.#at(index).isLocked) return;
    event.preventDefault();
    const size = STEP * (event.shiftKey ? SHIFT_STEPS : 1);
    const { x, y } = this.#at(index);
    const to = (from: number, steps: number) =>
      steps === 0 ? from : this.#within(from + steps * size);
    this.#send({ vector: index, x: to(x, way[0]), y: to(y, way[1]), final: true });
  }

  #move(vector: number, px: number, py: number, final: boolean): void {
    const [x, y] = this.#scale.at(px, py);
    this.#send({ vector, x: this.#within(x), y: this.#within(y), final });
  }

  #within(value: number): number {
    const rounded = Number((Math.round(value / STEP) * STEP).toPrecision(6));
    return Math.min(Math.max(rounded, -this.reach), this.reach);
  }

  #send(detail: VectorMove): void {
    this.dispatchEvent(new CustomEvent('al-move', { detail, bubbles: true }));
  }
}

customElements.define('al-vector-plane', VectorPlane);

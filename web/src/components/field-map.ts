// SPDX-License-Identifier: MIT
import { html, nothing, type PropertyValues, svg } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { type DragTarget, PlotDrag, REACH } from './curve-plot-drag.ts';
import css from './field-map.css?inline';
import { cellPaths, type FieldLayer, STEP_COUNT } from './field-map-cells.ts';
import { type LabelPlace, placeLabels } from './field-map-labels.ts';
import { uniqueId } from './light-element.ts';
import { MeasuredElement } from './measured-element.ts';
import {
  type Axis,
  PLOT_FONT_SIZE,
  type PlotFrame,
  renderAxes,
  squareFrame,
} from './plot-frame.ts';
import { grown } from './text-scale.ts';
import { textMeasure } from './text-width.ts';

export type { FieldLayer } from './field-map-cells.ts';

/** Something in the map that can be moved. */
export interface FieldHandle {
  readonly kind: 'query' | 'key';
  readonly x: number;
  readonly y: number;
  /** Beside it in the picture. */
  readonly mark: string;
  readonly label: string;
  /** What is said of its place. */
  readonly text: string;
  /** It stays where it is. */
  readonly isLocked?: boolean;
}

/** A handle was moved to a place in data units. */
export interface FieldMove {
  readonly handle: number;
  readonly x: number;
  readonly y: number;
  readonly final: boolean;
}

const LONGEST_SIDE = 480;
const SHIFT_STEPS = 10;
const RADIUS = 8;
const DIAMOND = 10;
const FOCUS_RADIUS = 14;

/**
 * A map of a plane: which of up to three layers covers which cell, by colour and by pattern, several at
 * once where they tie; the stronger, the more colour. On it handles that are dragged by mouse, touch and
 * arrow keys; a press on free ground moves the one that `main` names. Later ones lie on top.
 * @fires al-move FieldMove
 * @fires al-active number | undefined, the handle under the pointer or in focus
 */
export class FieldMap extends MeasuredElement {
  static override css = css;
  static override properties = {
    ...MeasuredElement.properties,
    description: {},
    xAxis: { attribute: false },
    yAxis: { attribute: false },
    columns: { type: Number },
    layers: { attribute: false },
    handles: { attribute: false },
    main: { type: Number },
    reach: { attribute: false },
    step: { type: Number },
    hint: {},
    active: { attribute: false },
    format: { attribute: false },
  };

  declare description: string;
  /** Both axes cover equally long intervals. */
  declare xAxis: Axis;
  declare yAxis: Axis;
  /** Cells in a row. */
  declare columns: number;
  declare layers: readonly FieldLayer[];
  declare handles: readonly FieldHandle[];
  declare main: number;
  /** Radius of the circle about each query, in data units; none where undefined. */
  declare reach: number | undefined;
  /** How far an arrow key moves. */
  declare step: number;
  /** How handles are moved by keys, said of each to those who cannot see it. */
  declare hint: string;
  declare active: number | undefined;
  declare format: (x: number) => string;

  #frame!: PlotFrame;
  #framed = '';
  readonly #pattern = uniqueId('field');
  readonly #clip = uniqueId('field');
  readonly #drag = new PlotDrag(this, {
    place: (target) => this.#place(this.#indexOf(target)),
    points: () => this.handles.length - 1,
    isLocked: (target) => this.handles[this.#indexOf(target)]?.isLocked === true,
    move: (target, px, py, final) => this.#move(this.#indexOf(target), px, py, final),
    hold: (target) => this.#hold(this.#indexOf(target)),
    hover: (point) => this.#activate(point === undefined ? undefined : this.#indexOf(point)),
    focus: (target) => this.#focus(this.#indexOf(target)),
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
    const measure = textMeasure(this, PLOT_FONT_SIZE);
    this.#frame = squareFrame(width, LONGEST_SIDE, xAxis, yAxis, format, measure);
  }

  protected override render() {
    const frame = this.#frame;
    const { width, height } = frame;
    const [xLabel, yLabel] = [this.xAxis.label, this.yAxis.label];
    const labels = placeLabels(
      this.handles.map((_, index) => this.#place(index)),
      (index) => (this.handles[index]?.kind === 'query' ? 'above' : 'right'),
      width,
    );
    return html`
      <svg class="field-map" role="group" aria-label=${this.description}
        viewBox="0 0 ${width} ${height}" width=${grown(width, this)} height=${grown(height, this)}
        @pointerdown=${this.#drag.down} @mousedown=${this.#drag.press}
        @touchstart=${this.#drag.touch} @pointermove=${this.#drag.over}
        @pointerleave=${this.#drag.leave}>
        ${guard([frame], () => this.#renderDefinitions(frame))}
        ${guard([frame, xLabel, yLabel], () => renderAxes(frame, xLabel, yLabel))}
        ${guard([frame, this.layers, this.columns], () => this.#renderCells(frame))}
        <g clip-path="url(#${this.#clip})" aria-hidden="true">
          ${this.handles.map((handle) => (handle.kind === 'query' ? this.#renderReach(handle) : nothing))}
        </g>
        ${this.handles.map((handle, index) => this.#renderHandle(handle, index, labels[index] as LabelPlace))}
      </svg>
      ${this.#renderLegend()}`;
  }

  #renderDefinitions({ left, right, top, bottom }: PlotFrame) {
    const strokes = [
      'M0 10L10 0M-2 2L2 -2M8 12L12 8',
      'M3.2 5a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0z',
      'M0 5H10',
    ];
    return svg`
      <defs>
        <clipPath id=${this.#clip}><rect x=${left} y=${top} width=${right - left} height=${bottom - top} /></clipPath>
        ${strokes.map(
          (stroke, layer) => svg`
            <pattern id="${this.#pattern}-${layer}" patternUnits="userSpaceOnUse" width="10" height="10">
              <path class="field-stroke layer-${layer}" d=${stroke} />
            </pattern>`,
        )}
      </defs>`;
  }

  #renderCells(frame: PlotFrame) {
    return svg`
      <g aria-hidden="true">
        ${this.layers.map(({ strengths }, layer) => {
          const { steps, all } = cellPaths(strengths, this.columns, frame);
          return svg`
            ${steps.map((path, step) => svg`<path class="field-cells layer-${layer} step-${step}" d=${path} />`)}
            <path fill="url(#${this.#pattern}-${layer})" d=${all} />`;
        })}
      </g>`;
  }

  #renderReach({ x, y }: FieldHandle) {
    if (this.reach === undefined) return nothing;
    const radius = this.#frame.x(this.reach) - this.#frame.x(0);
    return svg`<circle class="field-reach" cx=${this.#frame.x(x)} cy=${this.#frame.y(y)} r=${radius} />`;
  }

  #renderHandle(handle: FieldHandle, index: number, label: LabelPlace) {
    const [x, y] = this.#place(index);
    const [low, high] = this.xAxis.interval;
    const isQuery = handle.kind === 'query';
    return svg`
      <g class="field-handle ${handle.kind} ${index === this.active ? 'active' : ''}" tabindex="0" role="slider"
        aria-label=${handle.label} aria-valuenow=${handle.x} aria-valuetext=${handle.text}
        aria-description=${(!handle.isLocked && this.hint) || nothing} aria-valuemin=${low} aria-valuemax=${high}
        aria-disabled=${handle.isLocked ? 'true' : nothing}
        @focus=${() => this.#activate(index)} @blur=${() => this.#activate(undefined)}
        @keydown=${(event: KeyboardEvent) => this.#onKey(event, index)}>
        ${
          isQuery
            ? svg`<rect class="mark" x=${x - DIAMOND / 2} y=${y - DIAMOND / 2} width=${DIAMOND} height=${DIAMOND} transform="rotate(45 ${x} ${y})" />`
            : svg`<circle class="mark layer-${this.#keyNumber(index)}" cx=${x} cy=${y} r=${RADIUS} />`
        }
        <text x=${label.x} y=${label.y} dy="0.34em" text-anchor=${label.anchor}>${handle.mark}</text>
        <circle class="ring" cx=${x} cy=${y} r=${FOCUS_RADIUS} />
        <circle class="grip" cx=${x} cy=${y} r=${REACH} />
      </g>`;
  }

  #keyNumber(index: number): number {
    return this.handles.slice(0, index).filter(({ kind }) => kind === 'key').length;
  }

  #renderLegend() {
    return html`
      <ul class="field-legend">
        ${this.layers.map(
          ({ label }, layer) => html`
            <li>
              <svg width="28" height="18" aria-hidden="true">
                <rect class="field-cells layer-${layer} step-${STEP_COUNT - 1}" width="28" height="18" />
                <rect class="field-swatch" fill="url(#${this.#pattern}-${layer})" x="0.5" y="0.5" width="27" height="17" />
              </svg>
              ${label}
            </li>`,
        )}
      </ul>`;
  }

  #place(index: number): readonly [px: number, py: number] {
    const { x, y } = this.handles[index] as FieldHandle;
    return [this.#frame.x(x), this.#frame.y(y)];
  }

  /** The handle that the drag means: its cursor is the main one, its points are the others. */
  #indexOf(target: DragTarget): number {
    if (target === 'cursor') return this.main;
    return target < this.main ? target : target + 1;
  }

  #hold(index: number): () => void {
    const { x, y } = this.handles[index] as FieldHandle;
    return () => this.#send({ handle: index, x, y, final: true });
  }

  #focus(index: number): void {
    this.querySelectorAll<SVGElement>('.field-handle')[index]?.focus({ preventScroll: true });
  }

  #onKey(event: KeyboardEvent, index: number): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const ways: Record<string, readonly [x: number, y: number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const way = ways[event.key];
    if (way === undefined) return;
    const { x, y, isLocked } = this.handles[index] as FieldHandle;
    if (isLocked) return;
    event.preventDefault();
    const step = this.step * (event.shiftKey ? SHIFT_STEPS : 1);
    const [to, up] = [
      this.#within(x + way[0] * step, this.xAxis),
      this.#within(y + way[1] * step, this.yAxis),
    ];
    // What the key does not move keeps all its digits.
    this.#send({ handle: index, x: way[0] === 0 ? x : to, y: way[1] === 0 ? y : up, final: true });
  }

  #move(handle: number, px: number, py: number, final: boolean): void {
    const x = this.#within(this.#frame.x.invert(px), this.xAxis);
    const y = this.#within(this.#frame.y.invert(py), this.yAxis);
    this.#send({ handle, x, y, final });
  }

  /** As many digits as the picture can show, and inside it. */
  #within(value: number, { interval: [low, high] }: Axis): number {
    const unit = 10 ** Math.floor(Math.log10((high - low) / 100));
    const rounded = Number((Math.round(value / unit) * unit).toPrecision(12));
    return Math.min(Math.max(rounded, low), high);
  }

  #send(detail: FieldMove): void {
    this.dispatchEvent(new CustomEvent('al-move', { detail, bubbles: true }));
  }

  #activate(index: number | undefined): void {
    if (index === this.active) return;
    this.dispatchEvent(new CustomEvent('al-active', { detail: index, bubbles: true }));
  }
}

customElements.define('al-field-map', FieldMap);

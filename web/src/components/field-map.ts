// SPDX-License-Identifier: MIT
import { html, nothing, svg } from 'lit';
import { guard } from 'lit/directives/guard.js';
import css from './field-map.css?inline';
import { cellPaths, type FieldLayer, STEP_COUNT } from './field-map-cells.ts';
import { type LabelPlace, placeLabels } from './field-map-labels.ts';
import { FramedPlot } from './framed-plot.ts';
import type { NamedHandle } from './handle.ts';
import { renderGrip, renderHandle } from './handle-mark.ts';
import { Handles } from './handles.ts';
import { uniqueId } from './light-element.ts';
import { type Axis, type FrameOptions, type PlotFrame, squareFrame } from './plot-frame.ts';

export type { FieldLayer } from './field-map-cells.ts';

/** A point of the map that readers can move. */
export interface FieldHandle extends NamedHandle {
  readonly kind: 'query' | 'key';
}

const LONGEST_SIDE = 480;
const RADIUS = 8;
const DIAMOND = 10;

/**
 * A map of a plane, divided into cells. Up to three layers cover cells; they differ in colour and pattern, and the
 * strength of a layer in a cell determines the intensity of its colour. Several layers can cover the same cell. Readers
 * move the points with mouse, touch and arrow keys. A press on the background moves the point with index `main`. Later
 * points are drawn on top.
 * @fires al-move HandleMove
 * @fires al-active number | undefined, the index of the point under the pointer or with the focus
 */
export class FieldMap extends FramedPlot {
  static override css = css;
  static override properties = {
    columns: { type: Number },
    layers: { attribute: false },
    handles: { attribute: false },
    main: { type: Number },
    reach: { attribute: false },
    step: { type: Number },
    hint: {},
  };

  /** Number of cells per row. */
  declare columns: number;
  declare layers: readonly FieldLayer[];
  declare handles: readonly FieldHandle[];
  declare main: number;
  /** Radius of the circle around each query, in data units. Undefined if there is no circle. */
  declare reach: number | undefined;
  /** Distance in data units by which an arrow key moves a point. */
  declare step: number;
  /** Describes, for screen readers, how to move a point with the keyboard. */
  declare hint: string;

  readonly #pattern = uniqueId('field');
  readonly #clip = uniqueId('field');

  protected override grips = new Handles(this, {
    selector: '.field-handle',
    all: () => this.handles,
    ground: () => this.main,
    tracks: () => ({
      x: { ...this.track('x'), step: this.step },
      y: { ...this.track('y'), step: this.step },
    }),
    place: (index) => this.#placeOf(index),
    invert: (px, py) => this.invert(px, py),
    moved: (index, x, y, final) => this.send('al-move', { index, x, y, final }),
    mark: (index) => this.activate(index),
  });

  protected override layOut(x: Axis, y: Axis, options: FrameOptions): PlotFrame {
    return squareFrame(this.width, LONGEST_SIDE, x, y, options);
  }

  protected override render() {
    const { frame } = this;
    const labels = placeLabels(
      this.handles.map((_, index) => this.#placeOf(index)),
      (index) => (this.handles[index]?.kind === 'query' ? 'above' : 'right'),
      frame.width,
    );
    const drawing = svg`
      ${guard([frame], () => this.#renderDefinitions(frame))}
      ${guard([frame, this.layers, this.columns], () => this.#renderCells(frame))}
      <g clip-path="url(#${this.#clip})" aria-hidden="true">
        ${this.handles.map((handle) => (handle.kind === 'query' ? this.#renderReach(handle) : nothing))}
      </g>
      ${this.handles.map((handle, index) => this.#renderHandle(handle, index, labels[index] as LabelPlace))}`;
    return html`${this.renderDrawing('field-map', drawing)} ${this.#renderLegend()}`;
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
    const [cx, cy] = this.place(x, y);
    const radius = this.frame.x(this.reach) - this.frame.x(0);
    return svg`<circle class="field-reach" cx=${cx} cy=${cy} r=${radius} />`;
  }

  #renderHandle(handle: FieldHandle, index: number, label: LabelPlace) {
    const [x, y] = this.#placeOf(index);
    const { kind, text, isLocked } = handle;
    const range = this.xAxis.interval;
    return renderHandle(
      `field-handle ${kind} ${index === this.active ? 'active' : ''}`,
      { label: handle.label, text, value: handle.x, range, hint: this.hint, isLocked },
      svg`
        ${
          kind === 'query'
            ? svg`<rect class="mark" x=${x - DIAMOND / 2} y=${y - DIAMOND / 2} width=${DIAMOND} height=${DIAMOND} transform="rotate(45 ${x} ${y})" />`
            : svg`<circle class="mark layer-${this.#keyNumber(index)}" cx=${x} cy=${y} r=${RADIUS} />`
        }
        <text x=${label.x} y=${label.y} dy="0.34em" text-anchor=${label.anchor}>${handle.mark}</text>
        ${renderGrip(x, y)}`,
    );
  }

  #keyNumber(index: number): number {
    return this.handles.slice(0, index).filter(({ kind }) => kind === 'key').length;
  }

  #renderLegend() {
    return html`
      <ul class="plot-legend field-legend">
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

  #placeOf(index: number): readonly [px: number, py: number] {
    const { x, y } = this.handles[index] as FieldHandle;
    return this.place(x, y);
  }
}

customElements.define('al-field-map', FieldMap);

// SPDX-License-Identifier: MIT
import { html, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import framedCss from './framed-plot.css?inline';
import { type Track, unitOf } from './handle-keys.ts';
import type { Handles } from './handles.ts';
import legendCss from './legend.css?inline';
import { adopt } from './light-element.ts';
import { MarkedElement } from './marked-element.ts';
import { Memo } from './memo.ts';
import { Motion } from './motion.ts';
import {
  type Axis,
  type FrameOptions,
  type Interval,
  PLOT_FONT_SIZE,
  type PlotFrame,
  plotFrame,
  renderAxes,
} from './plot-frame.ts';
import { grown } from './text-scale.ts';
import { textMeasure } from './text-width.ts';

export interface AxesChange {
  readonly x: Interval;
  readonly y: Interval;
}

/**
 * A figure with two axes. A change of the axes' intervals is animated; until the end of the animation, the element has
 * the attribute `data-moving`. During a drag, the axes stay fixed, because otherwise the dragged point would move away
 * from the pointer.
 * @fires al-axes AxesChange, when an animation of the axes starts
 */
export abstract class FramedPlot extends MarkedElement {
  static override properties: PropertyDeclarations = {
    xAxis: { attribute: false },
    yAxis: { attribute: false },
    format: { attribute: false },
  };

  declare xAxis: Axis;
  declare yAxis: Axis;
  declare format: (x: number) => string;

  protected frame!: PlotFrame;
  protected grips: Handles | undefined;
  /** The intervals of both axes, at the end of the animation if one is running. */
  #intervals: AxesChange | undefined;
  #areNew = false;
  #labels: [x: string, y: string] = ['', ''];
  readonly #motion = new Motion(this);
  readonly #frames = new Memo<PlotFrame>();

  override connectedCallback(): void {
    const root = this.getRootNode();
    if (root instanceof Document || root instanceof ShadowRoot)
      for (const css of [framedCss, legendCss]) adopt(root, css);
    super.connectedCallback();
  }

  protected axes(): readonly [x: Axis, y: Axis] {
    return [this.xAxis, this.yAxis];
  }

  protected layOut(x: Axis, y: Axis, options: FrameOptions): PlotFrame {
    return plotFrame(this.width, x, y, options);
  }

  protected override willUpdate(_changed: PropertyValues): void {
    const [xAxis, yAxis] = this.axes();
    this.#labels = [xAxis.label, yAxis.label];
    if (this.grips?.isDragging) this.#motion.hold();
    else {
      this.#intervals = { x: xAxis.interval, y: yAxis.interval };
      this.#areNew = this.#motion.to([...xAxis.interval, ...yAxis.interval]);
    }
    const [left = 0, right = 1, low = 0, high = 1] = this.#motion.now;
    const x: Axis = { ...xAxis, interval: [left, right] };
    const y: Axis = { ...yAxis, interval: [low, high] };
    const { width, tallest, format } = this;
    this.frame = this.#frames.for([width, tallest, x, y, format(0.5)], () =>
      this.layOut(x, y, {
        format,
        measure: textMeasure(this, PLOT_FONT_SIZE),
        height: tallest,
        leastLeft: this.#motion.isMoving ? this.frame.left : undefined,
      }),
    );
  }

  protected override updated(_changed: PropertyValues): void {
    this.toggleAttribute('data-moving', this.#motion.isMoving);
    if (!this.#areNew) return;
    this.#areNew = false;
    this.send('al-axes', this.#intervals);
  }

  /**
   * Renders the svg element. Its role is `group` if it contains movable parts, otherwise `img`.
   * @param kind  CSS class of the element
   */
  protected renderDrawing(kind: string, content: unknown): TemplateResult {
    const { frame } = this;
    const { width, height } = frame;
    return html`
      <svg class="framed ${kind}" role=${this.grips ? 'group' : 'img'} aria-label=${this.description}
        viewBox="0 0 ${width} ${height}" width=${grown(width, this)} height=${grown(height, this)}>
        ${this.renderGround(frame)} ${content}
      </svg>`;
  }

  protected renderGround(frame: PlotFrame): unknown {
    return guard([frame, ...this.#labels], () => renderAxes(frame, ...this.#labels));
  }

  /** The range of an axis in which readers can move parts. One step is a hundredth of the axis. */
  protected track(direction: 'x' | 'y'): Track {
    const [low, high] = this.#intervals?.[direction] ?? [0, 1];
    return { low, high, step: (high - low) / 100, unit: unitOf([low, high]) };
  }

  protected place(x: number, y: number): [px: number, py: number] {
    return [this.frame.x(x), this.frame.y(y)];
  }

  protected invert(px: number, py: number): readonly [x: number, y: number] {
    return [this.frame.x.invert(px), this.frame.y.invert(py)];
  }
}

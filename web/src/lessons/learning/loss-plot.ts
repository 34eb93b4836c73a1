// SPDX-License-Identifier: MIT
import { svg } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { FramedPlot } from '../../components/framed-plot.ts';
import { linePath } from '../../components/linear-scale.ts';
import type { PlotFrame } from '../../components/plot-frame.ts';
import type { CurvePoint } from './training/learning.ts';

/** The loss of a model after each training step. */
export interface LossLine {
  readonly label: string;
  readonly points: readonly CurvePoint[];
}

/** A horizontal line in the plot at a value of the loss. */
export interface Level {
  readonly id: 'floor' | 'bound';
  readonly label: string;
  readonly loss: number;
}

const LABEL_GAP = 5;
const LABEL_HEIGHT = 15;

/** Plots the loss of one or two models, with its lower bounds. */
export class LossPlot extends FramedPlot {
  static override properties = {
    lines: { attribute: false },
    levels: { attribute: false },
  };

  declare lines: readonly LossLine[];
  declare levels: readonly Level[];

  protected override render() {
    const { frame } = this;
    return this.renderDrawing(
      'plot loss-plot',
      svg`
        <g aria-hidden="true" data-term="loss">
          ${this.levels.map((level) => renderLevel(level, frame))}
          ${this.lines.map(({ points }, i) => guard([frame, points], () => renderLine(points, i, frame)))}
          ${this.#renderLabels()}
        </g>`,
    );
  }

  /** The labels of the models' lines are at the top right. This corner is empty, because losses decrease. */
  #renderLabels() {
    const { right, top } = this.frame;
    const named = this.lines.filter(({ label }) => label !== '');
    return named.map(
      ({ label }, i) => svg`
        <g class="loss-line loss-line-${i}">
          <path d="M${right - 26} ${top + 10 + i * LABEL_HEIGHT}h26" />
          <text x=${right - 32} y=${top + 14 + i * LABEL_HEIGHT} text-anchor="end">${label}</text>
        </g>`,
    );
  }
}

const isTold = ({ loss }: CurvePoint): boolean => Number.isFinite(loss);

function renderLine(points: readonly CurvePoint[], index: number, frame: PlotFrame) {
  const { x, y, left, right, top, bottom } = frame;
  const path = linePath(
    points.map((point) => (isTold(point) ? [x(point.step), y(point.loss)] : undefined)),
  );
  const last = points.at(-1);
  const [width, height] = [right - left + 6, bottom - top + 6];
  return svg`
    <svg x=${left} y=${top} width=${width} height=${height} viewBox="${left} ${top} ${width} ${height}">
      <g class="loss-line loss-line-${index}">
        <path d=${path} />
        ${last && isTold(last) ? svg`<circle cx=${x(last.step)} cy=${y(last.loss)} r="4" />` : ''}
      </g>
    </svg>`;
}

/**
 * Renders a lower bound of the loss as a line. Its label is at the right end, below the line if there is room, so that
 * it does not overlap the curves.
 */
function renderLevel({ id, label, loss }: Level, { y, left, right, bottom }: PlotFrame) {
  const place = y(loss);
  const isBelow = bottom - place > LABEL_HEIGHT + LABEL_GAP;
  return svg`
    <g class="loss-level ${id}">
      <line x1=${left} x2=${right} y1=${place} y2=${place} />
      <text x=${right - LABEL_GAP} y=${isBelow ? place + LABEL_HEIGHT : place - LABEL_GAP} text-anchor="end">${label}</text>
    </g>`;
}

customElements.define('al-loss-plot', LossPlot);

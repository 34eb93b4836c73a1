// SPDX-License-Identifier: MIT
import { html, nothing, svg } from 'lit';
import css from './columns.css?inline';
import { linearScale } from './linear-scale.ts';
import { MarkedElement } from './marked-element.ts';
import { grown } from './text-scale.ts';

export interface Column {
  readonly label: string;
  /** The height of the column, as a share of the axis, from 0 to 1. */
  readonly share: number;
  /** The text above the column, which shows its number. */
  readonly text: string;
  /**
   * Length of an arrow from the top of the column, as a difference of shares. The arrow points up if it is positive,
   * down if it is negative.
   */
  readonly arrow?: number;
}

const TOP = 26;
const BOTTOM = 26;
const LEFT = 42;
const WIDEST = 96;
/** Gaps between the columns and outside of them, in shares of the distance from one column to the next. */
const BETWEEN = 0.3;
const OUTSIDE = 0.2;
const TIP = 6;
const SHORTEST_ARROW = 1;

/**
 * Shows shares as columns on a scale from 0 to 1. `height` is the height of the drawing in px.
 * @fires al-active number | undefined, the index of the column under the pointer
 */
export class Columns extends MarkedElement {
  static override css = css;
  static override properties = {
    columns: { attribute: false },
    height: { type: Number },
    term: {},
    format: { attribute: false },
  };

  declare columns: readonly Column[];
  declare height: number;
  /** Name of the variable for the shares in the lesson's code. Columns and variable are highlighted together. */
  declare term: string;
  declare format: (share: number) => string;

  protected override render() {
    const { width, height, columns } = this;
    const y = linearScale([0, 1], [height - BOTTOM, TOP]);
    const step = (width - LEFT) / Math.max(1, columns.length - BETWEEN + 2 * OUTSIDE);
    const room = step * (1 - BETWEEN);
    const thick = Math.min(room, WIDEST);
    return html`
      <svg class="columns" role="img" aria-label=${this.description} viewBox="0 0 ${width} ${height}"
        width=${grown(width, this)} height=${grown(height, this)}
        @pointerleave=${() => this.activate(undefined)}>
        ${[0, 0.5, 1].map(
          (share) => svg`
            <line class="grid" x1=${LEFT} x2=${width} y1=${y(share)} y2=${y(share)} />
            <text class="tick" x=${LEFT - 6} y=${y(share)} dy="0.34em" text-anchor="end">${this.format(share)}</text>`,
        )}
        ${columns.map(({ label, share, text, arrow }, i) => {
          const x = LEFT + (OUTSIDE + i) * step;
          const middle = x + room / 2;
          const top = y(Number.isFinite(share) ? share : 0);
          const isUp = (arrow ?? 0) > 0;
          return svg`
            <g class=${i === this.active ? 'column active' : 'column'} data-term=${this.term || nothing}
              @pointerenter=${() => this.activate(i)}>
              <rect class="room" x=${x - 4} y=${TOP - 22} width=${room + 8} height=${height - TOP + 22} rx="6" />
              <rect class="fill" x=${middle - thick / 2} y=${top} width=${thick} height=${y(0) - top} rx="3" />
              ${arrow === undefined ? nothing : arrowAt(middle, top, y(0) - y(Math.abs(arrow)), isUp)}
              <text class="number" x=${middle} y=${top - (isUp && arrow ? y(0) - y(arrow) : 0) - 8} text-anchor="middle">${text}</text>
              <text class="label" x=${middle} y=${height - 8} text-anchor="middle">${label}</text>
            </g>`;
        })}
      </svg>`;
  }
}

/** Draws an arrow from the top of a column. Draws nothing if the arrow would be too short to be visible. */
function arrowAt(x: number, top: number, length: number, isUp: boolean) {
  if (!(length >= SHORTEST_ARROW)) return nothing;
  const way = isUp ? -1 : 1;
  const tip = Math.min(TIP, length);
  const end = top + way * length;
  return svg`
    <path class=${isUp ? 'arrow up' : 'arrow down'}
      d="M${x} ${top} V${end} m${-tip} ${-way * tip} l${tip} ${way * tip} l${tip} ${-way * tip}" />`;
}

customElements.define('al-columns', Columns);

// SPDX-License-Identifier: MIT
import { scaleBand, scaleLinear } from 'd3-scale';
import { html, nothing, svg } from 'lit';
import css from './columns.css?inline';
import { MarkedElement } from './marked-element.ts';
import { grown } from './text-scale.ts';

export interface Column {
  readonly label: string;
  /** Share in [0, 1]. */
  readonly share: number;
  /** The number above the column. */
  readonly text: string;
  /** Length and direction of an arrow from the top of the column, as a difference of shares. */
  readonly arrow?: number;
}

const FONT_SIZE = 13;
const TOP = 26;
const BOTTOM = 26;
const LEFT = 42;
const WIDEST = 96;
const TIP = 6;
const SHORTEST_ARROW = 1;

/**
 * Columns for shares on a fixed scale from 0 to 1. `height` is the height of the drawing.
 * @fires al-active number | undefined, the column under the pointer
 */
export class Columns extends MarkedElement {
  static override css = css;
  static override properties = {
    ...MarkedElement.properties,
    columns: { attribute: false },
    height: { type: Number },
    term: {},
    format: { attribute: false },
  };

  declare columns: readonly Column[];
  declare height: number;
  /** Name of the shares in the lesson's code. */
  declare term: string;
  declare format: (share: number) => string;

  protected override render() {
    const { width, height, columns } = this;
    const y = scaleLinear([0, 1], [height - BOTTOM, TOP]);
    const places = columns.map((_, i) => i);
    const x = scaleBand(places, [LEFT, width]).paddingInner(0.3).paddingOuter(0.2);
    const thick = Math.min(x.bandwidth(), WIDEST);
    return html`
      <svg class="columns" role="img" aria-label=${this.description} viewBox="0 0 ${width} ${height}"
        width=${grown(width, this)} height=${grown(height, this)} font-size=${FONT_SIZE}
        @pointerleave=${() => this.activate(undefined)}>
        ${[0, 0.5, 1].map(
          (share) => svg`
            <line class="grid" x1=${LEFT} x2=${width} y1=${y(share)} y2=${y(share)} />
            <text class="tick" x=${LEFT - 6} y=${y(share)} dy="0.34em" text-anchor="end">${this.format(share)}</text>`,
        )}
        ${columns.map(({ label, share, text, arrow }, i) => {
          const middle = (x(i) ?? 0) + x.bandwidth() / 2;
          const top = y(Number.isFinite(share) ? share : 0);
          const isUp = (arrow ?? 0) > 0;
          return svg`
            <g class=${i === this.active ? 'column active' : 'column'} data-term=${this.term || nothing}
              @pointerenter=${() => this.activate(i)}>
              <rect class="room" x=${(x(i) ?? 0) - 4} y=${TOP - 22} width=${x.bandwidth() + 8} height=${height - TOP + 22} rx="6" />
              <rect class="fill" x=${middle - thick / 2} y=${top} width=${thick} height=${y(0) - top} rx="3" />
              ${arrow === undefined ? nothing : arrowAt(middle, top, y(0) - y(Math.abs(arrow)), isUp)}
              <text class="number" x=${middle} y=${top - (isUp && arrow ? y(0) - y(arrow) : 0) - 8} text-anchor="middle">${text}</text>
              <text class="label" x=${middle} y=${height - 8} text-anchor="middle">${label}</text>
            </g>`;
        })}
      </svg>`;
  }
}

/** An arrow of a given length from the top of a column; nothing if it would be too short to be visible. */
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

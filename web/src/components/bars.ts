// SPDX-License-Identifier: MIT
import { html, svg } from 'lit';
import css from './bars.css?inline';
import { MarkedElement } from './marked-element.ts';
import { grown } from './text-scale.ts';
import { longest, textMeasure } from './text-width.ts';

export interface Bar {
  readonly label: string;
  /** The length of the bar, as a share of the axis, from 0 to 1. */
  readonly share: number;
  /** The text beside the bar, which shows its number. */
  readonly text: string;
}

const ROW = 34;
const THICKNESS = 16;
const FONT_SIZE = 14;
const GAP = 10;
// Minimum widths in px of the columns, so that the bars keep their position while the number of digits changes.
const LEAST_LABEL = 76;
const LEAST_NUMBER = 140;
const LEAST_BAR = 8;

/**
 * Shows shares as horizontal bars, one per row, on a scale from 0 to 1.
 * @fires al-active number | undefined, the index of the bar under the pointer
 */
export class Bars extends MarkedElement {
  static override css = css;
  static override properties = {
    ...MarkedElement.properties,
    bars: { attribute: false },
  };

  declare bars: readonly Bar[];

  protected override render() {
    const { left, full } = this.#columns();
    const height = this.bars.length * ROW;
    return html`
      <svg class="bars" role="img" aria-label=${this.description}
        viewBox="0 0 ${this.width} ${height}" width=${grown(this.width, this)} height=${grown(height, this)}
        @pointerleave=${() => this.activate(undefined)}>
        ${this.bars.map(({ label, share, text }, index) => {
          const middle = (index + 0.5) * ROW;
          const top = middle - THICKNESS / 2;
          const length = Number.isFinite(share) ? full * Math.min(Math.max(share, 0), 1) : 0;
          return svg`
            <g class=${index === this.active ? 'bar active' : 'bar'}
              @pointerenter=${() => this.activate(index)}>
              <rect class="row" x="0" y=${index * ROW} width=${this.width} height=${ROW} rx="6" />
              <text class="label" x=${left - GAP} y=${middle} dy="0.34em" text-anchor="end">${label}</text>
              <rect class="track" x=${left} y=${top} width=${full} height=${THICKNESS} rx="3" />
              <rect class="fill" x=${left} y=${top} width=${length} height=${THICKNESS} rx="3" />
              <text class="number" x=${left + full + GAP} y=${middle} dy="0.34em">${text}</text>
            </g>`;
        })}
      </svg>`;
  }

  /**
   * The left edge of the bars, and the length in px of a bar with the share 1. In a narrow figure, the bars become
   * shorter, so that no text is cut off.
   */
  #columns(): { left: number; full: number } {
    const measure = textMeasure(this, FONT_SIZE);
    const column = (texts: readonly string[], least: number) =>
      Math.max(longest(texts, measure) + GAP, least);
    const left = column(
      this.bars.map(({ label }) => label),
      LEAST_LABEL,
    );
    const right = column(
      this.bars.map(({ text }) => text),
      LEAST_NUMBER,
    );
    return { left, full: Math.max(this.width - left - right, LEAST_BAR) };
  }
}

customElements.define('al-bars', Bars);

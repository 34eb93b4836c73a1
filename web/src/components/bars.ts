// SPDX-License-Identifier: MIT
import { html, svg } from 'lit';
import css from './bars.css?inline';
import { MarkedElement } from './marked-element.ts';
import { grown } from './text-scale.ts';
import { longest, textMeasure } from './text-width.ts';

export interface Bar {
  readonly label: string;
  /** Share in [0, 1]. */
  readonly share: number;
  /** The number beside the bar. */
  readonly text: string;
}

const ROW = 34;
const THICKNESS = 16;
const FONT_SIZE = 14;
const GAP = 10;
// Columns no narrower than this, or the bars would change their length with every digit.
const LEAST_LABEL = 76;
const LEAST_NUMBER = 140;
const LEAST_BAR = 8;
/** Where bars would be shorter, their labels may stand above them. */
const LEAST_BESIDE = 160;
const LABEL_LINE = 20;

/**
 * Shares of one as horizontal bars, a row each, on a common scale from 0 to 1.
 * @fires al-active number | null, the bar under the pointer
 */
export class Bars extends MarkedElement {
  static override css = css;
  static override properties = {
    ...MarkedElement.properties,
    bars: { attribute: false },
    stackable: { type: Boolean },
  };

  declare bars: readonly Bar[];
  /** Long labels stand above their bars where there is little room. */
  declare stackable: boolean;

  constructor() {
    super();
    this.stackable = false;
  }

  protected override render() {
    const { left, full, row } = this.#columns();
    const height = this.bars.length * row;
    return html`
      <svg class="bars" role="img" aria-label=${this.description}
        viewBox="0 0 ${this.width} ${height}" width=${grown(this.width, this)} height=${grown(height, this)}
        @pointerleave=${() => this.activate(undefined)}>
        ${this.bars.map(({ label, share, text }, index) => {
          const middle = (index + 1) * row - ROW / 2;
          const isAbove = left === 0;
          const top = middle - THICKNESS / 2;
          const length = Number.isFinite(share) ? full * Math.min(Math.max(share, 0), 1) : 0;
          return svg`
            <g class=${index === this.active ? 'bar active' : 'bar'}
              @pointerenter=${() => this.activate(index)}>
              <rect class="row" x="0" y=${index * row} width=${this.width} height=${row} rx="6" />
              <text class="label" x=${isAbove ? 0 : left - GAP} y=${isAbove ? middle - LABEL_LINE : middle} dy="0.34em"
                text-anchor=${isAbove ? 'start' : 'end'}>${label}</text>
              <rect class="track" x=${left} y=${top} width=${full} height=${THICKNESS} rx="3" />
              <rect class="fill" x=${left} y=${top} width=${length} height=${THICKNESS} rx="3" />
              <text class="number" x=${left + full + GAP} y=${middle} dy="0.34em">${text}</text>
            </g>`;
        })}
      </svg>`;
  }

  /** With little room the bars become short, never their texts. */
  #columns(): { left: number; full: number; row: number } {
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
    const full = Math.max(this.width - left - right, LEAST_BAR);
    if (!this.stackable || full >= LEAST_BESIDE) return { left, full, row: ROW };
    const number =
      longest(
        this.bars.map(({ text }) => text),
        measure,
      ) +
      2 * GAP;
    return { left: 0, full: Math.max(this.width - number, LEAST_BAR), row: ROW + LABEL_LINE };
  }
}

customElements.define('al-bars', Bars);

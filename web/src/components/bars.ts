// SPDX-License-Identifier: MIT
import { html, svg } from 'lit';
import css from './bars.css?inline';
import { MeasuredElement } from './measured-element.ts';
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

/**
 * Shares of one as horizontal bars, a row each, on a common scale from 0 to 1.
 * @fires al-active number | null, the bar under the pointer
 */
export class Bars extends MeasuredElement {
  static override css = css;
  static override properties = {
    ...MeasuredElement.properties,
    description: {},
    bars: { attribute: false },
    active: { attribute: false },
  };

  declare description: string;
  declare bars: readonly Bar[];
  declare active: number | undefined;

  protected override render() {
    const height = this.bars.length * ROW;
    const { left, full } = this.#columns();
    return html`
      <svg class="bars" role="img" aria-label=${this.description}
        viewBox="0 0 ${this.width} ${height}" width=${this.width} height=${height}
        @pointerleave=${() => this.#activate(undefined)}>
        ${this.bars.map(({ label, share, text }, index) => {
          const middle = index * ROW + ROW / 2;
          const top = middle - THICKNESS / 2;
          const length = Number.isFinite(share) ? full * Math.min(Math.max(share, 0), 1) : 0;
          return svg`
            <g class=${index === this.active ? 'bar active' : 'bar'}
              @pointerenter=${() => this.#activate(index)}>
              <rect class="row" x="0" y=${index * ROW} width=${this.width} height=${ROW} rx="6" />
              <text class="label" x=${left - GAP} y=${middle} dy="0.34em" text-anchor="end">${label}</text>
              <rect class="track" x=${left} y=${top} width=${full} height=${THICKNESS} rx="3" />
              <rect class="fill" x=${left} y=${top} width=${length} height=${THICKNESS} rx="3" />
              <text class="number" x=${left + full + GAP} y=${middle} dy="0.34em">${text}</text>
            </g>`;
        })}
      </svg>`;
  }

  /** With little room the bars become short, never their texts. */
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

  #activate(index: number | undefined): void {
    if (index === this.active) return;
    this.dispatchEvent(new CustomEvent('al-active', { detail: index, bubbles: true }));
  }
}

customElements.define('al-bars', Bars);

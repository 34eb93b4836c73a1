// SPDX-License-Identifier: MIT
import { html, svg } from 'lit';
import css from './bars.css?inline';
import { MeasuredElement } from './measured-element.ts';

export interface Bar {
  readonly label: string;
  /** Share in [0, 1]. */
  readonly share: number;
  /** The number beside the bar. */
  readonly text: string;
}

const ROW = 34;
const LABEL_WIDTH = 76;
const TEXT_WIDTH = 140;
const THICKNESS = 16;

/**
 * Shares of one as horizontal bars, a row each, on a common scale from 0 to 1.
 * @fires al-active number | undefined, the bar under the pointer
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
    const full = Math.max(this.width - LABEL_WIDTH - TEXT_WIDTH, 20);
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
              <text class="label" x=${LABEL_WIDTH - 10} y=${middle} dy="0.34em" text-anchor="end">${label}</text>
              <rect class="track" x=${LABEL_WIDTH} y=${top} width=${full} height=${THICKNESS} rx="3" />
              <rect class="fill" x=${LABEL_WIDTH} y=${top} width=${length} height=${THICKNESS} rx="3" />
              <text class="number" x=${LABEL_WIDTH + full + 10} y=${middle} dy="0.34em">${text}</text>
            </g>`;
        })}
      </svg>`;
  }

  #activate(index: number | undefined): void {
    if (index === this.active) return;
    this.dispatchEvent(new CustomEvent('al-active', { detail: index, bubbles: true }));
  }
}

customElements.define('al-bars', Bars);

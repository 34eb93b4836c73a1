// SPDX-License-Identifier: MIT
import { html, svg } from 'lit';
import { MeasuredElement } from '../../components/measured-element.ts';
import { grown } from '../../components/text-scale.ts';
import { longest, textMeasure } from '../../components/text-width.ts';

const FONT_SIZE = 14;
const GAP = 6;
const WIDEST = 64;
const TALLEST = 40;
const SWATCH = 14;
const LINE = 22;

/**
 * Shows a row of cells for each written word, with one cell for each word up to it. The colour of a cell shows whether
 * the key and the value of its word are computed in this step or reused from the KV cache.
 */
export class Staircase extends MeasuredElement {
  static override properties = {
    words: { attribute: false },
    shown: { type: Number },
    keeps: { type: Boolean },
    legend: { attribute: false },
  };

  declare words: readonly string[];
  /** The number of written words. */
  declare shown: number;
  /** Whether keys and values are cached. */
  declare keeps: boolean;
  declare legend: readonly [computed: string, kept: string];

  protected override render() {
    const { width, words } = this;
    const places = words.length;
    const measure = textMeasure(this, FONT_SIZE);
    const label = longest(words, measure) + 2 * GAP;
    const height = this.tallest ?? places * TALLEST;
    const tall = Math.min(height / places, TALLEST);
    const wide = Math.max(Math.min((width - label) / places, WIDEST), 4);
    const texts = longest(this.legend, measure);
    return html`
      <svg class="staircase" role="img" aria-label=${this.description} viewBox="0 0 ${width} ${height}"
        width=${grown(width, this)} height=${grown(height, this)}>
        <g aria-hidden="true">
          ${words.slice(0, this.shown).map(
            (word, i) => svg`
              <g class="staircase-row" transform="translate(0 ${i * tall})">
                ${words.slice(0, i + 1).map(
                  (_, j) => svg`
                    <rect class=${this.keeps && j < i ? 'kept' : 'computed'} x=${j * wide + 1} y="1"
                      width=${wide - 2} height=${tall - 2} rx="3" />`,
                )}
                <text x=${(i + 1) * wide + GAP} y=${tall / 2} dy="0.34em">${word}</text>
              </g>`,
          )}
          ${this.legend.map(
            (text, i) => svg`
              <g transform="translate(${width - texts - SWATCH - GAP} ${i * LINE})">
                <rect class=${i === 0 ? 'computed' : 'kept'} x="1" y="4" width=${SWATCH} height=${SWATCH} rx="3" />
                <text class="legend" x=${SWATCH + GAP} y=${4 + SWATCH / 2} dy="0.34em">${text}</text>
              </g>`,
          )}
        </g>
      </svg>`;
  }
}

customElements.define('al-staircase', Staircase);

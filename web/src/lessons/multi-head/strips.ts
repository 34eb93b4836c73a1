// SPDX-License-Identifier: MIT
import { html, nothing, svg } from 'lit';
import { MarkedElement } from '../../components/marked-element.ts';
import { grown } from '../../components/text-scale.ts';
import type { Matrix } from '../matrix.ts';

const LEFT = 28;
const GAP = 6;
const TALLEST_BAR = 22;

/**
 * Shows the steps of multi-head attention for one word: its vector, its query split into one strip for each head, the
 * weights of each head, the concatenated outputs, and the final output.
 * @fires al-active number | undefined, the index of the head under the pointer
 */
export class HeadStrips extends MarkedElement {
  static override properties = {
    vectors: { attribute: false },
    weights: { attribute: false },
    row: { type: Number },
  };

  /** Four vectors of the word: input, query, concatenated outputs, and final output. */
  declare vectors: readonly [Vector, Vector, Vector, Vector];
  /** The attention weights of each head. */
  declare weights: readonly Matrix[];
  /** The index of the word's row in each matrix. */
  declare row: number;

  protected override render() {
    const { width, weights } = this;
    const height = this.tallest ?? 300;
    const bar = Math.min(TALLEST_BAR, height * 0.08);
    const fan = height * 0.09;
    const left = (head: number) => LEFT + (head * (width - LEFT)) / weights.length;
    const heads = weights.map((_, head) => [left(head), left(head + 1) - GAP] as const);
    const tops = { q: bar + fan, maps: 2 * bar + fan + GAP };
    const room = height - 4 * bar - 2 * fan - 2 * GAP;
    const side = Math.min((heads[0]?.[1] ?? 0) - LEFT, room);
    const concat = tops.maps + room + GAP;
    const last = concat + bar + fan;
    const whole = [[LEFT, width - GAP]] as const;
    const [x, q, outputs, y] = this.vectors;
    return html`
      <svg class="head-strips" role="img" aria-label=${this.description} viewBox="0 0 ${width} ${height}"
        width=${grown(width, this)} height=${grown(height, this)} @pointerleave=${() => this.activate(undefined)}>
        <g aria-hidden="true">
          ${heads.map(([from, to], head) => fanOf([LEFT, width - GAP], [from, to], bar, tops.q, head === this.active, 'strips'))}
          ${fanOf(whole[0], whole[0], concat + bar, last, false, 'W_o')}
          ${strips(x, whole, 0, bar)} ${strips(q, heads, tops.q, bar, 'strips')}
          ${heads.map(([from, to], head) =>
            map(
              weights[head] ?? [],
              this.row,
              (from + to - side) / 2,
              tops.maps + (room - side) / 2,
              side,
            ),
          )}
          ${strips(outputs, heads, concat, bar, 'concat')} ${strips(y, whole, last, bar)}
          ${[
            ['x', bar / 2],
            ['q', tops.q + bar / 2],
            ['α', tops.maps + room / 2],
            ['o', concat + bar / 2],
            ['y', last + bar / 2],
          ].map(
            ([name, middle]) =>
              svg`<text class="strip-name" x="4" y=${middle} dy="0.34em">${name}</text>`,
          )}
          ${[
            ['W_Q', bar + fan / 2],
            ['W_O', last - fan / 2],
          ].map(
            ([name, middle]) =>
              svg`<text class="matrix-name" x=${LEFT + 4} y=${middle} dy="0.34em">${name}</text>`,
          )}
          ${heads.map(
            ([from, to], head) => svg`
              <rect class=${head === this.active ? 'head-column active' : 'head-column'} x=${from - GAP / 2} y=${tops.q - GAP / 2}
                width=${to - from + GAP} height=${concat + bar - tops.q + GAP} rx="6" @pointerenter=${() => this.activate(head)} />`,
          )}
        </g>
      </svg>`;
  }
}

type Vector = readonly number[];
type Range = readonly [from: number, to: number];

/** A vector as coloured cells, split into one strip for each range. */
function strips(
  vector: Vector,
  ranges: readonly Range[],
  top: number,
  height: number,
  term?: string,
) {
  const extreme = Math.max(Number.MIN_VALUE, ...vector.map(Math.abs));
  const count = vector.length / ranges.length;
  return ranges.map(([from, to], strip) => {
    const wide = (to - from) / count;
    const cells = vector.slice(strip * count, (strip + 1) * count).map(
      (entry, i) => svg`
        <rect class=${entry < 0 ? 'component negative' : 'component'} x=${from + i * wide} y=${top} width=${wide}
          height=${height} fill-opacity=${(Math.abs(entry) / extreme).toFixed(3)} />`,
    );
    return svg`
      <g data-term=${term ?? nothing}>${cells}
        <rect class="strip-edge" x=${from} y=${top} width=${to - from} height=${height} /></g>`;
  });
}

/** The weights of a head as a heat map. The word's row is framed. */
function map(weights: Matrix, row: number, left: number, top: number, side: number) {
  const cell = side / Math.max(weights.length, 1);
  return svg`
    <g data-term="weights">
      ${weights.map((own, i) =>
        own.map(
          (weight, j) => svg`
            <rect class="component" x=${left + j * cell} y=${top + i * cell} width=${cell} height=${cell}
              fill-opacity=${weight.toFixed(3)} />`,
        ),
      )}
      <rect class="strip-edge" x=${left} y=${top} width=${side} height=${side} />
      <rect class="map-row" x=${left} y=${top + row * cell} width=${side} height=${cell} />
    </g>`;
}

/**
 * Draws a multiplication by a matrix as a fan: every entry in the range `from` contributes to every entry in the range
 * `to`.
 */
const fanOf = (
  from: Range,
  to: Range,
  top: number,
  base: number,
  isActive: boolean,
  term: string,
) => svg`
  <polygon class=${isActive ? 'fan active' : 'fan'} data-term=${term}
    points="${from[0]},${top} ${from[1]},${top} ${to[1]},${base} ${to[0]},${base}" />`;

customElements.define('al-head-strips', HeadStrips);

// SPDX-License-Identifier: MIT
import { html, svg } from 'lit';
import { MeasuredElement } from './measured-element.ts';
import { grown } from './text-scale.ts';
import { textMeasure } from './text-width.ts';
import css from './to-scale.css?inline';

/** A rectangle whose width and height show two numbers, such as the numbers of columns and rows of a matrix. */
export interface Rectangle {
  /** The lines of text in the rectangle, of which the first is its name. */
  readonly lines: readonly string[];
  readonly width: number;
  readonly height: number;
  readonly kind: 'query' | 'key' | 'output';
}

const FONT_SIZE = 13;
/** The maximum ratio of the widths of bold and regular text. */
const BOLD = 1.15;
const LINE = 18;
const GAP = 20;
const MOST_SIDE = 400;
const LEAST_SIDE = 40;
/** Minimum side of a rectangle in px, because a thinner one would be invisible. */
const HAIR = 2;
const AIR = 4;

/**
 * Draws rectangles to the same scale, so that their areas can be compared. The outlines of squares of several sizes
 * (`outlines`) have the same lower left corner as the first rectangle. The other rectangles are beside them.
 */
export class ToScale extends MeasuredElement {
  static override css = css;
  static override properties = {
    first: { attribute: false },
    others: { attribute: false },
    outlines: { attribute: false },
  };

  declare first: Rectangle;
  declare others: readonly Rectangle[];
  /** The squares with their texts, sorted by size. The last and largest square determines the scale. */
  declare outlines: readonly { readonly side: number; readonly text: string }[];

  protected override render() {
    const { first, others, outlines, width, tallest = MOST_SIDE } = this;
    const measure = textMeasure(this, FONT_SIZE);
    const widthOf = ({ lines }: Rectangle) =>
      Math.max(...lines.map((text, i) => measure(text) * (i === 0 ? BOLD : 1)));
    const columns = others.map((one) => widthOf(one) + GAP);
    const room = columns.reduce((sum, column) => sum + column, 0);
    const top = LINE * Math.max(...[first, ...others].map(({ lines }) => lines.length)) + AIR;
    const height = Math.max(tallest, top + LEAST_SIDE + AIR);
    const side = Math.max(Math.min(width - room - 2 * AIR, height - top - AIR), LEAST_SIDE);
    const unit = side / (outlines.at(-1)?.side ?? 1);
    const ground = top + side;
    const lefts = others.map((_, i) => {
      const before = columns.slice(0, i).reduce((sum, column) => sum + column, 0);
      return AIR + Math.max(side, widthOf(first)) + GAP + before;
    });
    return html`
      <svg class="to-scale" role="img" aria-label=${this.description}
        viewBox="0 0 ${width} ${height}" width=${grown(width, this)} height=${grown(height, this)}>
        ${outlines.map(({ side: of, text }) => {
          const isFree =
            measure(text) + 2 * AIR < of * unit && first.height * unit < of * unit - LINE - AIR;
          return outline(of * unit, isFree ? text : '', ground);
        })}
        ${shape(first, unit, AIR, ground)}
        ${others.map((one, i) => shape(one, unit, lefts[i] ?? 0, ground))}
      </svg>`;
  }
}

const sized = (length: number, unit: number): number => Math.max(length * unit, HAIR);

/** Draws a square on the baseline, with its text in the upper right corner. */
function outline(side: number, text: string, ground: number) {
  return svg`
    <g class="outline" aria-hidden="true">
      <rect x=${AIR} y=${ground - side} width=${side} height=${side} />
      <text x=${side - AIR} y=${ground - side + LINE} text-anchor="end">${text}</text>
    </g>`;
}

/** Draws a rectangle on the baseline, with its texts at the top. */
function shape(
  { lines, kind, width, height }: Rectangle,
  unit: number,
  left: number,
  ground: number,
) {
  return svg`
    <g class="shape ${kind}">
      <rect x=${left} y=${ground - sized(height, unit)} width=${sized(width, unit)} height=${sized(height, unit)} />
      ${lines.map(
        (text, i) => svg`
          <text class=${i === 0 ? 'shape-label' : ''} x=${left} y=${(i + 1) * LINE - AIR}>${text}</text>`,
      )}
    </g>`;
}

customElements.define('al-to-scale', ToScale);

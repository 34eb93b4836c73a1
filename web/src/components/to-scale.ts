// SPDX-License-Identifier: MIT
import { html, svg } from 'lit';
import { MeasuredElement } from './measured-element.ts';
import { grown } from './text-scale.ts';
import { textMeasure } from './text-width.ts';
import css from './to-scale.css?inline';

/** A rectangle of so many units, such as the entries of a matrix. */
export interface Rectangle {
  readonly label: string;
  /** Below the label: how much it is. */
  readonly text: string;
  readonly width: number;
  readonly height: number;
  readonly kind: 'query' | 'key' | 'output';
}

const FONT_SIZE = 13;
/** How much wider a bold text is, at most. */
const BOLD = 1.15;
const LINE = 18;
const GAP = 28;
const MOST_SIDE = 400;
/** Thinner than this nothing would be seen. */
const HAIR = 2;
const AIR = 4;
const TEXTS = 2 * LINE + 2 * AIR;

/**
 * Rectangles in one scale, so that areas can be compared. The first stands in a frame of the largest that it can be, with
 * the outlines of some smaller ones; the others stand beside it.
 */
export class ToScale extends MeasuredElement {
  static override css = css;
  static override properties = {
    ...MeasuredElement.properties,
    first: { attribute: false },
    others: { attribute: false },
    outlines: { attribute: false },
  };

  declare first: Rectangle;
  declare others: readonly Rectangle[];
  /** Sides of squares in which the first one grows, with what they are called; the last is the frame. */
  declare outlines: readonly { readonly side: number; readonly text: string }[];

  protected override render() {
    const measure = textMeasure(this, FONT_SIZE);
    const columns = this.others.map(
      ({ label, text }) => Math.max(measure(label) * BOLD, measure(text)) + GAP,
    );
    const room = columns.reduce((sum, column) => sum + column, 0);
    const isBeside = room <= this.width / 2;
    const side = Math.min(this.width - (isBeside ? room : 0), MOST_SIDE) - 2 * AIR;
    const unit = side / (this.outlines.at(-1)?.side ?? 1);
    const ground = TEXTS + side;
    const tallest = Math.max(...this.others.map(({ height }) => sized(height, unit)));
    // With little room the others hang below the frame, under their texts.
    const top = isBeside ? 0 : ground + AIR;
    const height = isBeside ? ground + AIR : top + TEXTS + tallest + AIR;
    const placed = this.others.map((one, i) => {
      const before = columns.slice(0, i).reduce((sum, column) => sum + column, 0);
      const left = AIR + before + (isBeside ? side + GAP : 0);
      return shape(one, unit, left, top, isBeside ? ground - sized(one.height, unit) : top + TEXTS);
    });
    return html`
      <svg class="to-scale" role="img" aria-label=${this.description}
        viewBox="0 0 ${this.width} ${height}" width=${grown(this.width, this)} height=${grown(height, this)}>
        ${this.outlines.map(({ side: of, text }) => {
          const isFree =
            measure(text) + 2 * AIR < of * unit &&
            this.first.height * unit < of * unit - LINE - AIR;
          return outline(of * unit, isFree ? text : '', ground);
        })}
        ${shape(this.first, unit, AIR, 0, ground - sized(this.first.height, unit))} ${placed}
      </svg>`;
  }
}

const sized = (length: number, unit: number): number => Math.max(length * unit, HAIR);

/** A square on the ground, named in its upper right corner where there is room. */
function outline(side: number, text: string, ground: number) {
  return svg`
    <g class="outline" aria-hidden="true">
      <rect x=${AIR} y=${ground - side} width=${side} height=${side} />
      <text x=${side - AIR} y=${ground - side + LINE} text-anchor="end">${text}</text>
    </g>`;
}

/** A rectangle, and its two lines of text from `top` on. */
function shape(
  { label, text, kind, width, height }: Rectangle,
  unit: number,
  left: number,
  top: number,
  y: number,
) {
  return svg`
    <g class="shape ${kind}">
      <rect x=${left} y=${y} width=${sized(width, unit)} height=${sized(height, unit)} />
      <text class="shape-label" x=${left} y=${top + LINE - AIR}>${label}</text>
      <text x=${left} y=${top + 2 * LINE - AIR}>${text}</text>
    </g>`;
}

customElements.define('al-to-scale', ToScale);

// SPDX-License-Identifier: MIT
import { html, nothing, svg } from 'lit';
import legendCss from './legend.css?inline';
import { linearScale } from './linear-scale.ts';
import { MarkedElement } from './marked-element.ts';
import css from './paired-bars.css?inline';
import { grown } from './text-scale.ts';
import { longest, textMeasure } from './text-width.ts';

/** Two numbers that share a label. A number that is not finite has a text but no bar. */
export interface BarPair {
  readonly label: string;
  readonly values: readonly [first: number, second: number];
  readonly texts: readonly [first: string, second: string];
}

const ROW = 46;
const THICKNESS = 13;
const BETWEEN = 4;
const AXIS = 24;
const GAP = 10;
const FONT_SIZE = 13;
const LEAST_LABEL = 34;
const LEAST_NUMBER = 92;
const LEAST_BAR = 8;
const TIP = 7;
/** The ends of the axis are multiples of this number, so that they do not change in every frame of a drag. */
const AXIS_STEP = 0.5;
/**
 * Limit for the absolute value of both ends of the axis, because one large number would otherwise make all other bars
 * too short.
 */
const FARTHEST = 3;

type Interval = readonly [low: number, high: number];

/** The interval of the axis: [0, 1], extended to contain all numbers, but only up to ±FARTHEST. */
function axisOf(pairs: readonly BarPair[]): Interval {
  const finite = pairs.flatMap(({ values }) => values).filter(Number.isFinite);
  const low = Math.floor(Math.min(0, ...finite) / AXIS_STEP) * AXIS_STEP;
  const high = Math.ceil(Math.max(1, ...finite) / AXIS_STEP) * AXIS_STEP;
  return [Math.max(low, -FARTHEST), Math.min(high, FARTHEST)];
}

/**
 * Shows two series of numbers as horizontal bars from zero on a common axis, with one pair per row. A bar that exceeds
 * the axis ends in an arrow, and its number is beside it.
 * @fires al-active number | undefined, the index of the row under the pointer
 */
export class PairedBars extends MarkedElement {
  static override css = `${legendCss}${css}`;
  static override properties = {
    ...MarkedElement.properties,
    legend: { attribute: false },
    pairs: { attribute: false },
    format: { attribute: false },
  };

  declare legend: readonly [first: string, second: string];
  declare pairs: readonly BarPair[];
  declare format: (x: number) => string;

  protected override render() {
    const height = this.pairs.length * ROW + AXIS;
    return html`
      <ul class="plot-legend">
        ${this.legend.map(
          (name, i) => html`
            <li>
              <svg width="22" height="13" aria-hidden="true">
                <rect class=${classOf(i)} x="1" y="1" width="20" height="11" rx="2" />
              </svg>${name}
            </li>`,
        )}
      </ul>
      <svg class="paired-bars" role="img" aria-label=${this.description}
        viewBox="0 0 ${this.width} ${height}" width=${grown(this.width, this)} height=${grown(height, this)}
        @pointerleave=${() => this.activate(undefined)}>
        ${this.#renderRows()}
      </svg>`;
  }

  #renderRows() {
    const interval = axisOf(this.pairs);
    const { left, right } = this.#columns();
    const scale = linearScale(interval, [left, right]);
    const x = (value: number) => Math.min(Math.max(scale(value), left), right);
    const bottom = this.pairs.length * ROW;
    const ticks = scale.ticks(right - left < 160 ? 2 : 4);
    return [
      this.pairs.map(
        (_, i) => svg`
          <g class=${i === this.active ? 'active' : ''} @pointerenter=${() => this.activate(i)}>
            <rect class="row" x="0" y=${i * ROW} width=${this.width} height=${ROW} rx="6" />
          </g>`,
      ),
      ticks.map(
        (tick) => svg`
          <line class=${tick === 0 ? 'zero' : 'grid'} x1=${x(tick)} x2=${x(tick)} y1="0" y2=${bottom} pointer-events="none" />
          <text class="tick-label" x=${x(tick)} y=${bottom + 17} text-anchor="middle" aria-hidden="true">${this.format(tick)}</text>`,
      ),
      this.pairs.map(({ label, values, texts }, i) => {
        const middle = i * ROW + ROW / 2;
        return svg`
          <g class=${i === this.active ? 'bar active' : 'bar'} pointer-events="none">
            <text class="label" x=${left - GAP} y=${middle} dy="0.34em" text-anchor="end">${label}</text>
            ${[0, 1].map((series) => {
              const y = series === 0 ? middle - BETWEEN / 2 - THICKNESS : middle + BETWEEN / 2;
              const value = values[series] as number;
              return svg`
                ${Number.isFinite(value) ? bar(value, y, x, interval, series) : nothing}
                <text class=${series === 0 ? 'number first' : 'number second'} x=${right + GAP}
                  y=${y + THICKNESS / 2} dy="0.34em">${texts[series]}</text>`;
            })}
          </g>`;
      }),
    ];
  }

  #columns(): { left: number; right: number } {
    const measure = textMeasure(this, FONT_SIZE);
    const labels = this.pairs.map(({ label }) => label);
    const numbers = this.pairs.flatMap(({ texts }) => texts);
    const left = Math.max(longest(labels, measure) + GAP, LEAST_LABEL);
    const room = Math.max(longest(numbers, measure) + GAP, LEAST_NUMBER);
    return { left, right: Math.max(this.width - room, left + LEAST_BAR) };
  }
}

const classOf = (series: number): string => (series === 0 ? 'bar-first' : 'bar-second');

function bar(
  value: number,
  y: number,
  x: (value: number) => number,
  [low, high]: Interval,
  series: number,
) {
  const [zero, end] = [x(0), x(value)];
  const isCut = value < low || value > high;
  const way = Math.sign(value) * Math.min(TIP, Math.abs(end - zero));
  const middle = y + THICKNESS / 2;
  if (isCut)
    return svg`<path class=${classOf(series)}
      d="M${zero} ${y}H${end - way}L${end} ${middle}L${end - way} ${y + THICKNESS}H${zero}Z" />`;
  return svg`<rect class=${classOf(series)} x=${Math.min(zero, end)} y=${y}
    width=${Math.abs(end - zero)} height=${THICKNESS} />`;
}

customElements.define('al-paired-bars', PairedBars);

// SPDX-License-Identifier: MIT
import { html, nothing, type PropertyValues, svg } from 'lit';
import { guard } from 'lit/directives/guard.js';
import framedCss from '../../components/framed-plot.css?inline';
import { type LinearScale, linearScale } from '../../components/linear-scale.ts';
import { MeasuredElement } from '../../components/measured-element.ts';
import { Motion } from '../../components/motion.ts';
import { grown } from '../../components/text-scale.ts';

/** A histogram with an axis of its own. */
export interface Spread {
  readonly id: string;
  readonly name: string;
  readonly edges: ArrayLike<number>;
  /** For each bin, its share of all draws. */
  readonly shares: readonly number[];
  /** The normal curve with the expected mean and variance: for each place, the share of draws in a bin there. */
  readonly expected: Curve | undefined;
  /** A reference distribution, and its name for the legend. */
  readonly reference: (Curve & { readonly name: string }) | undefined;
  /**
   * The interval from one standard deviation below the mean to one above it, and the height of the normal curve at its
   * ends.
   */
  readonly deviation: { readonly from: number; readonly to: number; readonly share: number };
  readonly label: string;
  /** The axis extends from −half to half. */
  readonly half: number;
  /** A note below the axis. Empty if `half` has its default. */
  readonly note: string;
}

export interface Curve {
  readonly places: readonly number[];
  readonly shares: readonly number[];
}

const SIDE = 16;
const NAME_HEIGHT = 20;
const TICK_HEIGHT = 22;
const GAP = 4;
const LEAST_BAR = 1.5;
const LABEL_ROOM = 72;
const REFERENCE_ROOM = 56;

const tenth = (x: number): number => Math.round(x * 10) / 10;

const USUAL_HEIGHT = 300;

/**
 * Shows histograms one above the other. The bin width is a fraction of the standard deviation, so a larger deviation
 * makes a histogram wider, not lower. A change of an axis is animated.
 */
export class SpreadPlot extends MeasuredElement {
  static override css = framedCss;
  static override properties = {
    spreads: { attribute: false },
    peak: { type: Number },
    format: { attribute: false },
  };

  declare spreads: readonly Spread[];
  /** The share of all draws that corresponds to the top of the histograms. */
  declare peak: number;
  declare format: (x: number) => string;

  readonly #motion = new Motion(this);

  protected override willUpdate(_changed: PropertyValues): void {
    this.#motion.to(this.spreads.map(({ half }) => half));
  }

  protected override render() {
    const { width, tallest: height = USUAL_HEIGHT, spreads } = this;
    const room = (height + GAP) / spreads.length;
    return html`
      <svg class="framed spread" role="img" aria-label=${this.description}
        viewBox="0 0 ${width} ${height}" width=${grown(width, this)} height=${grown(height, this)}>
        ${spreads.map((spread, i) => this.#renderSpread(spread, this.#motion.now[i] ?? spread.half, i * room, room - GAP))}
      </svg>`;
  }

  #renderSpread(spread: Spread, half: number, top: number, height: number) {
    const { width } = this;
    const x = linearScale([-half, half], [SIDE, width - SIDE]);
    const [high, bottom] = [top + NAME_HEIGHT, top + height - TICK_HEIGHT];
    const y = linearScale([0, this.peak], [bottom, high]);
    const { expected, reference } = spread;
    return svg`
      <g class="spread-row" data-spread=${spread.id} data-term=${spread.id}>
        <rect class="spread-ground" x="0" y=${top} width=${width} height=${height - TICK_HEIGHT} rx="6" />
        ${guard([half, width, bottom, this.format(0.5)], () => this.#renderAxis(x, bottom))}
        <svg x=${SIDE} y=${high} width=${width - 2 * SIDE} height=${bottom - high}
          viewBox="${SIDE} ${high} ${width - 2 * SIDE} ${bottom - high}">
          <path class="spread-bars" d=${barPath(spread, x, y, high)} />
          ${expected && svg`<path class="spread-expected" d=${curvePath(expected, x, y)} />`}
          ${reference && svg`<path class="spread-reference" d=${curvePath(reference, x, y)} />`}
        </svg>
        <text class="spread-name" x="0" y=${top + 15}>${spread.name}</text>
        ${this.#renderCorner(spread, top)}
        ${expected && this.#renderDeviation(spread, x, y)}
      </g>`;
  }

  #renderAxis(x: LinearScale, bottom: number) {
    const ticks = x.ticks(Math.max(3, Math.min(9, this.width / 60)));
    return svg`
      <g class="axes" aria-hidden="true">
        <line class="axis" x1=${SIDE} x2=${this.width - SIDE} y1=${bottom} y2=${bottom} />
        ${ticks.map(
          (tick) => svg`
            <line class="tick" x1=${x(tick)} x2=${x(tick)} y1=${bottom} y2=${bottom + 4} />
            <text x=${x(tick)} y=${bottom + 17} text-anchor="middle">${this.format(tick)}</text>`,
        )}
      </g>`;
  }

  #renderCorner({ note, reference }: Spread, top: number) {
    const right = this.width;
    if (note)
      return svg`<text class="spread-note" x=${right} y=${top + 15} text-anchor="end">${note}</text>`;
    if (reference === undefined) return nothing;
    return svg`
      <g aria-hidden="true">
        <text x=${right} y=${top + 15} text-anchor="end">${reference.name}</text>
        <path class="spread-reference" d="M${right - REFERENCE_ROOM - 26} ${top + 11}h26" />
      </g>`;
  }

  #renderDeviation({ deviation, label }: Spread, x: LinearScale, y: LinearScale) {
    const [left, right] = [SIDE, this.width - SIDE];
    const [from, to] = [Math.max(x(deviation.from), left), Math.min(x(deviation.to), right)];
    const height = tenth(y(deviation.share));
    const isBeside = to + LABEL_ROOM <= right;
    return svg`
      <g class="spread-deviation" aria-hidden="true">
        <path d="M${tenth(from)} ${height - 4}v8m0 -4H${tenth(to)}m0 -4v8" />
        ${
          isBeside
            ? svg`<text class="beside" x=${tenth(to + 7)} y=${height + 5}>${label}</text>`
            : svg`<text x=${tenth(to - 7)} y=${height + 18} text-anchor="end">${label}</text>`
        }
      </g>`;
  }
}

function barPath({ edges, shares }: Spread, x: LinearScale, y: LinearScale, top: number): string {
  const bottom = y(0);
  return shares
    .map((share, i) => {
      if (share === 0) return '';
      const [low, high] = [x(edges[i] as number), x(edges[i + 1] as number)];
      // Between bars that are wide enough, there is a gap of one pixel.
      const end = Math.max(high - low > 4 ? high - 1 : high, low + LEAST_BAR);
      return `M${tenth(low)} ${bottom}V${tenth(Math.max(y(share), top))}H${tenth(end)}V${bottom}Z`;
    })
    .join('');
}

const curvePath = ({ places, shares }: Curve, x: LinearScale, y: LinearScale): string =>
  `M${places.map((place, i) => `${tenth(x(place))} ${tenth(y(shares[i] ?? 0))}`).join('L')}`;

customElements.define('al-spread-plot', SpreadPlot);

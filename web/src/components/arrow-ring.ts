// SPDX-License-Identifier: MIT
import { html, svg } from 'lit';
import css from './arrow-ring.css?inline';
import { MeasuredElement } from './measured-element.ts';
import { grown } from './text-scale.ts';
import { headPath } from './vector-geometry.ts';

interface Place {
  readonly x: number;
  readonly y: number;
}

const WIDEST = 440;
const NODE = 24;
/** Radius in px of a node if the figure is lower than LOW. */
const SMALL_NODE = 17;
const LOW = 240;
/** Margin in px of the figure, so that the outlines of the outer nodes are not clipped. */
const EDGE = 4;
/** Space in px below the lowest nodes, for the label of an arrow. */
const BELOW = 26;
/** Distance in px between a node and the end of an arrow. */
const GAP = 5;
/** Curvature of an arrow: distance of the control point from the straight line, as a share of the arrow's length. */
const BEND = 0.16;
const HEAD = 11;
const LEAST_STROKE = 1.5;
const STROKE_GROWTH = 6;
/**
 * Position of the label along an arrow, as a share of its length. Arrows to the previous node (`back`) are inside the
 * ring, where labels at the middle of the arrows would overlap. So these labels are nearer to the start.
 */
const LABEL_AT = { onward: 0.5, back: 0.34 };
const LABEL_AWAY = { onward: 12, back: 9 };

/**
 * Shows nodes in a ring, connected by arrows whose width grows with the weight. Arrows to the next node run clockwise
 * outside the ring, arrows to the previous node run inside. For each node, the arrow with the larger weight is marked:
 * solid to the next node, dashed to the previous one. If both weights are equal, neither is marked.
 */
export class ArrowRing extends MeasuredElement {
  static override css = css;
  static override properties = {
    names: { attribute: false },
    weights: { attribute: false },
    strongest: { attribute: false },
    format: { attribute: false },
  };

  declare names: readonly string[];
  /** `weights[i][j]` is the weight of the arrow from node i to node j, from 0 to 1. */
  declare weights: readonly (readonly number[])[];
  /** For each node i, the index of the node to which its arrow with the largest weight leads. Undefined for a tie. */
  declare strongest: readonly (number | undefined)[];
  declare format: (x: number) => string;

  protected override render() {
    const width = Math.min(this.width, WIDEST);
    const count = this.names.length;
    const angles = this.names.map((_, i) => (2 * Math.PI * i) / count - Math.PI / 2);
    const reach = Math.max(...angles.map((angle) => Math.abs(Math.cos(angle))));
    const tallest = this.tallest ?? Number.POSITIVE_INFINITY;
    const node = tallest < LOW ? SMALL_NODE : NODE;
    const lowest = Math.max(...angles.map((angle) => Math.sin(angle)));
    const radius = Math.min(
      (width / 2 - node - EDGE) / reach,
      (tallest - 2 * node - EDGE - BELOW) / (1 + lowest),
    );
    const places = angles.map(
      (angle): Place => ({
        x: width / 2 + radius * Math.cos(angle),
        y: node + EDGE + radius + radius * Math.sin(angle),
      }),
    );
    const height = Math.max(...places.map(({ y }) => y)) + node + BELOW;
    const order = this.names.flatMap((_, i) => this.names.map((__, j) => [i, j] as const));
    const isStrongest = ([i, j]: readonly [number, number]) => this.strongest[i] === j;
    const arrows = order
      .filter(([i, j]) => i !== j)
      .sort((a, b) => Number(isStrongest(a)) - Number(isStrongest(b)));
    return html`
      <svg class="arrow-ring" role="img" aria-label=${this.description}
        viewBox="0 0 ${width} ${height}" width=${grown(width, this)} height=${grown(height, this)}>
        <g aria-hidden="true">
          ${arrows.map(([i, j]) => this.#renderArrow(i, j, places, node))}
          ${this.names.map((name, i) => {
            const { x, y } = places[i] as Place;
            return svg`
              <circle class="ring-node" cx=${x} cy=${y} r=${node} />
              <text class="ring-name" x=${x} y=${y} dy="0.35em" text-anchor="middle">${name}</text>`;
          })}
        </g>
      </svg>`;
  }

  #renderArrow(i: number, j: number, places: readonly Place[], node: number) {
    const [from, to] = [places[i] as Place, places[j] as Place];
    const weight = this.weights[i]?.[j] ?? 0;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    // The control point of the curve is to the left of the arrow's direction. So arrows to the next node curve
    // outwards, and arrows to the previous node inwards.
    const control = {
      x: (from.x + to.x) / 2 + dy * BEND,
      y: (from.y + to.y) / 2 - dx * BEND,
    };
    const start = towards(from, control, node + GAP);
    const tip = towards(to, control, node + GAP);
    const end = towards(tip, control, HEAD - 1);
    const head = headPath([control.x, control.y], [tip.x, tip.y], {
      length: HEAD,
      half: 5 + (STROKE_GROWTH * weight) / 2,
    });
    const way = j === (i + 1) % places.length ? 'onward' : 'back';
    const length = Math.hypot(dx, dy);
    const [leftX, leftY] = [dy / length, -dx / length];
    const at = (a: number, b: number, c: number, share: number) =>
      a * (1 - share) ** 2 + 2 * b * share * (1 - share) + c * share ** 2;
    const label = {
      x: at(start.x, control.x, tip.x, LABEL_AT[way]) + leftX * LABEL_AWAY[way],
      y: at(start.y, control.y, tip.y, LABEL_AT[way]) + leftY * LABEL_AWAY[way],
    };
    const anchor = Math.abs(leftX) < 0.3 ? 'middle' : leftX > 0 ? 'start' : 'end';
    const kind = this.strongest[i] === j ? `strongest ${way}` : 'weaker';
    return svg`
      <g class=${kind}>
        <path class="ring-arrow" stroke-width=${LEAST_STROKE + STROKE_GROWTH * weight}
          d="M${start.x} ${start.y} Q${control.x} ${control.y} ${end.x} ${end.y}" />
        <path class="ring-head" d=${head?.path ?? ''} />
        <text class="ring-weight" x=${label.x} y=${label.y} dy=${`${0.35 + 0.4 * leftY}em`} text-anchor=${anchor}>${this.format(weight)}</text>
      </g>`;
  }
}

/** The point on the line from `from` to `to` at this distance from `from`. */
function towards(from: Place, to: Place, distance: number): Place {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  return {
    x: from.x + ((to.x - from.x) * distance) / length,
    y: from.y + ((to.y - from.y) * distance) / length,
  };
}

customElements.define('al-arrow-ring', ArrowRing);

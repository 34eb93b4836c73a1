// SPDX-License-Identifier: MIT
import { html, svg } from 'lit';
import css from './arrow-ring.css?inline';
import { MeasuredElement } from './measured-element.ts';
import { grown } from './text-scale.ts';

interface Place {
  readonly x: number;
  readonly y: number;
}

const WIDEST = 440;
const NODE = 24;
/** Left free around the picture, for the nodes' own lines. */
const EDGE = 4;
/** Between a node's edge and an arrow's ends. */
const GAP = 5;
/** How far an arrow bends away from the straight line, as a share of its length. */
const BEND = 0.16;
const HEAD = 11;
const LEAST_STROKE = 1.5;
const STROKE_GROWTH = 6;
/** Where along an arrow its label stands: those inside near their start, where each has a corner alone. */
const LABEL_AT = { onward: 0.5, back: 0.34 };
const LABEL_AWAY = { onward: 12, back: 9 };

/**
 * What things in a ring give each other, as arrows whose width grows with the weight. Arrows to the
 * next one run outside, clockwise, and arrows to the one before inside. The strongest of each is
 * marked: onward solid, back dashed; where two are equal none is.
 */
export class ArrowRing extends MeasuredElement {
  static override css = css;
  static override properties = {
    ...MeasuredElement.properties,
    names: { attribute: false },
    weights: { attribute: false },
    strongest: { attribute: false },
    format: { attribute: false },
  };

  declare names: readonly string[];
  /** Row i: what thing i gives each, in [0, 1]. */
  declare weights: readonly (readonly number[])[];
  /** To which each gives most; undefined where that is not one alone. */
  declare strongest: readonly (number | undefined)[];
  declare format: (x: number) => string;

  protected override render() {
    const width = Math.min(this.width, WIDEST);
    const count = this.names.length;
    const angles = this.names.map((_, i) => (2 * Math.PI * i) / count - Math.PI / 2);
    const reach = Math.max(...angles.map((angle) => Math.abs(Math.cos(angle))));
    const radius = (width / 2 - NODE - EDGE) / reach;
    const places = angles.map(
      (angle): Place => ({
        x: width / 2 + radius * Math.cos(angle),
        y: NODE + EDGE + radius + radius * Math.sin(angle),
      }),
    );
    const height = Math.max(...places.map(({ y }) => y)) + NODE + 26;
    const order = this.names.flatMap((_, i) => this.names.map((__, j) => [i, j] as const));
    const isStrongest = ([i, j]: readonly [number, number]) => this.strongest[i] === j;
    const arrows = order
      .filter(([i, j]) => i !== j)
      .sort((a, b) => Number(isStrongest(a)) - Number(isStrongest(b)));
    return html`
      <svg class="arrow-ring" role="img" aria-label=${this.description}
        viewBox="0 0 ${width} ${height}" width=${grown(width, this)} height=${grown(height, this)}>
        <g aria-hidden="true">
          ${arrows.map(([i, j]) => this.#renderArrow(i, j, places))}
          ${this.names.map((name, i) => {
            const { x, y } = places[i] as Place;
            return svg`
              <circle class="ring-node" cx=${x} cy=${y} r=${NODE} />
              <text class="ring-name" x=${x} y=${y} dy="0.35em" text-anchor="middle">${name}</text>`;
          })}
        </g>
      </svg>`;
  }

  #renderArrow(i: number, j: number, places: readonly Place[]) {
    const [from, to] = [places[i] as Place, places[j] as Place];
    const weight = this.weights[i]?.[j] ?? 0;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    // To the left of its way: outwards for the next one, inwards for the one before.
    const control = {
      x: (from.x + to.x) / 2 + dy * BEND,
      y: (from.y + to.y) / 2 - dx * BEND,
    };
    const start = towards(from, control, NODE + GAP);
    const tip = towards(to, control, NODE + GAP);
    const end = towards(tip, control, HEAD - 1);
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
        <path class="ring-head" d=${headPath(tip, control, HEAD, 5 + (STROKE_GROWTH * weight) / 2)} />
        <text class="ring-weight" x=${label.x} y=${label.y} dy=${`${0.35 + 0.4 * leftY}em`} text-anchor=${anchor}>${this.format(weight)}</text>
      </g>`;
  }
}

/** The place at a distance from `from`, on the way to `to`. */
function towards(from: Place, to: Place, distance: number): Place {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  return {
    x: from.x + ((to.x - from.x) * distance) / length,
    y: from.y + ((to.y - from.y) * distance) / length,
  };
}

/** A triangle whose tip is where an arrow from `behind` ends. */
function headPath(tip: Place, behind: Place, length: number, half: number): string {
  const base = towards(tip, behind, length);
  const across = { x: (tip.y - base.y) / length, y: (base.x - tip.x) / length };
  const corner = (side: number) =>
    `${base.x + across.x * half * side} ${base.y + across.y * half * side}`;
  return `M${tip.x} ${tip.y} L${corner(1)} L${corner(-1)} Z`;
}

customElements.define('al-arrow-ring', ArrowRing);

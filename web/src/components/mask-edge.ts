// SPDX-License-Identifier: MIT
import { svg } from 'lit';
import { type HandleWords, renderHandle } from './handle-mark.ts';
import type { HeatLayout } from './heat-map-layout.ts';

/**
 * A new position of an edge (the end of the visible keys in a row): `value` keys are before the edge `index`. `final`
 * is false during a drag.
 */
export interface EdgeMove {
  readonly index: number;
  readonly value: number;
  readonly final: boolean;
}

const GRIP = { width: 10, height: 30 };

/** Maximum horizontal distance in px at which a press selects an edge. */
export const EDGE_REACH = 14;

interface Edge {
  readonly x: number;
  readonly top: number;
  readonly height: number;
}

/**
 * The position of an edge in px. If there is only one edge, it extends over all rows; otherwise each row has its own.
 */
export function edgeAt(
  { left, top, side, tall, rows }: HeatLayout,
  edges: readonly number[],
  index: number,
): Edge {
  const height = edges.length === 1 ? tall * rows.length : tall;
  return { x: left + (edges[index] ?? 0) * side, top: top + index * tall, height };
}

export function renderEdge({ x, top, height }: Edge, words: HandleWords) {
  const grip = Math.min(GRIP.height, height - 8);
  return renderHandle(
    'mask-edge',
    words,
    svg`
      <rect class="reach" x=${x - EDGE_REACH} y=${top} width=${2 * EDGE_REACH} height=${height} />
      <path class="line" d="M${x} ${top + 1}V${top + height - 1}" />
      <rect class="grip" x=${x - GRIP.width / 2} y=${top + (height - grip) / 2} width=${GRIP.width} height=${grip} rx=${GRIP.width / 2} />`,
  );
}

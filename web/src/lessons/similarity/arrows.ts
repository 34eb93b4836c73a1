// SPDX-License-Identifier: MIT
// A query and two keys in the plane, compared in every way; and where the angle misleads.
import type { Engine, Tensor } from '../../engine/index.ts';
import { PLANE_RANGE, type State } from './state.ts';

/** What the engine says of one key beside the query. */
export interface KeyReading {
  readonly length: number;
  /** NaN where an arrow has no length and so no direction. */
  readonly degrees: number;
  readonly dot: number;
  readonly cosine: number;
  /** The dot product over √d_k, here √2. */
  readonly scaled: number;
}

/** Keys on an even grid over the plane, row by row from the lower left. */
export interface Region {
  /** Points along each side. */
  readonly side: number;
  /** Above 0 where a key has the larger angle than k, and the larger score still. */
  readonly levels: Float64Array;
}

export interface Arrows {
  readonly queryLength: number;
  readonly key: KeyReading;
  readonly other: KeyReading;
  readonly region: Region;
}

/** Points of the grid along each side: one every 0.3. */
const SIDE = 41;

const { min, max } = PLANE_RANGE;
const GRID = Float64Array.from({ length: 2 * SIDE * SIDE }, (_, i) => {
  const point = Math.floor(i / 2);
  const place = i % 2 === 0 ? point % SIDE : Math.floor(point / SIDE);
  return min + ((max - min) * place) / (SIDE - 1);
});

const row = (vector: readonly number[]): Tensor => ({ shape: [1, 2], data: vector });

/** Both keys and the grid are compared with the query in one call, and once more over √d_k. */
export function computeArrows(state: State, engine: Engine, last?: Region): Arrows {
  const { precision, query, key, other } = state;
  const queries = row(query);
  const drawn = { shape: [2, 2], data: [...key, ...other] };
  const points = last === undefined ? 2 + SIDE * SIDE : 2;
  const data = new Float64Array(2 * points);
  data.set(drawn.data);
  if (last === undefined) data.set(GRID, drawn.data.length);
  const found = engine.angles({ precision, queries, keys: { shape: [points, 2], data } });
  const scaled = engine.scaledDotScores({ precision, queries, keys: drawn, divisor: 'sqrt_dk' });
  const reading = (i: number): KeyReading => ({
    length: found.keyLengths.data[i] as number,
    degrees: found.degrees.data[i] as number,
    dot: found.dots.data[i] as number,
    cosine: found.cosines.data[i] as number,
    scaled: scaled.data[i] as number,
  });
  // Over √d_k nothing changes places, so the region is that of the dot product.
  const scores = state.measure === 'cosine' ? found.cosines : found.dots;
  return {
    queryLength: found.queryLengths.data[0] as number,
    key: reading(0),
    other: reading(1),
    region: last ?? regionOf(found.degrees.data, scores.data),
  };
}

/** How far each point of the grid lies beyond the first key, in angle and in score alike. */
function regionOf(degrees: ArrayLike<number>, scores: ArrayLike<number>): Region {
  const levels = Float64Array.from({ length: SIDE * SIDE }, (_, i) => {
    const wider = (degrees[i + 2] as number) - (degrees[0] as number);
    const higher = (scores[i + 2] as number) - (scores[0] as number);
    return Math.min(wider, higher);
  });
  return { side: SIDE, levels };
}

// SPDX-License-Identifier: MIT
// A head with two components: a key is a point in the plane, and a query is a direction. The key farthest in this
// direction has the largest score, so only corners of the keys' convex hull can have the largest score.
import type { Engine, SentenceModel } from '../../engine/index.ts';
import { type Matrix, rowsOf } from '../matrix.ts';

type Point = readonly number[];

const WIDTH = 2;

/** Twice the signed area of the triangle abc: positive if the path a, b, c turns to the left. */
const area = ([ax = 0, ay = 0]: Point, [bx = 0, by = 0]: Point, [cx = 0, cy = 0]: Point): number =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);

/** The corners of the convex hull of points, as indices, by Andrew's monotone chain. */
export function cornersOf(points: Matrix): readonly number[] {
  const at = (i: number | undefined): Point => points[i ?? -1] ?? [];
  const order = [...points.keys()].sort(
    (i, j) => (at(i)[0] ?? 0) - (at(j)[0] ?? 0) || (at(i)[1] ?? 0) - (at(j)[1] ?? 0),
  );
  const chain = (indices: readonly number[]) => {
    const kept: number[] = [];
    for (const i of indices) {
      while (kept.length > 1 && area(at(kept.at(-2)), at(kept.at(-1)), at(i)) <= 0) kept.pop();
      kept.push(i);
    }
    return kept.slice(0, -1);
  };
  return points.length < 2 ? [...points.keys()] : [...chain(order), ...chain(order.toReversed())];
}

/** The keys and a query of a head with two components. The trained model's matrices are cut into heads so narrow. */
export function keysOf(
  model: SentenceModel,
  words: readonly string[],
  place: { readonly layer: number; readonly head: number; readonly from: number },
) {
  const [, width = 0] = model.embeddings.shape;
  const heads = width / WIDTH;
  const { stages } = model.stages(words, place.layer, heads);
  const keys = rowsOf(stages.headKeys, place.head);
  const query = rowsOf(stages.headQueries, place.head)[place.from] ?? [];
  return {
    /** The number of heads into which the matrices are cut, and the number of components in each. */
    ...{ heads, width: WIDTH },
    /** The keys of all words, and the query of the chosen word. */
    ...{ keys, query },
    /** The words whose keys are corners of the hull, counted from 0, in their order around it. */
    corners: cornersOf(keys),
  };
}

/**
 * The scores of the turned query, the word with the largest score (`first`), and the number of words that have the
 * largest score at some angle (`reachable`).
 * @param turn  the angle in degrees by which the query is turned
 */
export function turnedBy(engine: Engine, found: ReturnType<typeof keysOf>, turn: number) {
  const [x = 0, y = 0] = found.query;
  const angle = (turn * Math.PI) / 180;
  const query = [
    x * Math.cos(angle) - y * Math.sin(angle),
    x * Math.sin(angle) + y * Math.cos(angle),
  ];
  const { data } = engine.scaledDotScores({
    ...{ precision: 'float64', divisor: 'sqrt_dk' },
    queries: { shape: [1, WIDTH], data: query },
    keys: { shape: [found.keys.length, WIDTH], data: found.keys.flat() },
  });
  const scores = [...data];
  const first = scores.indexOf(Math.max(...scores));
  return { ...found, query, scores, first, reachable: found.corners.length };
}

// SPDX-License-Identifier: MIT
import type { Engine, Precision, Tensor } from '../../engine/index.ts';
import { kept } from '../on-demand.ts';
import type { Computed } from '../scene.ts';
import { gridOf, KEYS, mapOf, type PlaneMap, winnersIn } from './plane-map.ts';
import { KEY_COUNT, type PlaneState, QUERY_COUNT } from './state.ts';

export type PlaneInput = PlaneState & { readonly precision: Precision };

type Pair = readonly [first: number, second: number];

/** The results of all steps of the computation for one query and all keys. */
export interface QueryStages {
  readonly scores: readonly number[];
  /** The scores divided by the divisor that the state selects. */
  readonly logits: readonly number[];
  readonly weights: readonly number[];
  /** The predicted weight in kg and height in cm. */
  readonly output: Pair;
  /** The indices of the keys with the largest score. Several if they tie. */
  readonly winners: readonly number[];
  /** Frobenius norm of the Jacobian of softmax at these logits. */
  readonly jacobianNorm: number;
}

export interface PlaneNumbers {
  readonly queries: readonly QueryStages[];
  /** Q Kᵀ, of shape (2, 3). */
  readonly dots: readonly (readonly number[])[];
  /** Q Kᵀ V without softmax, of shape (2, 2). */
  readonly product: readonly (readonly number[])[];
  readonly map: PlaneMap;
}

const pairs = (data: ArrayLike<number>): Tensor => ({ shape: [data.length / 2, 2], data });

const MAP_FIELDS = [
  'planeKeys',
  'planeScore',
  'planeSigma',
  'planeDivisor',
  'planeDivisorNumber',
  'planeView',
  'precision',
] as const satisfies readonly (keyof PlaneInput)[];
const PRODUCT_FIELDS = ['planeQueries', 'planeKeys', 'planeValues', 'precision'] as const;

/**
 * Computes the results for both queries, the map and the product. Calls the engine at most four times: for the queries
 * and the map, for the norms of the Jacobian, and up to twice for the product without softmax.
 * @throws AttentionError
 */
export function computePlane(
  state: PlaneInput,
  engine: Engine,
  last?: Computed<PlaneInput, PlaneNumbers>,
): PlaneNumbers {
  const { precision, planeKeys, planeValues, planeQueries, planeScore: score } = state;
  const sameMap = kept(last, state, MAP_FIELDS);
  const sameProduct = kept(last, state, PRODUCT_FIELDS);
  if (sameMap && sameProduct) return sameMap;
  const keptMap = sameMap?.map;
  const grid = keptMap === undefined ? gridOf(state.planeView) : new Float64Array();
  const queryData = new Float64Array(planeQueries.length + grid.length);
  queryData.set(planeQueries);
  queryData.set(grid, planeQueries.length);
  const stages = engine.attention({
    precision,
    queries: pairs(queryData),
    keys: pairs(planeKeys),
    values: pairs(planeValues),
    score,
    ...(score === 'gaussian' ? { sigma: state.planeSigma } : scaleOf(state)),
  });
  const own = QUERY_COUNT * KEY_COUNT;
  const logits = { shape: [QUERY_COUNT, KEY_COUNT], data: stages.logits.data.slice(0, own) };
  const { jacobianNorms } = engine.softmaxStatistics({ precision, logits });
  const row = (data: ArrayLike<number>, i: number) =>
    KEYS.map((key) => data[KEY_COUNT * i + key] as number);
  const queries = Array.from({ length: QUERY_COUNT }, (_, i): QueryStages => {
    const at = (j: number) => stages.output.data[2 * i + j] as number;
    return {
      scores: row(stages.scores.data, i),
      logits: row(logits.data, i),
      weights: row(stages.weights.data, i),
      output: [at(0), at(1)],
      winners: winnersIn(stages.scores.data, i),
      jacobianNorm: jacobianNorms.data[i] as number,
    };
  });
  return {
    queries,
    ...(sameProduct
      ? { dots: sameProduct.dots, product: sameProduct.product }
      : productOf(state, engine, score === 'dot' ? queries.map(({ scores }) => scores) : [])),
    map:
      keptMap ?? mapOf(grid, stages.scores.data.subarray(own), stages.weights.data.subarray(own)),
  };
}

const scaleOf = ({ planeDivisor: divisor, planeDivisorNumber: divisorNumber }: PlaneInput) =>
  divisor === 'number' ? { divisor, divisorNumber } : { divisor };

/**
 * Computes Q Kᵀ and Q Kᵀ V.
 * @param known  the rows of Q Kᵀ if they have been computed already, otherwise empty
 */
function productOf(
  { precision, planeQueries, planeKeys, planeValues }: PlaneInput,
  engine: Engine,
  known: readonly (readonly number[])[],
): Pick<PlaneNumbers, 'dots' | 'product'> {
  // The engine computes A Bᵀ, so the transpose of the second factor is passed.
  const times = (queries: Tensor, keys: Tensor) => {
    const { shape, data } = engine.scaledDotScores({ precision, queries, keys, divisor: 'none' });
    const [rows = 0, columns = 0] = shape;
    return Array.from({ length: rows }, (_, i) =>
      Array.from(data.subarray(i * columns, (i + 1) * columns)),
    );
  };
  const dots = known.length > 0 ? known : times(pairs(planeQueries), pairs(planeKeys));
  const column = (j: number) => planeValues.filter((_, i) => i % 2 === j);
  const product = times(
    { shape: [QUERY_COUNT, KEY_COUNT], data: dots.flat() },
    { shape: [2, KEY_COUNT], data: [...column(0), ...column(1)] },
  );
  return { dots, product };
}

// SPDX-License-Identifier: MIT
import type { Engine, Tensor } from '../../engine/index.ts';
import {
  claim,
  experimentsOf,
  inTurn,
  type Measurement,
  probe,
  type Run,
  reach,
  shown,
} from '../experiment.ts';
import {
  columnsOf,
  dotsOf,
  filled,
  identity,
  matrix,
  momentsOf,
  oneRow,
  rowsOf,
} from '../matrix.ts';
import {
  at,
  circle,
  definite,
  form,
  LONGER,
  line,
  of,
  oneway,
  precision,
  ROUNDING,
} from './claims-form.ts';
import { EXAMPLE, type State, with_ } from './compute.ts';

const BATCHES = 20;
const SENTENCES_IN_BATCH = 100;
const TOKENS = 6;
const SEED = 35;

/** `weights` contains (n, n) matrices. Returns the mean of each diagonal: the mean weight of a token for itself. */
function meanDiagonals(engine: Engine, weights: ArrayLike<number>, n: number): ArrayLike<number> {
  return engine.scaledDotScores({
    precision,
    queries: { shape: [weights.length / (n * n), n * n], data: weights },
    keys: { shape: [1, n * n], data: identity(n).data },
    divisor: 'number',
    divisorNumber: n,
  }).data;
}

/**
 * The mean weight of a token for itself with scores XXᵀ/√d, over 2,000 sentences of six tokens with standard normal
 * components.
 * @returns one mean for each of `dimensions`; undefined if `run` was aborted
 */
async function meanDiagonalsOf(dimensions: readonly number[], engine: Engine, run: Run) {
  const found = dimensions.map((): number[] => []);
  const draw = (count: number) => {
    const at = Math.floor(count / BATCHES);
    const shape = [SENTENCES_IN_BATCH, TOKENS, dimensions[at] as number];
    const tokens = engine.random({ precision, shape, seed: SEED, stream: count });
    const { weights } = engine.attention({
      precision,
      queries: tokens,
      keys: tokens,
      values: tokens,
    });
    found[at]?.push(...Array.from(meanDiagonals(engine, weights.data, TOKENS)));
  };
  const work = Array.from({ length: BATCHES * dimensions.length }, (_, i) => () => draw(i));
  if (!(await inTurn(work, run))) return undefined;
  return found.map((data) => {
    const { mean, deviation } = momentsOf(engine, data);
    // The standard error is estimated from the variation between the sentences.
    return { mean, standardError: deviation / Math.sqrt(data.length) };
  });
}

/** Tolerance for claims that a number is "about 0" or a weight is "nearly all". */
const NEARLY = 1e-3;
/**
 * Tolerance for the mean of six cosines between random vectors with 64 components: four standard errors. One cosine has
 * the standard deviation 1/√64, so four standard errors are 4/√(6·64), which is below 0.21.
 */
const COSINE = 0.21;

const UNIT = matrix([1, 0], [0, 1], [0.6, 0.8]);
const UNALIKE = matrix([10, 0], [0, 4]);
const EQUAL = matrix([10, 0], [10, 0]);
const shapes = probe(EXAMPLE, (engine) => {
  const { tokens, values, scores, rowSums } = at(engine, {});
  return [
    claim('tokens', 6, tokens.length),
    claim('dimension', 300, values.shape[1]),
    claim('rows', 6, scores.length),
    claim('columns', 6, scores[0]?.length),
    claim('sum', 1, rowSums[0], ROUNDING),
  ];
});

const same = probe(with_({ projection: 'two' }), (engine) => [
  reach('none', 0, at(engine, {}).scoresAsymmetry),
  reach('shared', 0, at(engine, { projection: 'shared' }).scoresAsymmetry),
  claim('two', 0, at(engine, { projection: 'two' }).scoresAsymmetry),
]);

const meaning = probe(with_({ projection: 'two' }), (engine) => {
  const { scores, values, scoresAsymmetry } = at(engine, { projection: 'two' });
  return [
    claim('queries', 6, scores.length),
    claim('keys', 6, scores[0]?.length),
    claim('values', 6, values.shape[0]),
    claim('asymmetry', 0, scoresAsymmetry),
  ];
});

/** The mean cosine between each token's query and its own key. NaN without projections. */
function meanCosine(engine: Engine, projection: State['projection']): number {
  const { values, projections, tokens } = at(engine, { projection });
  const { W_q, W_k } = projections;
  if (W_q === undefined || W_k === undefined) return Number.NaN;
  const project = (W: Tensor) => dotsOf(engine, values, columnsOf(W));
  const { cosines } = engine.angles({ precision, queries: project(W_q), keys: project(W_k) });
  const data = tokens.map((_, i) => cosines.data[i * tokens.length + i] as number);
  return momentsOf(engine, data).mean;
}

const spaces = probe(with_({ projection: 'two' }), (engine) => [
  claim('shared', 1, meanCosine(engine, 'shared'), ROUNDING),
  claim('two', 0, meanCosine(engine, 'two'), COSINE),
]);

const symmetric = probe(EXAMPLE, (engine) => [
  claim('none', 0, at(engine, {}).scoresAsymmetry),
  claim('shared', 0, at(engine, { projection: 'shared' }).scoresAsymmetry),
  claim('float32', 0, at(engine, { projection: 'shared', precision: 'float32' }).scoresAsymmetry),
]);

const others = probe(with_({ dimension: 4 }), (engine) => [
  claim('longer', 0, of(engine, LONGER, 'none').weights[0]?.[1], NEARLY),
  claim('longerDivided', 0, of(engine, LONGER, 'sqrt_dk').weights[0]?.[1], NEARLY),
  reach('unit', 0, of(engine, UNIT, 'sqrt_dk').weightsAsymmetry, NEARLY),
  reach('sentence', 0, at(engine, { dimension: 4 }).weightsAsymmetry, NEARLY),
]);

const dominates = probe(with_({ deviation: 0.1 }), (engine) => [
  claim('document', 1, at(engine, {}).meanDiagonal, NEARLY),
  claim('undivided', 1, at(engine, { divisor: 'none' }).meanDiagonal, NEARLY),
  reach('small', 1, at(engine, { deviation: 0.1 }).meanDiagonal, NEARLY),
  reach('few', 1, at(engine, { dimension: 2 }).meanDiagonal, NEARLY),
  reach('longer', 1, of(engine, LONGER, 'none').weights[0]?.[0], NEARLY),
  reach('longerDivided', 1, of(engine, LONGER, 'sqrt_dk').weights[0]?.[0], NEARLY),
  reach('equal', 1, of(engine, EQUAL, 'sqrt_dk').weights[0]?.[0], NEARLY),
  claim('unalike', 1, of(engine, UNALIKE, 'sqrt_dk').weights[1]?.[1], NEARLY),
]);

const DIMENSIONS = [2, 4, 8, 16, 32, 64] as const;

const dimensions = probe(with_({ dimension: 8 }), async (engine, run) => {
  const found = await meanDiagonalsOf(DIMENSIONS, engine, run);
  if (found === undefined) return undefined;
  const rises = found.filter(({ mean }, i) => i > 0 && mean > (found[i - 1]?.mean ?? 0)).length;
  const errors = found.map(({ standardError }) => standardError);
  return [
    claim('rises', DIMENSIONS.length - 1, rises),
    ...found.map(
      ({ mean }, i): Measurement => ({ ...shown(`d${DIMENSIONS[i]}`, 1 / 6, mean), digits: 3 }),
    ),
    { ...shown('error', 0, Math.max(...errors)), digits: 1 },
  ];
});

const row = probe(EXAMPLE, (engine) => {
  const sum = (...list: number[]) =>
    dotsOf(engine, oneRow(list), filled(1, 1, list.length)).data[0];
  return [
    claim('printed', 1, sum(0.98, 0.01, 0.05, 0.05), NEARLY),
    reach('probably', 1, sum(0.98, 0.01, 0.005, 0.005), NEARLY),
  ];
});

const itself = probe(with_({ deviation: 0.1 }), (engine) => {
  const distance = (change: Partial<State>) => at(engine, change).distances[2];
  return [
    claim('document', 0, distance({}), NEARLY),
    reach('small', 0, distance({ deviation: 0.1 }), NEARLY),
    reach('two', 0, distance({ projection: 'two' }), NEARLY),
  ];
});

const LOOKED_AT = 2;

/** Tests whether all columns of the output are computed with the same row of weights. */
const columns = probe(with_({ deviation: 0.3 }), (engine) => {
  const { values, output, weights } = at(engine, { deviation: 0.3 });
  const [own, found] = [rowsOf(values), rowsOf(output)];
  const shares = weights[LOOKED_AT] ?? [];
  const mixed = (column: number) => {
    const entries = oneRow(own.map((value) => value[column] as number));
    return dotsOf(engine, oneRow(shares), entries).data[0] as number;
  };
  const out = found[LOOKED_AT] ?? [];
  const changed = out.filter((x, c) => x !== own[LOOKED_AT]?.[c]);
  return [
    claim('changed', 300, changed.length),
    claim('first', mixed(0), out[0], ROUNDING),
    claim('last', mixed(out.length - 1), out.at(-1), ROUNDING),
  ];
});

export const experiments = experimentsOf<State>({
  ...{ shapes, same, meaning, spaces, symmetric, others, oneway, dominates },
  ...{ dimensions, row, itself, columns, definite, line, circle, form },
});

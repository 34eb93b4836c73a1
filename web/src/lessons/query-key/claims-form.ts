// SPDX-License-Identifier: MIT
// Experiments on claims about the limits of one shared projection (W_Q = W_K), and about two projections.
import type { Engine, SentenceModel, Tensor } from '../../engine/index.ts';
import { claim, probe, reach, shown } from '../experiment.ts';
import { dotsOf, identity, largestDifference, matrix, rowsOf } from '../matrix.ts';
import { wordVectors } from '../word-vectors.ts';
import { assignments, CIRCLE, computeCircle, mostOnward, ordersOf, solveCircle } from './circle.ts';
import { compute, LINE, type Projection, randomSentence, type State, with_ } from './compute.ts';
import {
  HEAD_WIDTH,
  nearestPair,
  projectionsOf,
  similarity,
  toTheOneBefore,
} from './similarity.ts';

export const precision = 'float64';

/**
 * Bound for rounding errors in float64: a sum of n terms has an error of at most n · 2⁻⁵³ times the sum of their
 * magnitudes. The bound is largest in the probe `form`, which computes a score in two ways, each with sums of 32, 32 and
 * 16 products. The magnitudes of these products sum to at most 118, so the two scores differ by at most
 * 2 · 80 · 2⁻⁵³ · 118 = 2.1e-12.
 */
export const ROUNDING = 3e-12;
/** Bound for the rounding error of an eigenvalue of 6 × 6 scores below 10: 6 · 2⁻⁵² · 10 is 1.3e-14. */
const EIGENVALUE_ROUNDING = 1e-13;

/** The attention of the sentence in document 003 (a source text, see web/src/ledger), with random embeddings. */
export const at = (engine: Engine, change: Partial<State>) => randomSentence(with_(change), engine);

/** The tokens in entry E-35 of the errata (web/src/ledger): the second is three times the first. */
export const LONGER = matrix([1, 0], [3, 0], [0, 1]);
export const of = (engine: Engine, tokens: Tensor, divisor: State['divisor']) =>
  similarity(engine, tokens, { precision, divisor });

/** The largest s_ij − (s_ii + s_jj)/2 of the scores s over all pairs of tokens; 0 if negative, NaN for one token. */
function excessOf({ scores }: { readonly scores: readonly (readonly number[])[] }): number {
  const pair = nearestPair(scores);
  return pair === undefined ? Number.NaN : Math.max(pair.score - pair.mean, 0);
}

/** Self-attention with a given score matrix. The tokens are one-hot and W_k = I, so the scores equal W_q. */
const scored = (engine: Engine, scores: Tensor) => {
  const projections = { W_q: scores, W_k: identity(2) };
  return similarity(engine, identity(2), { precision, divisor: 'none', ...projections });
};

export const definite = probe(with_({ projection: 'two' }), (engine) => {
  const smallest = (change: Partial<State>) => at(engine, change).smallestEigenvalue;
  const [shared, two] = [{ projection: 'shared' }, { projection: 'two' }] as const;
  const example = scored(engine, matrix([1, 2], [2, 1]));
  return [
    claim('none', 0, smallest({ dimension: 2 }), EIGENVALUE_ROUNDING),
    claim('shared', 0, smallest({ dimension: 2, ...shared }), EIGENVALUE_ROUNDING),
    reach('two', 0, smallest(two), EIGENVALUE_ROUNDING),
    claim('excessShared', 0, excessOf(at(engine, shared)), ROUNDING),
    reach('excessTwo', 0, excessOf(at(engine, two)), ROUNDING),
    shown('example', 0, example.smallestEigenvalue),
    shown('exampleOwn', 0, example.scores[0]?.[0]),
  ];
});

export const circle = probe(with_({ three: CIRCLE, divisor: 'none' }), (engine) => {
  const solved = { circleKind: 'two', circle: solveCircle(engine), precision } as const;
  return [
    claim('symmetric', 2, mostOnward(engine)),
    claim('two', 3, computeCircle(solved, engine).onward),
    shown('assignments', 3 ** 3, assignments().length),
    shown('orders', 13, ordersOf(assignments())),
  ];
});

const ONE_WAY = 0.01;

/** Tests the claim that symmetric scores cannot give weight in one direction only. */
export const oneway = probe(with_({ three: { tokens: LONGER }, divisor: 'none' }), (engine) => {
  const { weights, scoresAsymmetry } = of(engine, LONGER, 'none');
  const { weights: divided } = of(engine, LONGER, 'sqrt_dk');
  return [
    claim('symmetric', 0, scoresAsymmetry),
    claim('there', 0, weights[0]?.[1], ONE_WAY),
    shown('back', 0, weights[1]?.[0]),
    shown('thereDivided', 0, divided[0]?.[1]),
    shown('backDivided', 0, divided[1]?.[0]),
  ];
});

const LONG = 12;
/**
 * Twelve tokens of which each attends to the previous one. Token i has two components: L = 4^(11 − i) on axis i, and 2L
 * on axis i − 1. So its score is 5L² for itself, 8L² for the previous token, and L²/2 for the next one.
 */
const CHAIN: Tensor = {
  shape: [LONG, LONG],
  data: Array.from({ length: LONG * LONG }, (_, at) => {
    const [i, axis] = [Math.floor(at / LONG), at % LONG];
    const length = 4 ** (LONG - 1 - i);
    if (axis === i) return length;
    return axis === i - 1 ? 2 * length : 0;
  }),
};

export const line = probe(LINE, (engine) => [
  claim('three', 2, toTheOneBefore(compute(LINE, engine).weights)),
  claim('twelve', LONG - 1, toTheOneBefore(of(engine, CHAIN, 'sqrt_dk').weights)),
]);

/** The rank of a matrix: the number of pivots above `tolerance` in Gaussian elimination with full pivoting. */
export function rankOf(matrix: readonly (readonly number[])[], tolerance: number): number {
  const rows = matrix.map((row) => [...row]);
  let rank = 0;
  while (rank < rows.length) {
    const rest = rows.slice(rank);
    const most = Math.max(...rest.flat().map(Math.abs));
    if (!(most > tolerance)) break;
    const at = rank + rest.findIndex((row) => row.some((x) => Math.abs(x) === most));
    const pivot = rows[at] as number[];
    rows[at] = rows[rank] as number[];
    rows[rank] = pivot;
    const column = pivot.findIndex((x) => Math.abs(x) === most);
    for (const row of rows.slice(rank + 1)) {
      const factor = (row[column] as number) / (pivot[column] as number);
      for (const [j, x] of pivot.entries())
        row[j] = j === column ? 0 : (row[j] as number) - factor * x;
    }
    rank++;
  }
  return rank;
}

/** W_q and W_k of the sentence model's first head, and their bilinear form W_q W_kᵀ. */
function formOf(engine: Engine, model: SentenceModel, projection: Projection, width: number) {
  const { W_q, W_k } = projectionsOf(model, projection, width);
  if (W_q === undefined || W_k === undefined) throw new Error('the model has no projections');
  return { W_q, W_k, form: rowsOf(dotsOf(engine, W_q, W_k)) };
}

/**
 * Pivots up to this size count as 0. The parameters of the model are quantized to 8 bits, so nonzero pivots are far
 * above the rounding error of float64.
 */
const RANK_ROUNDING = 1e-9;

const WORDS = ['the', 'dog', 'near', 'the', 'cats', 'was', 'sad'];

export const form = probe(with_({ projection: 'two' }), async (engine) => {
  const model = await engine.sentenceModel('en');
  const rank = (width: number) => rankOf(formOf(engine, model, 'two', width).form, RANK_ROUNDING);
  const { W_q, W_k, form } = formOf(engine, model, 'two', HEAD_WIDTH);
  const X = wordVectors(model, WORDS);
  const { scores } = similarity(engine, X, { precision, divisor: 'none', W_q, W_k });
  const whole: Tensor = { shape: [form.length, form.length], data: form.flat() };
  const through = similarity(engine, X, {
    ...{ precision, divisor: 'none', W_q: whole, W_k: identity(form.length) },
  });
  const asymmetry = (rows: readonly (readonly number[])[]) =>
    Math.max(...rows.flatMap((row, i) => row.map((x, j) => Math.abs(x - (rows[j]?.[i] ?? 0)))));
  return [
    claim('same', 0, largestDifference(scores.flat(), through.scores.flat()), ROUNDING),
    claim('rank16', 16, rank(16)),
    claim('rank4', 4, rank(4)),
    claim('rank1', 1, rank(1)),
    claim('shared', 0, asymmetry(formOf(engine, model, 'shared', HEAD_WIDTH).form)),
    shown('two', 0, asymmetry(form)),
  ];
});

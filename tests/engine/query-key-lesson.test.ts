// SPDX-License-Identifier: MIT
// Tests the lesson "query-key" without a page: the numbers that it computes, and its experiments, which measure claims
// of the source texts.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEngine, type Tensor } from '../../web/src/engine/index.ts';
import { SENTENCE_LANGUAGES } from '../../web/src/engine/sentences/languages.ts';
import sentences from '../../web/src/lesson/sentences.json';
import { type Matrix, rowsOf } from '../../web/src/lessons/matrix.ts';
import { computeCircle, mostOnward, solveCircle } from '../../web/src/lessons/query-key/circle.ts';
import { experiments } from '../../web/src/lessons/query-key/claims.ts';
import { rankOf } from '../../web/src/lessons/query-key/claims-form.ts';
import { compute } from '../../web/src/lessons/query-key/compute.ts';
import { meanDiagonalsOf } from '../../web/src/lessons/query-key/dimensions.ts';
import { randomSentence } from '../../web/src/lessons/query-key/random.ts';
import {
  nearestPair,
  projectionsOf,
  similarity,
  strongestOf,
  toTheOneBefore,
} from '../../web/src/lessons/query-key/similarity.ts';
import {
  EXAMPLE,
  type Projection,
  type State,
  with_,
} from '../../web/src/lessons/query-key/state.ts';
import { wordVectors } from '../../web/src/lessons/word-vectors.ts';
import { measureAll } from './lessons.ts';

/** The number of different tokens that have the largest weight in at least one row. */
const favourites = (weights: Matrix): number => new Set(weights.map(strongestOf)).size;

interface GoldenCase {
  readonly id: string;
  readonly inputs: Readonly<Record<string, Tensor>>;
  readonly params: { readonly scale: State['divisor'] };
  readonly expected: Readonly<Record<string, { readonly data: number[] }>>;
}

const golden: readonly GoldenCase[] = JSON.parse(
  readFileSync(new URL('../golden/self_similarity.json', import.meta.url), 'utf8'),
).cases;

const engine = await createEngine({ simd: 'simd' });
const at = (change: Partial<State>) => randomSentence(with_(change), engine);
const circleOf = (circleKind: 'symmetric' | 'two', circle: readonly number[]) =>
  computeCircle({ circleKind, circle, precision: 'float64' }, engine);
const { measured, verdicts } = await measureAll(experiments, engine);

describe('query-key, the lesson', () => {
  it.each(golden.map((one) => [one.id, one] as const))(
    'shows the golden numbers, %s',
    (_, { inputs, params, expected }) => {
      const { X, W_q, W_k } = inputs;
      const options = { precision: 'float64', divisor: params.scale } as const;
      const projections = W_q && W_k ? { W_q, W_k } : {};
      const found = similarity(engine, X as Tensor, { ...options, ...projections });
      const near = (name: string, numbers: readonly number[], digits: number) =>
        numbers.forEach((x, i) => {
          expect(x, `${name}[${i}]`).toBeCloseTo(expected[name]?.data[i] as number, digits);
        });
      near('S', found.scores.flat(), 10);
      near('A', found.weights.flat(), 10);
      near('out', rowsOf(found.output).flat(), 10);
      near('asym_S', [found.scoresAsymmetry], 10);
      near('asym_A', [found.weightsAsymmetry], 10);
      near('mean_diag_A', [found.meanDiagonal], 10);
      near('rel_dist', found.distances, 10);
      near('row_sums', found.rowSums, 12);
      near('col_sums', found.columnSums, 10);
    },
  );

  it('has scores that are symmetric to the last bit until the projections differ', () => {
    for (const precision of ['float64', 'float32'] as const) {
      expect(at({ precision }).scoresAsymmetry).toBe(0);
      expect(at({ precision, projection: 'shared' }).scoresAsymmetry).toBe(0);
      expect(at({ precision, projection: 'two' }).scoresAsymmetry).toBeGreaterThan(1);
    }
    expect(at({ dimension: 4 }).weightsAsymmetry).toBeGreaterThan(0.1);
  });

  it('measures the errata’s numbers', () => {
    expect(measured('others', 'longer')).toBeCloseTo(0.844, 3);
    expect(measured('others', 'longerDivided')).toBeCloseTo(0.734, 3);
    expect(measured('others', 'unit')).toBeCloseTo(0.048, 3);
    expect(measured('oneway', 'there')).toBe(measured('others', 'longer'));
    expect(measured('oneway', 'back')).toBeCloseTo(0.0025, 4);
    expect(measured('row', 'printed')).toBeCloseTo(1.09, 12);
    expect(measured('row', 'probably')).toBeCloseTo(1, 12);
    expect(1 - measured('dominates', 'document')).toBeLessThan(1.2e-6);
    expect(measured('dominates', 'small')).toBeCloseTo(0.193, 2);
    expect(measured('dominates', 'longer')).toBeCloseTo(0.1142, 4);
    expect(measured('dominates', 'equal')).toBe(0.5);
    expect(measured('dominates', 'unalike')).toBeGreaterThan(0.9999);
    expect(measured('definite', 'example')).toBeCloseTo(-1, 12);
    expect(measured('definite', 'excessTwo')).toBeGreaterThan(0.1);
    expect([measured('circle', 'assignments'), measured('circle', 'orders')]).toEqual([27, 13]);
    // In 8 dimensions the exact mean of the weight that a token gives itself is 0.6443.
    expect(Math.abs(measured('dimensions', 'd8') - 0.6443)).toBeLessThan(
      4 * measured('dimensions', 'error'),
    );
    expect(measured('dimensions', 'error')).toBeLessThan(0.005);
  });

  it('gives every experiment its verdict, even those that are not in the ledger', () => {
    expect(verdicts).toEqual({
      shapes: 'holds',
      same: 'fails',
      meaning: 'fails',
      spaces: 'holds',
      symmetric: 'holds',
      others: 'fails',
      oneway: 'fails',
      dominates: 'condition',
      dimensions: 'holds',
      row: 'fails',
      itself: 'condition',
      columns: 'holds',
      definite: 'condition',
      line: 'holds',
      circle: 'holds',
      form: 'holds',
    });
  });

  it('sets states that show what the experiments measure', () => {
    const shown = (id: string) =>
      compute(experiments.find((one) => one.id === id)?.state ?? EXAMPLE, engine);
    expect(shown('same').scoresAsymmetry).toBe(measured('same', 'two'));
    expect(shown('meaning').scoresAsymmetry).toBe(measured('meaning', 'asymmetry'));
    expect(shown('others').weightsAsymmetry).toBe(measured('others', 'sentence'));
    expect(shown('dominates').meanDiagonal).toBe(measured('dominates', 'small'));
    expect(shown('itself').distances[2]).toBe(measured('itself', 'small'));
    expect(shown('definite').smallestEigenvalue).toBe(measured('definite', 'two'));
    expect(shown('columns').output.data[600]).toBe(measured('columns', 'first'));
    expect(shown('oneway').weights[0]?.[1]).toBe(measured('oneway', 'there'));
    expect(toTheOneBefore(shown('line').weights)).toBe(measured('line', 'three'));
    const { weights } = shown('circle');
    expect(weights.map(strongestOf)).toEqual([1, 2, 0]);
  });

  it('splits its sentence into words and marks, and gives a token the same vector at any size', () => {
    const { values, tokens } = at({ dimension: 8, deviation: 0.5 });
    expect(tokens).toEqual(['Hello', ',', 'how', 'are', 'you', '?']);
    const rows = rowsOf(values);
    expect(rows[0]).not.toEqual(rows[1]);
    const longer = rowsOf(at({ dimension: 300, deviation: 0.5 }).values);
    expect(longer.map((row) => row.slice(0, 8))).toEqual(rows);
    const unit = rowsOf(at({ dimension: 8 }).values);
    expect(rows).toEqual(unit.map((row) => row.map((x) => x / 2)));
  });

  it('never finds a cycle of preferences in symmetric scores, but in two projections', () => {
    expect(mostOnward(engine)).toBe(2);
    const circle = solveCircle(engine);
    const solved = circleOf('two', circle);
    expect(solved.pointing).toEqual(['onward', 'onward', 'onward']);
    expect(solved.scores).toEqual([
      [0, 2, 0],
      [0, 0, 2],
      [2, 0, 0],
    ]);
    expect(circleOf('symmetric', circle).pointing).toEqual(['tie', 'tie', 'tie']);
    const two = circleOf('symmetric', [3, 1, 2, 9, 9, 9]);
    expect(two.pointing).toEqual(['onward', 'back', 'onward']);
    expect(two.weights[0]?.[1]).toBeCloseTo(1 / (1 + Math.exp(-1)), 14);
    expect(two.weights[0]?.[0]).toBe(0);
  });

  it.each(SENTENCE_LANGUAGES)(
    'attends in one direction only with two projections, %s',
    async (language) => {
      const model = await engine.sentenceModel(language);
      const words = wordVectors(model, sentences[language][0] ?? []);
      const options = { precision: 'float64', divisor: 'sqrt_dk' } as const;
      const of = (projection: Projection, width?: number) =>
        similarity(engine, words, { ...options, ...projectionsOf(model, projection, width) });
      const excess = (scores: Matrix) => {
        const pair = nearestPair(scores);
        return (pair?.score ?? Number.NaN) - (pair?.mean ?? Number.NaN);
      };
      for (const projection of ['none', 'shared'] as const) {
        const { scores, scoresAsymmetry, smallestEigenvalue } = of(projection);
        expect(scoresAsymmetry).toBe(0);
        expect(excess(scores)).toBeLessThan(0);
        expect(smallestEigenvalue).toBeGreaterThan(-1e-13);
      }
      const two = of('two');
      expect(two.scoresAsymmetry).toBeGreaterThan(2);
      expect(excess(two.scores)).toBeGreaterThan(1);
      // With width 1 the scores have rank 1: every query orders the keys in the same way or in
      // reverse, so only two keys can have the largest weight of a query.
      expect(favourites(two.weights)).toBeGreaterThan(2);
      expect(favourites(of('two', 1).weights)).toBe(2);
    },
  );

  it('can cancel a Monte Carlo experiment', async () => {
    const abort = new AbortController();
    const told: number[] = [];
    const run = meanDiagonalsOf([2, 4], engine, {
      signal: abort.signal,
      onProgress: (done) => {
        told.push(done);
        abort.abort();
      },
    });
    expect(await run).toBeUndefined();
    expect(told).toHaveLength(1);
  });
});

describe('matrices', () => {
  it('have a rank', () => {
    expect(
      rankOf(
        [
          [1, 2, 3],
          [2, 4, 6],
          [0, 1, 1],
        ],
        1e-9,
      ),
    ).toBe(2);
    expect(rankOf([[0, 0]], 1e-9)).toBe(0);
    expect(
      rankOf(
        [
          [0, 1],
          [1, 0],
        ],
        1e-9,
      ),
    ).toBe(2);
  });

  it('find the largest entry of a row, and tokens that attend to the previous one', () => {
    expect(strongestOf([0.1, 0.7, 0.2])).toBe(1);
    const rows = [
      [1, 0],
      [1, 0],
    ];
    expect(toTheOneBefore(rows)).toBe(1);
    expect(favourites(rows)).toBe(1);
  });

  it('find the pair that is nearest to the mean of its diagonal scores', () => {
    const scores = [
      [2, 1, 0],
      [1, 2, 3],
      [0, 3, 2],
    ];
    expect(nearestPair(scores)).toEqual({ i: 1, j: 2, score: 3, mean: 2 });
    expect(nearestPair([[1]])).toBeUndefined();
  });
});

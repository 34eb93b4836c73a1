// SPDX-License-Identifier: MIT
// Tests the lesson "query-key" without a page: what its scenes and its page Verify say.
import { describe, expect, it } from 'vitest';
import { createEngine, type Tensor } from '../../web/src/engine/index.ts';
import { SENTENCE_LANGUAGES } from '../../web/src/engine/sentences/languages.ts';
import sentences from '../../web/src/lesson/sentences.json';
import { type Matrix, rowsOf } from '../../web/src/lessons/matrix.ts';
import { computeCircle, mostOnward, solveCircle } from '../../web/src/lessons/query-key/circle.ts';
import { rankOf } from '../../web/src/lessons/query-key/claims-form.ts';
import {
  type Projection,
  randomSentence,
  type State,
  with_,
} from '../../web/src/lessons/query-key/compute.ts';
import {
  nearestPair,
  projectionsOf,
  similarity,
  strongestOf,
  toTheOneBefore,
} from '../../web/src/lessons/query-key/similarity.ts';
import { wordVectors } from '../../web/src/lessons/word-vectors.ts';
import { goldenOf } from './support.ts';

/** The number of different tokens that have the largest weight in at least one row. */
const favourites = (weights: Matrix): number => new Set(weights.map(strongestOf)).size;

const engine = await createEngine({ simd: 'simd' });
const at = (change: Partial<State>) => randomSentence(with_(change), engine);

it.each([1, 2, 3, 4])('shows the golden numbers, %s', (number) => {
  const { inputs, words, float64 } = goldenOf('self_similarity', `pub-self_similarity-0${number}`);
  const { X, W_q, W_k } = inputs;
  const options = { precision: 'float64', divisor: words.scale as State['divisor'] } as const;
  const projections = W_q && W_k ? { W_q, W_k } : {};
  const found = similarity(engine, X as Tensor, { ...options, ...projections });
  for (const [name, numbers] of Object.entries({
    ...{ S: found.scores.flat(), A: found.weights.flat(), out: rowsOf(found.output).flat() },
    ...{ asym_S: [found.scoresAsymmetry], asym_A: [found.weightsAsymmetry] },
    ...{ mean_diag_A: [found.meanDiagonal], rel_dist: found.distances },
    ...{ row_sums: found.rowSums, col_sums: found.columnSums },
  }))
    for (const [i, x] of numbers.entries())
      expect(x, name).toBeCloseTo(float64.outputs[name]?.data[i] ?? Number.NaN, 10);
});

it('has scores that are symmetric to the last bit until the projections differ', () => {
  for (const precision of ['float64', 'float32'] as const) {
    for (const projection of ['none', 'shared'] as const)
      expect(at({ precision, projection }).scoresAsymmetry).toBe(0);
    expect(at({ precision, projection: 'two' }).scoresAsymmetry).toBeGreaterThan(1);
  }
  expect(at({ dimension: 4 }).weightsAsymmetry).toBeGreaterThan(0.1);
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
  const of = (circleKind: 'symmetric' | 'two', circle: readonly number[]) =>
    computeCircle({ circleKind, circle, precision: 'float64' }, engine);
  expect(mostOnward(engine)).toBe(2);
  const circle = solveCircle(engine);
  const solved = of('two', circle);
  expect(solved.pointing).toEqual(['onward', 'onward', 'onward']);
  expect(solved.scores.flat()).toEqual([0, 2, 0, 0, 0, 2, 2, 0, 0]);
  expect(of('symmetric', circle).pointing).toEqual(['tie', 'tie', 'tie']);
  const two = of('symmetric', [3, 1, 2, 9, 9, 9]);
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

describe('a matrix', () => {
  const rows = (...all: string[]) => all.map((row) => [...row].map(Number));

  it('has a rank', () => {
    const ranks = [rows('123', '246', '011'), rows('00'), rows('01', '10')].map((one) =>
      rankOf(one, 1e-9),
    );
    expect(ranks).toEqual([2, 0, 2]);
  });

  it('has the largest entry of a row, tokens that attend to the previous one, and a nearest pair', () => {
    expect(strongestOf([0.1, 0.7, 0.2])).toBe(1);
    expect(toTheOneBefore(rows('10', '10'))).toBe(1);
    expect(nearestPair(rows('210', '123', '032'))).toEqual({ i: 1, j: 2, score: 3, mean: 2 });
    expect(nearestPair([[1]])).toBeUndefined();
  });
});

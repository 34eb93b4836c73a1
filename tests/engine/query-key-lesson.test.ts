// SPDX-License-Identifier: MIT
// Tests the lesson "query-key" without a page: the numbers that it computes, and its experiments, which measure claims
// of the source texts.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEngine, type Tensor } from '../../web/src/engine/index.ts';
import { SENTENCE_LANGUAGES } from '../../web/src/engine/sentences/languages.ts';
import { createI18n } from '../../web/src/i18n/i18n.ts';
import { type Matrix, rowsOf } from '../../web/src/lessons/matrix.ts';
import { mostOnward, solveCircle } from '../../web/src/lessons/query-key/circle.ts';
import { experiments, predictions } from '../../web/src/lessons/query-key/claims.ts';
import { rankOf } from '../../web/src/lessons/query-key/claims-form.ts';
import {
  compute,
  MOST_WORDS,
  nearestPair,
  similarity,
  strongestOf,
  toTheOneBefore,
} from '../../web/src/lessons/query-key/compute.ts';
import { meanDiagonalsOf } from '../../web/src/lessons/query-key/dimensions.ts';
import { type RandomSentence, randomSentence } from '../../web/src/lessons/query-key/random.ts';
import {
  constrain,
  fields,
  INITIAL,
  LINE,
  MOST_TOKENS,
  PROJECTIONS,
  type State,
  tokensOf,
  with_,
} from '../../web/src/lessons/query-key/state.ts';
import { streamOf, tokenise } from '../../web/src/lessons/query-key/tokens.ts';
import { readWithin, writeState } from '../../web/src/state/fields.ts';
import { measureAll } from './lessons.ts';

/** The number of different tokens that have the largest weight in at least one row. */
const favourites = (weights: Matrix): number => new Set(weights.map(strongestOf)).size;

/** A selection of the numbers that the figure displays, because comparing all entries would be slow. */
const drawn = ({ scores, weights, output, curve }: RandomSentence) => ({
  scores,
  weights,
  output: rowsOf(output).map((row) => row.slice(0, 8)),
  points: curve().points,
});
const i18n = await createI18n('en');

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
const circleOf = (change: Partial<State>) => compute(with_(change), engine).circle();
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
      randomSentence(experiments.find((one) => one.id === id)?.state ?? INITIAL, engine);
    expect(shown('same').scoresAsymmetry).toBe(measured('same', 'two'));
    expect(shown('meaning').scoresAsymmetry).toBe(measured('meaning', 'asymmetry'));
    expect(shown('others').weightsAsymmetry).toBe(measured('others', 'sentence'));
    expect(shown('dominates').meanDiagonal).toBe(measured('dominates', 'small'));
    expect(shown('itself').distances[2]).toBe(measured('itself', 'small'));
    expect(shown('definite').smallestEigenvalue).toBe(measured('definite', 'two'));
    expect(shown('columns').output.data[600]).toBe(measured('columns', 'first'));
    const tokens = experiments.find((one) => one.id === 'oneway')?.state ?? INITIAL;
    expect(compute(tokens, engine).shown.weights[0]?.[1]).toBe(measured('oneway', 'there'));
  });

  it('gives the same word the same vector at any position and size', () => {
    const { values, tokens } = at({ sentence: 'how are how', dimension: 8, deviation: 0.5 });
    expect(tokens).toEqual(['how', 'are', 'how']);
    const rows = rowsOf(values);
    expect(rows[0]).toEqual(rows[2]);
    expect(rows[0]).not.toEqual(rows[1]);
    const other = rowsOf(at({ dimension: 300, deviation: 0.5 }).values)[2];
    expect(other?.slice(0, 8)).toEqual(rows[0]);
    const random = engine.random({
      precision: 'float64',
      shape: [8],
      seed: INITIAL.seed,
      stream: streamOf('how'),
    });
    expect(rows[0]).toEqual(Array.from(random.data, (x) => x / 2));
    expect(at({ sentence: 'how', seed: 2 }).values.data).not.toEqual(
      at({ sentence: 'how' }).values.data,
    );
  });

  it.each(PROJECTIONS)('reads the curves at the figure’s position, %s', (projection) => {
    for (const axis of ['deviation', 'dimension'] as const) {
      const numbers = at({ axis, projection, deviation: 0.5, dimension: 64 });
      const here = numbers.curve().points.find(({ x }) => x === (axis === 'deviation' ? 0.5 : 64));
      expect(here?.meanDiagonal).toBeCloseTo(numbers.meanDiagonal, 12);
    }
  });

  it('draws and recomputes only what a change affects', () => {
    const state = with_({ projection: 'two' });
    const last = randomSentence(state, engine);
    const next = (change: Partial<State>) => randomSentence({ ...state, ...change }, engine, last);
    const larger = next({ deviation: 0.5 });
    expect(larger.embeddings.vectors.get('how')).toBe(last.embeddings.vectors.get('how'));
    expect(larger.embeddings.projections).toBe(last.embeddings.projections);
    expect(larger.curve()).toBe(last.curve());
    expect(larger.scores).not.toBe(last.scores);
    expect(drawn(larger)).toEqual(drawn(randomSentence({ ...state, deviation: 0.5 }, engine)));
    const turned = next({ circle: [0, 0, 1, 0, 0, 0] });
    expect(turned.scores).toBe(last.scores);
    for (const change of [
      { dimension: 8 },
      { seed: 2 },
      { sentence: 'you are' },
      { divisor: 'none' },
      { projection: 'none' },
      { precision: 'float32' },
      { axis: 'dimension' },
    ] as const) {
      const anew = randomSentence({ ...state, ...change }, engine);
      expect(drawn(next(change)), JSON.stringify(change)).toEqual(drawn(anew));
    }
  });

  it('never finds a cycle of preferences in symmetric scores, but in two projections', () => {
    expect(mostOnward(engine)).toBe(2);
    const circle = solveCircle(engine);
    const solved = circleOf({ circleKind: 'two', circle });
    expect(solved.pointing).toEqual(['onward', 'onward', 'onward']);
    expect(solved.scores).toEqual([
      [0, 2, 0],
      [0, 0, 2],
      [2, 0, 0],
    ]);
    expect(circleOf({ circleKind: 'symmetric', circle }).pointing).toEqual(['tie', 'tie', 'tie']);
    const two = circleOf({ circle: [3, 1, 2, 9, 9, 9] });
    expect(two.pointing).toEqual(['onward', 'back', 'onward']);
    expect(two.weights[0]?.[1]).toBeCloseTo(1 / (1 + Math.exp(-1)), 14);
    expect(two.weights[0]?.[0]).toBe(0);
  });

  it('computes the answer to the prediction', () => {
    expect(predictions.map(({ id, measure }) => [id, measure(engine, i18n).right])).toEqual([
      ['self', 'share'],
    ]);
  });

  it.each(SENTENCE_LANGUAGES)(
    'attends in one direction only with two projections, %s',
    async (language) => {
      const model = await engine.sentenceModel(language);
      const of = (change: Partial<State>) => compute(with_(change), engine, model).shown;
      const excess = (scores: Matrix) => {
        const pair = nearestPair(scores);
        return (pair?.score ?? Number.NaN) - (pair?.mean ?? Number.NaN);
      };
      for (const projection of ['none', 'shared'] as const) {
        const { scores, scoresAsymmetry, smallestEigenvalue } = of({ projection });
        expect(scoresAsymmetry).toBe(0);
        expect(excess(scores)).toBeLessThan(0);
        expect(smallestEigenvalue).toBeGreaterThan(-1e-13);
      }
      const two = of({ projection: 'two' });
      expect(two.scoresAsymmetry).toBeGreaterThan(2);
      expect(excess(two.scores)).toBeGreaterThan(1);
      expect(two.names.length).toBeLessThanOrEqual(MOST_WORDS);
      // With width 1 the scores have rank 1: every query orders the keys in the same way or in
      // reverse, so only two keys can have the largest weight of a query.
      expect(favourites(two.weights)).toBeGreaterThan(2);
      expect(favourites(of({ projection: 'two', width: 1 }).weights)).toBe(2);
      expect(of({ projection: 'two', head: '2' }).scores).not.toEqual(two.scores);
    },
  );

  it('skips unknown words and words beyond the limit', async () => {
    const model = await engine.sentenceModel('en');
    const of = (words: string) => compute(with_({ words: words.split(' ') }), engine, model);
    const whale = of('the whale was sad');
    expect(whale.shown.names).toEqual(['the', 'was', 'sad']);
    expect(whale.sentence).toContain('whale');
    expect(of('the dog that saw the cats was sad .').omitted).toBe(1);
    expect(of('whale').shown.names).toEqual(['A', 'B', 'C']);
  });

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
    expect(LINE.vectors).toHaveLength(6);
  });

  it('find the pair that is nearest to the mean of its diagonal scores', () => {
    const scores = [
      [2, 1, 0],
      [1, 2, 3],
      [0, 3, 2],
    ];
    expect(nearestPair(scores)).toEqual({ i: 1, j: 2, score: 3, mean: 2 });
    expect(nearestPair(scores, 0)).toEqual({ i: 0, j: 1, score: 1, mean: 2 });
    expect(nearestPair([[1]])).toBeUndefined();
  });
});

describe('a sentence', () => {
  it.each([
    ['Hello, how are you?', ['Hello', ',', 'how', 'are', 'you', '?']],
    ['Hello , how are you ?', ['Hello', ',', 'how', 'are', 'you', '?']],
    ['don’t we’re o’clock 3.5', ['don’t', 'we’re', 'o’clock', '3', '.', '5']],
    ['你好，世界！', ['你', '好', '，', '世', '界', '！']],
    ['用GPT學注意力', ['用', 'GPT', '學', '注', '意', '力']],
    ['ありがとう naïve', ['あ', 'り', 'が', 'と', 'う', 'naïve']],
    ['hi 👩🏽‍🚀!', ['hi', '👩🏽‍🚀', '!']],
    [' \u0000\t ', []],
  ])('%s is split into tokens', (sentence, tokens) => {
    expect(tokenise(sentence)).toEqual(tokens);
  });

  it('has at most twelve tokens, and streams below the library’s own', () => {
    const sentence = Array.from({ length: 15 }, (_, i) => `word${i}`).join(' ');
    expect(tokensOf({ sentence })).toHaveLength(MOST_TOKENS);
    for (const token of ['', 'how', '你', 'x'.repeat(200)]) {
      expect(streamOf(token)).toBeGreaterThan(2);
      expect(streamOf(token)).toBeLessThan(2 ** 32);
    }
  });
});

describe('a link', () => {
  const read = (params: Record<string, string>) =>
    readWithin(fields, new URLSearchParams(params), constrain);

  it('restores the state that it was made from', () => {
    const state = constrain(
      with_({
        sentence: '你好, A&B = #1?',
        row: 4,
        projection: 'two',
        words: ['the', 'cats'],
        vectors: [1, 2, 3, 4, 5, -6],
      }),
    );
    expect(readWithin(fields, writeState(fields, state), constrain)).toEqual({
      state,
      problems: [],
    });
  });

  it('is repaired if it contains invalid values', () => {
    expect(read({ sentence: '  ' })).toMatchObject({
      state: { sentence: INITIAL.sentence },
      problems: [{ field: 'sentence', kind: 'empty' }],
    });
    const long = read({ sentence: 'a '.repeat(300) });
    expect(long.state.sentence).toHaveLength(200);
    expect(long.problems.map(({ kind }) => kind)).toEqual(['too-long']);
    expect(read({ sentence: 'one two', row: '9' })).toMatchObject({
      state: { row: 2 },
      problems: [{ field: 'row', kind: 'adjusted' }],
    });
    expect(read({ circle: '9,1' })).toMatchObject({
      state: { circle: [5, 1, 0, 0, 0, 0] },
      problems: [{ field: 'circle', kind: 'out-of-range' }],
    });
    expect(read({ vectors: '1,2' }).problems).toMatchObject([{ kind: 'too-few' }]);
    expect(read({ dimension: '7.6', seed: '-1' }).state).toMatchObject({ dimension: 8, seed: 0 });
  });
});

// SPDX-License-Identifier: MIT
// What the lesson computes and decides, through both twins, without a page.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEngine, type Tensor } from '../../web/src/engine/index.ts';
import { createI18n } from '../../web/src/i18n/i18n.ts';
import { mostOnward, solveCircle } from '../../web/src/lessons/query-key/circle.ts';
import {
  compute,
  type Numbers,
  rowsOf,
  similarity,
} from '../../web/src/lessons/query-key/compute.ts';
import { meanDiagonalsOf } from '../../web/src/lessons/query-key/dimensions.ts';
import { experiments } from '../../web/src/lessons/query-key/experiments.ts';
import { predictions } from '../../web/src/lessons/query-key/predictions.ts';
import {
  fields,
  MOST_TOKENS,
  readLink,
  type State,
  tokensOf,
  withinRanges,
} from '../../web/src/lessons/query-key/state.ts';
import { streamOf, tokenise } from '../../web/src/lessons/query-key/tokens.ts';
import { initialState, writeState } from '../../web/src/state/fields.ts';
import { measureAll } from './lessons.ts';

const DOCUMENT = initialState(fields);

/** What a reader sees; long lists are dear to compare. */
const drawn = ({ scores, weights, output, curve, circle }: Numbers) => ({
  scores,
  weights,
  output: rowsOf(output).map((row) => row.slice(0, 8)),
  points: curve.points,
  circle,
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

for (const twin of ['simd', 'scalar'] as const) {
  const engine = await createEngine({ simd: twin });
  const at = (change: Partial<State>) => compute({ ...DOCUMENT, ...change }, engine);
  const { measured, verdicts } = await measureAll(experiments, engine);

  describe(`query-key, the lesson, ${twin}`, () => {
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

    it('is symmetric in the scores, to the last bit, until the projections differ', () => {
      for (const precision of ['float64', 'float32'] as const) {
        expect(at({ precision }).scoresAsymmetry).toBe(0);
        expect(at({ precision, projection: 'shared' }).scoresAsymmetry).toBe(0);
        expect(at({ precision, projection: 'two' }).scoresAsymmetry).toBeGreaterThan(1);
      }
      expect(at({ dimension: 4 }).weightsAsymmetry).toBeGreaterThan(0.1);
    });

    it('measures the errata’s numbers', () => {
      expect(measured('others', 'longer')).toBeCloseTo(0.844, 3);
      expect(measured('others', 'unit')).toBeCloseTo(0.048, 3);
      expect(measured('row', 'printed')).toBeCloseTo(1.09, 12);
      expect(measured('row', 'probably')).toBeCloseTo(1, 12);
      expect(1 - measured('dominates', 'document')).toBeLessThan(1.2e-6);
      expect(measured('dominates', 'small')).toBeCloseTo(0.193, 2);
      expect(measured('dominates', 'longer')).toBeCloseTo(0.1142, 4);
    });

    it('gives every experiment its verdict, those that the ledger does not have too', () => {
      expect(verdicts).toEqual({
        shapes: 'holds',
        same: 'fails',
        meaning: 'condition',
        spaces: 'holds',
        symmetric: 'holds',
        others: 'fails',
        dominates: 'condition',
        dimensions: 'holds',
        row: 'fails',
        itself: 'condition',
        columns: 'holds',
        definite: 'condition',
        circle: 'holds',
      });
    });

    it('sets a state in which the reader sees what was measured', () => {
      const shown = (id: string) =>
        compute(experiments.find((one) => one.id === id)?.state ?? DOCUMENT, engine);
      expect(shown('same').scoresAsymmetry).toBe(measured('same', 'two'));
      expect(shown('meaning').scoresAsymmetry).toBe(measured('meaning', 'asymmetry'));
      expect(shown('others').weightsAsymmetry).toBe(measured('others', 'sentence'));
      expect(shown('dominates').meanDiagonal).toBe(measured('dominates', 'small'));
      expect(shown('itself').distances[2]).toBe(measured('itself', 'small'));
      expect(shown('definite').smallestEigenvalue).toBe(measured('definite', 'two'));
      expect(shown('columns').output.data[600]).toBe(measured('columns', 'first'));
    });

    it('gives the same word the same vector, wherever it stands and whatever its size', () => {
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
        seed: DOCUMENT.seed,
        stream: streamOf('how'),
      });
      expect(rows[0]).toEqual(Array.from(random.data, (x) => x / 2));
      expect(at({ sentence: 'how', seed: 2 }).values.data).not.toEqual(
        at({ sentence: 'how' }).values.data,
      );
    });

    it.each(['none', 'shared', 'two'] as const)(
      'reads the curves where the picture stands, %s',
      (projection) => {
        for (const axis of ['deviation', 'dimension'] as const) {
          const numbers = at({ axis, projection, deviation: 0.5, dimension: 64 });
          const here = numbers.curve.points.find(
            ({ x }) => x === (axis === 'deviation' ? 0.5 : 64),
          );
          expect(here?.meanDiagonal).toBeCloseTo(numbers.meanDiagonal, 12);
        }
      },
    );

    it('draws and computes again only what a change touches', () => {
      const state = { ...DOCUMENT, projection: 'two' } as const;
      const last = { state, numbers: compute(state, engine) };
      const next = (change: Partial<State>) => compute({ ...state, ...change }, engine, last);
      const larger = next({ deviation: 0.5 });
      expect(larger.embeddings.vectors.get('how')).toBe(last.numbers.embeddings.vectors.get('how'));
      expect(larger.embeddings.projections).toBe(last.numbers.embeddings.projections);
      expect(larger.curve).toBe(last.numbers.curve);
      expect(larger.circle).toBe(last.numbers.circle);
      expect(larger.scores).not.toBe(last.numbers.scores);
      expect(drawn(larger)).toEqual(drawn(compute({ ...state, deviation: 0.5 }, engine)));
      const turned = next({ circle: [0, 0, 1, 0, 0, 0] });
      expect(turned.scores).toBe(last.numbers.scores);
      expect(turned.circle).not.toBe(last.numbers.circle);
      for (const change of [
        { dimension: 8 },
        { seed: 2 },
        { sentence: 'you are' },
        { divisor: 'none' },
        { projection: 'none' },
        { precision: 'float32' },
        { axis: 'dimension' },
      ] as const) {
        const anew = compute({ ...state, ...change }, engine);
        expect(drawn(next(change)), JSON.stringify(change)).toEqual(drawn(anew));
      }
    });

    it('never lets symmetric scores go round, and two projections do', () => {
      expect(mostOnward(engine)).toBe(2);
      const circle = solveCircle(engine);
      const solved = at({ circleKind: 'two', circle }).circle;
      expect(solved.pointing).toEqual(['onward', 'onward', 'onward']);
      expect(solved.scores).toEqual([
        [0, 2, 0],
        [0, 0, 2],
        [2, 0, 0],
      ]);
      expect(at({ circleKind: 'symmetric', circle }).circle.pointing).toEqual([
        'tie',
        'tie',
        'tie',
      ]);
      const two = at({ circle: [3, 1, 2, 9, 9, 9] }).circle;
      expect(two.pointing).toEqual(['onward', 'back', 'onward']);
      expect(two.weights[0]?.[1]).toBeCloseTo(1 / (1 + Math.exp(-1)), 14);
      expect(two.weights[0]?.[0]).toBe(0);
    });

    it('decides the predictions by computing them', () => {
      const found = Object.fromEntries(
        predictions.map(({ id, measure }) => [id, measure(engine, i18n)]),
      );
      expect(found.self?.right).toBe('share');
      expect(found.ways?.right).toBe('differ');
      expect(found.ways?.numbers.there).not.toBe(found.ways?.numbers.back);
      expect(found.round?.right).toBe('2');
    });

    it('stops a Monte Carlo that is cancelled', async () => {
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
}

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
  ])('%s is taken apart', (sentence, tokens) => {
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
  const read = (params: Record<string, string>) => readLink(new URLSearchParams(params));

  it('gives back what it was made of', () => {
    const state = withinRanges({
      ...DOCUMENT,
      sentence: '你好, A&B = #1?',
      row: 4,
      projection: 'two',
    });
    expect(readLink(writeState(fields, state))).toEqual({ state, problems: [] });
  });

  it('is repaired where it says what cannot be', () => {
    expect(read({ sentence: '  ' })).toMatchObject({
      state: { sentence: DOCUMENT.sentence },
      problems: [{ field: 'sentence', kind: 'empty' }],
    });
    const long = read({ sentence: 'a '.repeat(300) });
    expect(long.state.sentence).toHaveLength(200);
    expect(long.problems.map(({ kind }) => kind)).toEqual(['too-long']);
    expect(read({ sentence: 'one two', row: '9' }).state.row).toBe(2);
    expect(read({ circle: '9,1' })).toMatchObject({
      state: { circle: [5, 1, 0, 0, 0, 0] },
      problems: [{ field: 'circle', kind: 'out-of-range' }],
    });
    expect(read({ dimension: '7.6', seed: '-1' }).state).toMatchObject({ dimension: 8, seed: 0 });
  });
});

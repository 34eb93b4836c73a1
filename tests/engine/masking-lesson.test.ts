// SPDX-License-Identifier: MIT
// Tests the lesson "masking" without a page: the numbers of its page Verify, and its experiments, which measure
// claims of the source texts. masking-scenes.test.ts tests its scenes.
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { createEngine, type Tensor } from '../../web/src/engine/index.ts';
import { createI18n } from '../../web/src/i18n/i18n.ts';
import { experiments, predictions } from '../../web/src/lessons/masking/claims.ts';
import {
  compute,
  fields,
  LEAKING,
  type State,
  TREATMENT_IDS,
  type Treatment,
} from '../../web/src/lessons/masking/compute.ts';
import {
  computeSample,
  computeTwice,
  DRAWN,
  usedIn,
} from '../../web/src/lessons/masking/examples.ts';
import { initialState, readWithin, within, writeState } from '../../web/src/state/fields.ts';
import { measureAll } from './lessons.ts';

const INITIAL = initialState(fields);
/** A state with one valid length per query. */
const ROWS = { lensKind: 'rows' } as const;
const i18n = await createI18n('en');

interface GoldenCase {
  readonly id: string;
  readonly inputs: Readonly<Record<string, Tensor>>;
  readonly expected: Readonly<Record<string, { readonly data: number[] }>>;
}

function golden(file: string, id: string): GoldenCase {
  const text = readFileSync(new URL(`../golden/${file}.json`, import.meta.url), 'utf8');
  const found = (JSON.parse(text).cases as GoldenCase[]).find((one) => one.id === id);
  if (found === undefined) throw new Error(`no case ${id}`);
  return found;
}

/** The entries [index, found, expected] that differ by more than rounding. */
const differences = (found: readonly number[], expected: readonly number[] = []) =>
  found.flatMap((x, i) =>
    Math.abs(x - (expected[i] ?? Number.NaN)) <= 1e-12 ? [] : [[i, x, expected[i]]],
  );

const engine = await createEngine({ simd: 'simd' });
const { measured, verdicts } = await measureAll(experiments, engine);
const at = (change: Partial<State>) => compute(within(fields, { ...INITIAL, ...change }), engine);
const weightsOf = (treatment: Treatment, change: Partial<State>) =>
  at(change).treated[treatment]().weights[1] ?? [];

describe('masking, the page Verify', () => {
  it('shows the golden numbers of two calls on one tensor, and on copies', () => {
    const { inputs, expected } = golden('masked_softmax_lens', 'pub-masked_softmax_lens-12');
    const { first, same, fresh } = computeTwice(INITIAL, engine, inputs.X as Tensor);
    expect(differences(first.flat(), expected.y1?.data)).toEqual([]);
    expect(differences(same.tensor.flat(), expected.X_after_first?.data)).toEqual([]);
    expect(differences(same.weights.flat(), expected.y2_seed_behaviour?.data)).toEqual([]);
    expect(differences(fresh.weights.flat(), expected.y2_correct?.data)).toEqual([]);
  });

  it('draws the same numbers as PyTorch and computes the same weights', () => {
    const one = golden('masked_softmax_lens', 'pub-masked_softmax_lens-04');
    const two = golden('masked_softmax_lens', 'pub-masked_softmax_lens-05');
    const { first, same, fresh } = at({}).twice();
    expect(DRAWN.data).toEqual(one.inputs.X?.data);
    expect(differences(first.flat(), one.expected.y?.data)).toEqual([]);
    expect(differences(fresh.weights.flat(), two.expected.y?.data)).toEqual([]);
    const rounded = (row: readonly number[] = []) => row.map((x) => Number(x.toFixed(4)));
    expect(rounded(same.weights[1])).toEqual([0.4191, 0.5809, 0, 0]);
    expect(rounded(same.weights[3])).toEqual([0.2882, 0.3337, 0.3781, 0]);
    expect(same.weights.map(usedIn)).toEqual([1, 2, 2, 3]);
    expect(fresh.weights.map(usedIn)).toEqual([1, 3, 2, 4]);
  });

  it('combines lengths, order and selected cells into the visible keys', () => {
    const seen = (change: Partial<State>) =>
      at(change)
        .visible.map((row) => row.join(''))
        .join(' ');
    expect(seen({})).toBe('11111 11111 11111 11111 11111');
    expect(seen({ causal: 'on' })).toBe('10000 11000 11100 11110 11111');
    expect(seen(ROWS)).toBe('11100 11000 11110 10000 11111');
    expect(seen({ lensKind: 'one', len: 3 })).toBe('11100 11100 11100 11100 11100');
    const causal = { lensKind: 'none', causal: 'on' } as const;
    expect(seen(causal)).toBe('10000 11000 11100 11110 11111');
    expect(seen({ ...causal, convention: 'hide' })).toBe('01111 00111 00011 00001 00000');
    const mask = INITIAL.mask.with(5, 0);
    expect(seen({ ...ROWS, mask })).toBe('11100 01000 11110 10000 11111');
    expect(seen({ ...ROWS, mask, causal: 'on' })).toBe('10000 01000 11100 10000 11111');
  });

  it('gives each masking method its own weights for a query without visible keys', () => {
    const nobody = { ...ROWS, lens: [3, 0, 4, 1, 5] };
    const open = weightsOf('exclude', { lensKind: 'none' });
    for (const id of ['exclude', 'fill4', 'fill6', 'fill9', 'fill20'] as const)
      expect(weightsOf(id, nobody)).toEqual([0.2, 0.2, 0.2, 0.2, 0.2]);
    expect(weightsOf('infinity', nobody)).toEqual(Array(5).fill(Number.NaN));
    expect(weightsOf('exclude', { ...nobody, emptyRow: 'zeros' })).toEqual([0, 0, 0, 0, 0]);
    expect(weightsOf('exclude', { ...nobody, emptyRow: 'nan' })[0]).toBeNaN();
    weightsOf('add9', nobody).forEach((weight, j) => {
      expect(weight).toBeCloseTo(open[j] ?? Number.NaN, 6);
    });
    expect(weightsOf('add9', { ...nobody, precision: 'float32' })[0]).toBeCloseTo(0.2, 7);
    expect(at(nobody).emptyRows).toEqual([false, true, false, false, false]);
  });

  it.each([
    [1, []],
    [1e3, []],
    [1e4, ['fill4']],
    [1e6, ['fill4', 'fill6']],
    [1e9, ['fill4', 'fill6', 'fill9', 'add9']],
    [1e20, ['fill4', 'fill6', 'fill9', 'fill20', 'add9']],
  ])('leaks if scores are as low as the fill, at size %s', (size, leaking) => {
    for (const precision of ['float64', 'float32'] as const) {
      const { treated } = at({ ...ROWS, size, precision });
      const leak = (id: Treatment) => treated[id]().leaks[1] ?? Number.NaN;
      expect(TREATMENT_IDS.filter((id) => leak(id) > 1e-6)).toEqual(leaking);
      for (const id of TREATMENT_IDS) expect(treated[id]().sums[1]).toBeCloseTo(1, 6);
    }
  });

  it('uses the same numbers in the figure of the fills and in the experiment', () => {
    for (const precision of ['float64', 'float32'] as const) {
      const leaks = at({ ...ROWS, precision }).leaks();
      expect([leaks[0]?.size, leaks.at(-1)?.size, leaks.length]).toEqual([1, 1e21, 43]);
      for (const size of [1, 1e4, 1e9, 1e20]) {
        const point = leaks.find((one) => one.size === size);
        const { treated } = at({ ...ROWS, size, precision });
        for (const id of LEAKING) expect(point?.leaks[id]).toBe(treated[id]().leaks[1]);
      }
    }
    const open = at({}).leaks();
    expect(new Set(open.flatMap(({ leaks }) => Object.values(leaks)))).toEqual(new Set([0]));
  });

  it('runs the documents’ example as PyTorch does, with any seed', () => {
    const { expected } = golden('additive_attention', 'pub-additive_attention-01');
    for (const score of ['additive', 'dot'] as const) {
      for (const seed of [0, 1, 7]) {
        const { output, weights, shape } = at({ score, seed }).sample();
        expect(shape).toEqual([2, 1, 10]);
        expect(differences(output.flat(), expected.out?.data)).toEqual([]);
        expect(weights.map(usedIn)).toEqual([2, 6]);
      }
      const drawn = at({ score, keys: 'drawn' }).sample().output.flat();
      expect(differences(drawn, expected.out?.data).length).toBe(8);
    }
    const again = { ...INITIAL, keys: 'drawn', seed: 5 } as const;
    expect(computeSample(again, engine)).toEqual(computeSample(again, engine));
  });

  it('computes the other masking methods and the examples only when they are read', () => {
    const calls = vi.spyOn(engine, 'maskedSoftmax');
    const { treated } = at({ size: 20, treatment: 'fill6' });
    expect(treated.fill6()).toBe(treated.fill6());
    expect(calls).toHaveBeenCalledTimes(2);
    calls.mockRestore();
  });

  it('reuses results that a change does not affect', () => {
    const last = { state: INITIAL, numbers: compute(INITIAL, engine) };
    const next = (change: Partial<State>) => compute({ ...INITIAL, ...change }, engine, last);
    expect(next({ size: 20 }).twice).toBe(last.numbers.twice);
    expect(next({ size: 20 }).sample).toBe(last.numbers.sample);
    expect(next({ size: 20 }).leaks).toBe(last.numbers.leaks);
    expect(next({ row: 3 }).leaks).not.toBe(last.numbers.leaks);
    expect(next({ causal: 'on' }).leaks).not.toBe(last.numbers.leaks);
    expect(next({ firstLens: [1, 3] }).twice).not.toBe(last.numbers.twice);
    expect(next({ seed: 2 }).sample).not.toBe(last.numbers.sample);
    expect(next({ precision: 'float32' }).twice).not.toBe(last.numbers.twice);
  });

  it('gives every statement its verdict', () => {
    expect(verdicts).toEqual({
      causal: 'holds',
      empty: 'condition',
      leak: 'condition',
      convention: 'condition',
      biases: 'condition',
      lens: 'condition',
      inplace: 'fails',
      shape: 'fails',
      expand: 'condition',
      equal: 'condition',
      heatmap: 'condition',
    });
  });

  it('measures the errata’s numbers', () => {
    const energies = golden('mha_002', 'pub-mha_002-05').expected.weights?.data ?? [];
    expect(measured('convention', 'own')).toBe(0);
    expect(measured('convention', 'next')).toBeCloseTo(0.622, 3);
    expect(measured('convention', 'last')).toBeCloseTo(0.378, 3);
    ['own', 'next', 'last'].forEach((row, i) => {
      expect(measured('convention', row)).toBeCloseTo(energies[i] ?? Number.NaN, 7);
    });
    expect(measured('convention', 'empty64')).toBeCloseTo(energies[6] ?? Number.NaN, 6);
    expect(measured('convention', 'empty32')).toBeCloseTo(1 / 3, 6);
    expect(measured('leak', 'low')).toBeCloseTo(1, 12);
    expect(measured('empty', 'empty9')).toBeCloseTo(0.2, 12);
    expect(measured('empty', 'infinity')).toBeNaN();
    expect(measured('lens', 'empty')).toBe(0.25);
    expect(measured('equal', 'apart')).toBeLessThan(1e-12);
  });

  it('sets states that show what the experiments measure', () => {
    const shown = (id: string) =>
      compute(experiments.find((one) => one.id === id)?.state ?? INITIAL, engine);
    expect(shown('leak').treated.fill4().leaks[1]).toBe(measured('leak', 'low'));
    expect(shown('empty').treated.fill9().weights[1]?.[0]).toBe(measured('empty', 'empty9'));
    expect(shown('inplace').twice().same.weights[1]?.[0]).toBe(measured('inplace', 'row2a'));
    expect(shown('lens').twice().first[0]?.[0]).toBe(measured('lens', 'empty'));
    expect(shown('equal').sample().output[0]?.[0]).toBe(measured('equal', 'additive1'));
    expect(shown('convention').treated.add9().weights[0]?.[0]).toBe(0);
    expect(shown('causal').treated.exclude().weights[0]?.[0]).toBe(measured('causal', 'first'));
  });

  it('adds the constant of document 002, line 184, so that the mask has no effect in float64', () => {
    const open = at({}).treated.exclude().weights[1]?.[0] ?? Number.NaN;
    expect(measured('empty', 'added')).toBeCloseTo(open, 6);
    expect(measured('convention', 'hides')).toBe(1);
    expect(measured('convention', 'kept')).toBe(1);
  });

  it('computes the answers to the predictions', () => {
    expect(predictions.map((one) => [one.id, one.measure(engine, i18n)])).toEqual([
      ['large', { right: 'hidden', numbers: { leak: '100%', share: '33.3%', excluded: '100%' } }],
      ['second', { right: '2', numbers: { weight: '0.4191', fresh: '0.2788' } }],
    ]);
  });
});

describe('a link', () => {
  const read = (params: URLSearchParams) =>
    readWithin(fields, params, (state) => within(fields, state));

  it('restores every state within the ranges', () => {
    for (const { state } of experiments) {
      const { state: again, problems } = read(writeState(fields, state));
      expect(again).toEqual(state);
      expect(problems).toEqual([]);
    }
  });

  it('has whole lengths and flags, one for each row and cell', () => {
    const { state, problems } = read(
      new URLSearchParams('mask=0,1,0.4&lens=9,-1,2.4,1,5&firstLens=5&size=0&row=7'),
    );
    expect(state.mask).toEqual(Array(25).fill(1));
    expect(state.lens).toEqual([5, 0, 2, 1, 5]);
    expect(state.firstLens).toEqual([2, 3]);
    expect(state).toMatchObject({ size: 1, row: 5 });
    expect(problems.map(({ field }) => field)).toEqual([
      'row',
      'mask',
      'lens',
      'size',
      'firstLens',
    ]);
  });
});

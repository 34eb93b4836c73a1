// SPDX-License-Identifier: MIT
// What the lesson computes and decides, through both twins, without a page.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEngine, type Tensor } from '../../web/src/engine/index.ts';
import { createI18n } from '../../web/src/i18n/i18n.ts';
import { compute } from '../../web/src/lessons/masking/compute.ts';
import { experiments } from '../../web/src/lessons/masking/experiments.ts';
import { LEAKING } from '../../web/src/lessons/masking/leaks.ts';
import { predictions } from '../../web/src/lessons/masking/predictions.ts';
import { computeSample } from '../../web/src/lessons/masking/sample.ts';
import {
  fields,
  readLink,
  type State,
  TREATMENT_IDS,
  type Treatment,
  withinRanges,
} from '../../web/src/lessons/masking/state.ts';
import { computeTwice, DRAWN, usedIn } from '../../web/src/lessons/masking/twice.ts';
import { initialState, writeState } from '../../web/src/state/fields.ts';
import { measureAll } from './lessons.ts';

const INITIAL = initialState(fields);
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

/** Where numbers differ by more than rounding. */
const differences = (found: readonly number[], expected: readonly number[] = []) =>
  found.flatMap((x, i) =>
    Math.abs(x - (expected[i] ?? Number.NaN)) <= 1e-12 ? [] : [[i, x, expected[i]]],
  );

for (const twin of ['simd', 'scalar'] as const) {
  const engine = await createEngine({ simd: twin });
  const { measured, verdicts } = await measureAll(experiments, engine);
  const at = (change: Partial<State>) => compute(withinRanges({ ...INITIAL, ...change }), engine);
  const weightsOf = (treatment: Treatment, change: Partial<State>) =>
    at(change).treated[treatment].weights[1] ?? [];

  describe(`masking, the lesson, ${twin}`, () => {
    it('shows the golden numbers of two calls on one tensor, and on copies', () => {
      const { inputs, expected } = golden('masked_softmax_lens', 'pub-masked_softmax_lens-12');
      const { first, same, fresh } = computeTwice(INITIAL, engine, inputs.X as Tensor);
      expect(differences(first.flat(), expected.y1?.data)).toEqual([]);
      expect(differences(same.tensor.flat(), expected.X_after_first?.data)).toEqual([]);
      expect(differences(same.weights.flat(), expected.y2_seed_behaviour?.data)).toEqual([]);
      expect(differences(fresh.weights.flat(), expected.y2_correct?.data)).toEqual([]);
    });

    it('draws what PyTorch drew, and weighs it as PyTorch did', () => {
      const one = golden('masked_softmax_lens', 'pub-masked_softmax_lens-04');
      const two = golden('masked_softmax_lens', 'pub-masked_softmax_lens-05');
      const { first, same, fresh } = at({}).twice;
      expect(DRAWN.data).toEqual(one.inputs.X?.data);
      expect(differences(first.flat(), one.expected.y?.data)).toEqual([]);
      expect(differences(fresh.weights.flat(), two.expected.y?.data)).toEqual([]);
      const rounded = (row: readonly number[] = []) => row.map((x) => Number(x.toFixed(4)));
      expect(rounded(same.weights[1])).toEqual([0.4191, 0.5809, 0, 0]);
      expect(rounded(same.weights[3])).toEqual([0.2882, 0.3337, 0.3781, 0]);
      expect(same.weights.map(usedIn)).toEqual([1, 2, 2, 3]);
      expect(fresh.weights.map(usedIn)).toEqual([1, 3, 2, 4]);
    });

    it('asks the library which keys are seen: lengths, order and pressed cells together', () => {
      const seen = (change: Partial<State>) =>
        at(change)
          .visible.map((row) => row.join(''))
          .join(' ');
      expect(seen({})).toBe('11100 11000 11110 10000 11111');
      expect(seen({ lensKind: 'one', len: 3 })).toBe('11100 11100 11100 11100 11100');
      expect(seen({ lensKind: 'none' })).toBe('11111 11111 11111 11111 11111');
      const causal = { lensKind: 'none', causal: 'on' } as const;
      expect(seen(causal)).toBe('10000 11000 11100 11110 11111');
      expect(seen({ ...causal, convention: 'hide' })).toBe('01111 00111 00011 00001 00000');
      const mask = INITIAL.mask.with(5, 0);
      expect(seen({ mask })).toBe('11100 01000 11110 10000 11111');
      expect(seen({ mask, causal: 'on' })).toBe('10000 01000 11100 10000 11111');
    });

    it('gives each way to hide its own weights where a query sees nobody', () => {
      const nobody = { lens: [3, 0, 4, 1, 5] };
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
    ])('leaks where scores are as low as the number, at size %s', (size, leaking) => {
      for (const precision of ['float64', 'float32'] as const) {
        const { treated } = at({ size, precision });
        expect(TREATMENT_IDS.filter((id) => treated[id].leak > 1e-6)).toEqual(leaking);
        for (const id of TREATMENT_IDS) expect(treated[id].sum).toBeCloseTo(1, 6);
      }
    });

    it('draws where each number gives in from the same numbers as the bench', () => {
      for (const precision of ['float64', 'float32'] as const) {
        const { leaks } = at({ precision });
        expect([leaks[0]?.size, leaks.at(-1)?.size, leaks.length]).toEqual([1, 1e21, 43]);
        for (const size of [1, 1e4, 1e9, 1e20]) {
          const point = leaks.find((one) => one.size === size);
          const { treated } = at({ size, precision });
          for (const id of LEAKING) expect(point?.leaks[id]).toBe(treated[id].leak);
        }
      }
      const open = at({ lensKind: 'none' }).leaks;
      expect(open.flatMap(({ leaks }) => Object.values(leaks)).every((leak) => leak === 0)).toBe(
        true,
      );
    });

    it('runs the documents’ example as PyTorch does, whatever the seed', () => {
      const { expected } = golden('additive_attention', 'pub-additive_attention-01');
      for (const score of ['additive', 'dot'] as const) {
        for (const seed of [0, 1, 7]) {
          const { output, weights, shape } = at({ score, seed }).sample;
          expect(shape).toEqual([2, 1, 10]);
          expect(differences(output.flat(), expected.out?.data)).toEqual([]);
          expect(weights.map(usedIn)).toEqual([2, 6]);
        }
        const drawn = at({ score, keys: 'drawn' }).sample.output.flat();
        expect(differences(drawn, expected.out?.data).length).toBe(8);
      }
      const again = { ...INITIAL, keys: 'drawn', seed: 5 } as const;
      expect(computeSample(again, engine)).toEqual(computeSample(again, engine));
    });

    it('keeps what a change leaves as it was', () => {
      const last = { state: INITIAL, numbers: compute(INITIAL, engine) };
      const next = (change: Partial<State>) => compute({ ...INITIAL, ...change }, engine, last);
      expect(next({ size: 20 }).twice).toBe(last.numbers.twice);
      expect(next({ size: 20 }).sample).toBe(last.numbers.sample);
      expect(next({ size: 20 }).leaks).toBe(last.numbers.leaks);
      expect(next({ row: 3 }).leaks).not.toBe(last.numbers.leaks);
      expect(next({ lensKind: 'none' }).leaks).not.toBe(last.numbers.leaks);
      expect(next({ firstLens: [1, 3] }).twice).not.toBe(last.numbers.twice);
      expect(next({ seed: 2 }).sample).not.toBe(last.numbers.sample);
      expect(next({ precision: 'float32' }).twice).not.toBe(last.numbers.twice);
    });

    it('gives every statement its verdict', () => {
      expect(verdicts).toEqual({
        causal: 'holds',
        empty: 'condition',
        leak: 'condition',
        convention: 'fails',
        lens: 'condition',
        inplace: 'fails',
        shape: 'fails',
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

    it('sets a state in which the reader sees what was measured', () => {
      const shown = (id: string) =>
        compute(experiments.find((one) => one.id === id)?.state ?? INITIAL, engine);
      expect(shown('leak').treated.fill4.leak).toBe(measured('leak', 'low'));
      expect(shown('empty').treated.fill9.weights[1]?.[0]).toBe(measured('empty', 'empty9'));
      expect(shown('inplace').twice.same.weights[1]?.[0]).toBe(measured('inplace', 'row2a'));
      expect(shown('lens').twice.first[0]?.[0]).toBe(measured('lens', 'empty'));
      expect(shown('equal').sample.output[0]?.[0]).toBe(measured('equal', 'additive1'));
      expect(shown('convention').treated.add9.weights[0]?.[0]).toBe(0);
      expect(shown('causal').treated.exclude.weights[0]?.[0]).toBe(measured('causal', 'first'));
    });

    it('decides the predictions by computing them', () => {
      expect(predictions.map((one) => one.measure(engine, i18n))).toEqual([
        { right: 'uniform', numbers: { weight: '20%', infinity: 'NaN' } },
        { right: 'hidden', numbers: { leak: '100%', share: '33.3%', excluded: '100%' } },
        { right: '2', numbers: { weight: '0.4191', fresh: '0.2788' } },
      ]);
    });
  });
}

describe('a link', () => {
  const read = (text: string) => readLink(new URLSearchParams(text));

  it('gives back every state that is within ranges', () => {
    for (const { state } of experiments) {
      const { state: again, problems } = readLink(writeState(fields, state));
      expect(again).toEqual(state);
      expect(problems).toEqual([]);
    }
  });

  it('has whole lengths and flags, as many as there are rows and cells', () => {
    const { state, problems } = read('mask=0,1,0.4&lens=9,-1,2.4&firstLens=5&size=0&row=7');
    expect(state.mask).toEqual([0, 1, 0, ...Array(22).fill(1)]);
    expect(state.lens).toEqual([5, 0, 2, 1, 5]);
    expect(state.firstLens).toEqual([4, 3]);
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

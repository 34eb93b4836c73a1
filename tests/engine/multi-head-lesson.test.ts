// SPDX-License-Identifier: MIT
// Tests the lesson "multi-head" without a page: the numbers that it computes, and its experiments, which measure claims
// of the source texts.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEngine, type Tensor } from '../../web/src/engine/index.ts';
import { multiHead, undecidedInMultiHead } from '../../web/src/ledger/multi-head.ts';
import { largestDifference, rowsOf } from '../../web/src/lessons/matrix.ts';
import { case002, case004, runOf, TOKENS, with_ } from '../../web/src/lessons/multi-head/cases.ts';
import { experiments } from '../../web/src/lessons/multi-head/claims.ts';
import { compute } from '../../web/src/lessons/multi-head/compute.ts';
import { influenceOf } from '../../web/src/lessons/multi-head/influence.ts';
import { requestOf } from '../../web/src/lessons/multi-head/inputs.ts';
import { D_MODEL, EXAMPLE, type State } from '../../web/src/lessons/multi-head/state.ts';
import { countOf, sums } from '../../web/src/lessons/multi-head/tensors.ts';
import { measureAll } from './lessons.ts';

interface GoldenCase {
  readonly id: string;
  readonly inputs: Readonly<Record<string, Tensor>>;
  readonly expected: Readonly<Record<string, Tensor>>;
}

const goldenCase = (file: string, id: string): GoldenCase => {
  const { cases } = JSON.parse(
    readFileSync(new URL(`../golden/${file}.json`, import.meta.url), 'utf8'),
  );
  return cases.find((one: GoldenCase) => one.id === id);
};

const engine = await createEngine({ simd: 'simd' });
const quick = experiments.filter(({ id }) => id !== 'whole');
const { measured, verdicts } = await measureAll(quick, engine);
const at = (change: Partial<State>) => compute(with_(change), engine);

describe('multi-head, the lesson', () => {
  it.each([
    ['mha_004', 'pub-mha_004-01', case004(), '004_as_printed'],
    ['mha_002', 'pub-mha_002-01', case002(), '002_as_printed'],
    ['mha_002', 'pub-mha_002-09', case002(), '002_as_meant'],
  ] as const)('reproduces the reference case: %s, %s', (file, id, own, variant) => {
    const { inputs, expected } = goldenCase(file, id);
    const same = (name: string, given: Tensor | undefined) =>
      expect(Array.from(given?.data ?? []), name).toEqual(inputs[name]?.data);
    for (const name of ['W_q', 'W_k', 'W_v'] as const) same(name, own[name]);
    expect(TOKENS.data).toEqual((inputs.q ?? inputs.queries)?.data);
    const found = engine.multiHead({ ...own, variant });
    for (const [name, stage] of [
      ['weights', found.heads.weights],
      ['concat', found.concat],
      ['out', found.output],
    ] as const)
      stage.data.forEach((x, i) => {
        expect(x, `${name}[${i}]`).toBeCloseTo(expected[name]?.data[i] as number, 12);
      });
  });

  it('has the same number of parameters for any number of heads, and more scores', () => {
    const count = (change: Partial<State>) => countOf(...Object.values(at(change).parameters));
    for (const heads of [1, 2, 4, 8]) {
      expect(count({ heads })).toBe(4 * (D_MODEL ** 2 + D_MODEL));
      expect(at({ heads }).run.heads.scores.shape).toEqual([heads, 4, 4]);
    }
    expect(count({ variant: '002_as_meant' })).toBe(3 * 4 ** 2 + D_MODEL ** 2 + D_MODEL);
  });

  it('has 004 equal to the standard, 002’s two classes equal, and their layers without effect', () => {
    for (const mask of ['none', 'causal'] as const) {
      const output = (variant: State['variant'], layers: State['layers'] = 'drawn') =>
        at({ mask, variant, layers }).run.output;
      const [standard, printed] = [output('standard'), output('002_as_printed')];
      expect(output('004_as_printed')).toEqual(standard);
      expect(largestDifference(printed.data, standard.data)).toBeGreaterThan(1);
      output('002_tensorflow').data.forEach((x, i) => {
        expect(x).toBeCloseTo(printed.data[i] as number, 12);
      });
      expect(output('002_as_printed', 'million')).toEqual(printed);
      expect(output('002_as_meant', 'million')).not.toEqual(output('002_as_meant'));
    }
  });

  it('traces which token affects which output, in agreement with small changes', () => {
    const state = with_({ mask: 'causal', heads: 4 });
    const { inputs } = compute(state, engine);
    const influence = influenceOf(engine, requestOf(state, inputs));
    influence.forEach((row, i) => {
      row.forEach((size, j) => {
        if (j > i) expect(size).toBe(0);
        else expect(size).toBeGreaterThan(0);
      });
    });
    const [i, j, step] = [3, 1, 1e-5];
    const outputAt = (c: number, change: number) => {
      const at = j * D_MODEL + c;
      const data = Array.from(inputs.x.data);
      const x = { ...inputs.x, data: data.with(at, (data[at] as number) + change) };
      return engine.multiHead(requestOf(state, { ...inputs, x })).output.data;
    };
    const slopes = Array.from({ length: D_MODEL }, (_, c) => {
      const [up, down] = [outputAt(c, step), outputAt(c, -step)];
      return Array.from({ length: D_MODEL }, (__, o) =>
        Math.abs(((up[i * D_MODEL + o] as number) - (down[i * D_MODEL + o] as number)) / step / 2),
      );
    });
    expect(influence[i]?.[j]).toBeCloseTo(Math.max(...slopes.flat()), 7);
  });

  it('sets states that show what the experiments measure', () => {
    const state = (id: string) => experiments.find((one) => one.id === id)?.state ?? EXAMPLE;
    const shown = (id: string) => compute(state(id), engine).run;
    const moved = (id: string, { output }: { readonly output: Tensor }) =>
      largestDifference(shown(id).output.data, output.data);
    const { projectedQueries, projectedKeys, projectedValues } = shown('own');
    expect(
      new Set([projectedQueries, projectedKeys, projectedValues].map(({ data }) => data.join()))
        .size,
    ).toBe(measured('own', 'printed'));
    expect(moved('steps', runOf(engine, state('steps'), { divisor: 'none' }))).toBe(
      measured('steps', 'four'),
    );
    expect(moved('dead', runOf(engine, { ...state('dead'), layers: 'drawn' }))).toBe(
      measured('dead', 'change'),
    );
    const { output, heads } = shown('weighting');
    expect(output.shape[0]).toBe(measured('weighting', 'outputs'));
    expect(sums(rowsOf(heads.weights, 0))[0]).toBe(measured('weighting', 'sum'));
    for (const id of ['global', 'mask', 'tensorflow'])
      expect(shown(id).heads.weights.data.filter((weight) => weight === 0).length, id).toBe(12);
    for (const id of ['parameters', 'divisible', 'embed', 'rank', 'whole'])
      expect(shown(id).headQueries.shape, id).toEqual([8, 4, 1]);
  });

  it('measures the errata’s numbers', () => {
    expect(measured('dead', 'unused')).toBe(12_288);
    expect([measured('split', 'right'), measured('split', 'wrong')]).toEqual([8, 2]);
    expect(measured('sums', 'column1')).toBeCloseTo(1.684, 3);
    expect(measured('sums', 'column2')).toBeCloseTo(0.7067, 4);
    expect(measured('sums', 'column3')).toBeCloseTo(0.609, 3);
    expect(measured('embed', 'eight')).toBeCloseTo(0.1246, 2);
    expect(measured('embed', 'many')).toBeCloseTo(0.0157, 3);
    expect(measured('embed', 'entropy')).toBeCloseTo(2.714, 2);
    expect(measured('embed', 'right')).toBeCloseTo(1, 1);
    expect(measured('mask', 'read004')).toBeCloseTo(1.07, 2);
    expect(measured('mask', 'read002')).toBeCloseTo(0.32, 2);
    expect(measured('tensorflow', 'second')).toBeCloseTo(0.6224593312018546, 14);
    for (const heads of [1, 2, 8, 64]) expect(measured('parameters', `p${heads}`)).toBe(1_050_624);
  });

  it('gives every experiment its verdict', () => {
    expect(verdicts).toEqual({
      linear: 'holds',
      own: 'condition',
      scores: 'holds',
      sums: 'condition',
      steps: 'condition',
      weighting: 'holds',
      concat: 'holds',
      global: 'condition',
      parameters: 'condition',
      divisible: 'holds',
      split: 'holds',
      dead: 'fails',
      embed: 'fails',
      tensorflow: 'fails',
      class004: 'holds',
      rank: 'condition',
      line64: 'fails',
      mask: 'condition',
      dropout: 'condition',
    });
  });

  it.each(['embed', 'parameters', 'whole'])('stops %s when it is cancelled', async (id) => {
    const abort = new AbortController();
    const experiment = experiments.find((one) => one.id === id);
    const told: number[] = [];
    const run = experiment?.measure(engine, {
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

it('has every statement of its part of the ledger', () => {
  const known = new Set([...multiHead, ...undecidedInMultiHead].map(({ id }) => id));
  const numbers = (document: string, from: number, to: number) =>
    Array.from(
      { length: to - from + 1 },
      (_, i) => `${document}-${String(from + i).padStart(2, '0')}`,
    );
  const wanted = [
    ...numbers('002', 1, 7),
    ...numbers('002', 9, 12),
    ...numbers('002', 16, 19),
    ...numbers('004', 1, 14),
    ...['004-16', '004-17', 'E-16', 'E-29', 'E-30', 'E-31', 'E-32', 'E-41', 'E-42', 'E-43', 'E-44'],
  ];
  expect([...known].sort()).toEqual(wanted.sort());
});

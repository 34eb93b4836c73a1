// SPDX-License-Identifier: MIT
// Tests the lesson "multi-head" without a page: the numbers that it computes, and its experiments, which measure claims
// of the source texts.
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { createEngine, type Tensor } from '../../web/src/engine/index.ts';
import { createI18n } from '../../web/src/i18n/i18n.ts';
import { multiHead, undecidedInMultiHead } from '../../web/src/ledger/multi-head.ts';
import {
  case002,
  case004,
  INITIAL,
  TOKENS,
  with_,
} from '../../web/src/lessons/multi-head/cases.ts';
import { experiments, predictions } from '../../web/src/lessons/multi-head/claims.ts';
import {
  compute,
  differenceOf,
  type Pipeline,
  pipelineOf,
} from '../../web/src/lessons/multi-head/compute.ts';
import { requestOf } from '../../web/src/lessons/multi-head/inputs.ts';
import {
  constrain,
  D_MODEL,
  fields,
  HEADS,
  MASKS,
  type State,
} from '../../web/src/lessons/multi-head/state.ts';
import { sums } from '../../web/src/lessons/multi-head/tensors.ts';
import { matrixAt, pickedOf } from '../../web/src/lessons/multi-head/trace.ts';
import { OnDemand } from '../../web/src/lessons/on-demand.ts';
import { readWithin, writeState } from '../../web/src/state/fields.ts';
import { measureAll } from './lessons.ts';

const readLink = (params: URLSearchParams) => readWithin(fields, params, constrain);
const i18n = await createI18n('en');

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
    for (const heads of HEADS) {
      const { parameterCount, run } = pipelineOf(with_({ heads }), engine);
      expect(parameterCount).toBe(4 * (D_MODEL ** 2 + D_MODEL));
      expect(run.heads.scores.shape).toEqual([Number(heads), 4, 4]);
    }
    expect(pipelineOf(with_({ heads: '2', variant: '002_as_meant' }), engine).parameterCount).toBe(
      3 * 4 ** 2 + D_MODEL ** 2 + D_MODEL,
    );
  });

  it('has 004 equal to the standard, 002’s two classes equal, and their layers without effect', () => {
    for (const mask of MASKS) {
      const pipeline = pipelineOf(with_({ mask }), engine);
      const { runs } = pipeline;
      expect(differenceOf(pipeline, '004_as_printed')).toBe(0);
      expect(differenceOf(pipeline, '002_as_printed')).toBeGreaterThan(1);
      const printed = runs['002_as_printed']().output;
      runs['002_tensorflow']().output.data.forEach((x, i) => {
        expect(x).toBeCloseTo(printed.data[i] as number, 12);
      });
      const loud = pipelineOf(with_({ mask, layers: 'million' }), engine).runs;
      expect(loud['002_as_printed']().output).toEqual(printed);
      expect(loud['002_as_meant']().output).not.toEqual(runs['002_as_meant']().output);
    }
  });

  it('traces which token affects which output, in agreement with small changes', () => {
    const state = with_({ mask: 'causal', heads: '4' });
    const { influence, inputs } = pipelineOf(state, engine);
    influence().forEach((row, i) => {
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
      return engine.multiHead(requestOf(state, { ...inputs, x }, 'standard')).output.data;
    };
    const slopes = Array.from({ length: D_MODEL }, (_, c) => {
      const [up, down] = [outputAt(c, step), outputAt(c, -step)];
      return Array.from({ length: D_MODEL }, (__, o) =>
        Math.abs(((up[i * D_MODEL + o] as number) - (down[i * D_MODEL + o] as number)) / step / 2),
      );
    });
    expect(influence()[i]?.[j]).toBeCloseTo(Math.max(...slopes.flat()), 7);
  });

  it('splits heads so that each row keeps its token; with one head both ways are equal', () => {
    const splits = pipelineOf(with_({ heads: '2' }), engine).splits();
    expect([splits.pureRight, splits.pureWrong, splits.rows]).toEqual([8, 2, 8]);
    expect(splits.right[1]?.[2]?.[0]).toEqual({ token: 2, component: 4 });
    expect(splits.wrong[1]?.[2]?.[0]).toEqual({ token: 3, component: 0 });
    const one = pipelineOf(with_({ heads: '1' }), engine).splits();
    expect(one.wrong).toEqual(one.right);
  });

  it.each(['en', 'zh-Hans', 'zh-Hant'] as const)(
    'has two heads that attend to different words in the example: %s',
    async (language) => {
      const model = await engine.sentenceModel(language);
      const sentenceWith = (change: Partial<State>) => {
        const { sentence } = compute(with_(change), engine, undefined, model);
        if (sentence === undefined) throw new Error('there is no sentence');
        return sentence;
      };
      const { words, weights, parameters } = sentenceWith({});
      const rows = weights.map((own) => own.at(-1) ?? []);
      const most = rows.map((row) => row.indexOf(Math.max(...row)));
      expect(new Set(most).size).toBe(2);
      for (const [head, row] of rows.entries()) {
        expect(row[most[head] ?? 0]).toBeGreaterThan(0.75);
        expect(most[head]).toBeLessThan(words.length - 1);
      }
      // With the number of heads that the model was trained with, the weights equal those of the
      // model.
      const layer = language === 'zh-Hans' ? 1 : 0;
      const all = model.weights(words);
      const begin = layer * 2 * words.length ** 2;
      expect(weights.flat(2)).toEqual([...all.data.slice(begin, begin + 2 * words.length ** 2)]);
      expect(parameters).toBe(4 * 32 ** 2);
      for (const heads of HEADS) {
        const cut = sentenceWith({ heads });
        expect(cut.parameters).toBe(parameters);
        expect(cut.q).toEqual(sentenceWith({}).q);
        expect(cut.weights.flat(2)).toHaveLength(Number(heads) * words.length ** 2);
      }
    },
  );

  it('skips unknown words, and uses the example if no word is left', async () => {
    const model = await engine.sentenceModel('en');
    const wordsOf = (...words: string[]) =>
      compute(with_({ words }), engine, undefined, model).sentence?.words;
    expect(wordsOf('the', 'whale', 'dog')).toEqual(['the', 'dog']);
    expect(wordsOf('whale')).toEqual(wordsOf());
  });

  it('drops weights by seed and rate, and none at rate 0', () => {
    const none = pipelineOf(with_({ dropoutRate: 0 }), engine).dropped();
    expect(none.after).toEqual(none.before);
    const { before, after } = pipelineOf(INITIAL, engine).dropped();
    after.flat().forEach((weight, at) => {
      const doubled = 2 * (before.flat()[at] as number);
      if (weight !== 0) expect(weight).toBeCloseTo(doubled, 14);
    });
    for (const sum of sums(before)) expect(sum).toBeCloseTo(1, 14);
    expect(sums(after).some((sum) => Math.abs(sum - 1) > 0.1)).toBe(true);
    expect(pipelineOf(with_({ dropoutSeed: 2 }), engine).dropped().after).not.toEqual(after);
  });

  it('computes the pipeline only when it is read, from the last one that was read', () => {
    const calls = vi.spyOn(engine, 'multiHead');
    const pipelines = new OnDemand(pipelineOf);
    const at = (change: Partial<State>) =>
      compute(with_(change), engine, undefined, undefined, pipelines);
    const { pipeline } = at({});
    at({ tokens: 3 });
    expect(calls).not.toHaveBeenCalled();
    const { runs } = pipeline();
    expect(at({ row: 1 }).pipeline().runs).toBe(runs);
    expect(calls).toHaveBeenCalledTimes(1);
    calls.mockRestore();
  });

  it('recomputes only what a change affects', () => {
    const last = { state: INITIAL, numbers: pipelineOf(INITIAL, engine) };
    const next = (change: Partial<State>) => pipelineOf(with_(change), engine, last);
    const read = (pipeline: Pipeline) => ({
      ...pipeline,
      runs: Object.values(pipeline.runs).map((run) => run()),
      influence: pipeline.influence(),
      splits: pipeline.splits(),
      dropped: pipeline.dropped(),
    });
    const moved = next({ row: 1, column: 1, step: 'heads' });
    for (const name of ['runs', 'influence', 'splits', 'dropped'] as const)
      expect(moved[name], name).toBe(last.numbers[name]);
    const other = next({ variant: '002_as_printed' });
    expect(other.runs).toBe(last.numbers.runs);
    expect(other.influence).not.toBe(last.numbers.influence);
    for (const change of [
      { tokens: 3 },
      { heads: '8' },
      { seed: 2 },
      { mask: 'causal' },
      { layers: 'million' },
      { precision: 'float32' },
      { head: 2 },
      { variant: '002_as_meant' },
    ] as const)
      expect(read(next(change)), JSON.stringify(change)).toEqual(
        read(pipelineOf(with_(change), engine)),
      );
  });

  it('measures the errata’s numbers', () => {
    expect(measured('dead', 'unused')).toBe(12_288);
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

  it('computes the answer to the prediction', () => {
    const right = Object.fromEntries(
      predictions.map(({ id, measure }) => [id, measure(engine, i18n).right]),
    );
    expect(right).toEqual({ million: 'nothing' });
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

it('sets states within their ranges, each with a number', async () => {
  const engine = await createEngine();
  for (const { id, state } of [...experiments, ...predictions]) {
    expect(constrain(state), id).toEqual(state);
    expect(pickedOf(state, pipelineOf(state, engine)), id).not.toBeNaN();
    expect(matrixAt(pipelineOf(state, engine), state)).toHaveLength(state.tokens);
  }
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

describe('a link', () => {
  it('restores the state that it was made from', () => {
    const state = with_({
      heads: '8',
      head: 7,
      step: 'weights',
      variant: '002_tensorflow',
      row: 4,
    });
    expect(readLink(writeState(fields, state))).toEqual({ state, problems: [] });
  });

  it('is repaired if it contains invalid values', () => {
    const { state, problems } = readLink(
      new URLSearchParams('heads=3&head=9&tokens=2.4&row=6&column=8&step=weights&seed=1.5'),
    );
    expect(state).toMatchObject({ heads: '2', head: 2, tokens: 2, row: 2, column: 2, seed: 2 });
    expect(problems.map(({ field }) => field)).toEqual([
      'heads',
      'head',
      'tokens',
      'seed',
      'row',
      'column',
    ]);
  });
});

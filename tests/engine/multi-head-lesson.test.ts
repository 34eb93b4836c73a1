// SPDX-License-Identifier: MIT
// Tests the lesson "multi-head" without a page: laws of its scenes, and the inputs of its page Verify.
import { describe, expect, it, vi } from 'vitest';
import { createEngine, type Tensor } from '../../web/src/engine/index.ts';
import { SENTENCE_LANGUAGES } from '../../web/src/engine/sentences/languages.ts';
import { filled, largestDifference, type Matrix } from '../../web/src/lessons/matrix.ts';
import { influenceOf } from '../../web/src/lessons/multi-head/claims-formulas.ts';
import {
  case002,
  case004,
  compute as computeVerify,
  D_MODEL,
  requestOf,
  TOKENS,
  with_,
} from '../../web/src/lessons/multi-head/compute.ts';
import { compute, costOf, fields, type State } from '../../web/src/lessons/multi-head/heads.ts';
import { cornersOf } from '../../web/src/lessons/multi-head/narrow.ts';
import { initialState } from '../../web/src/state/fields.ts';
import { goldenOf } from './support.ts';

const engine = await createEngine({ simd: 'simd' });

it.each([
  ['mha_004', 'pub-mha_004-01', case004(), '004_as_printed'],
  ['mha_002', 'pub-mha_002-01', case002(), '002_as_printed'],
  ['mha_002', 'pub-mha_002-09', case002(), '002_as_meant'],
] as const)('reproduces the reference case: %s, %s', (file, id, own, variant) => {
  const { inputs, float64 } = goldenOf(file, id);
  const same = (name: string, given: Tensor | undefined) =>
    expect(Array.from(given?.data ?? []), name).toEqual(inputs[name]?.data);
  for (const name of ['W_q', 'W_k', 'W_v'] as const) same(name, own[name]);
  expect(TOKENS.data).toEqual((inputs.q ?? inputs.queries)?.data);
  const { output } = engine.multiHead({ ...own, variant });
  expect(largestDifference(output.data, float64.outputs.out?.data)).toBeLessThan(1e-12);
});

it('traces which token affects which output, in agreement with small changes', () => {
  const state = with_({ mask: 'causal', heads: 4 });
  const { inputs } = computeVerify(state, engine);
  const influence = influenceOf(engine, requestOf(state, inputs));
  for (const [i, row] of influence.entries())
    expect(row.map((size) => size > 0)).toEqual(row.map((_, j) => j <= i));
  const [i, j, step] = [3, 1, 1e-5];
  const outputAt = (c: number, change: number) => {
    const at = j * D_MODEL + c;
    const data = Array.from(inputs.x.data);
    const x = { ...inputs.x, data: data.with(at, (data[at] as number) + change) };
    return engine.multiHead(requestOf(state, { ...inputs, x })).output.data;
  };
  const slopes = Array.from({ length: D_MODEL }, (_, c) => {
    const [up, down] = [step, -step].map((change) =>
      outputAt(c, change).slice(i * D_MODEL, (i + 1) * D_MODEL),
    );
    return largestDifference(up, down) / step / 2;
  });
  expect(influence[i]?.[j]).toBeCloseTo(Math.max(...slopes), 7);
});

/** The index of the key that lies farthest along a direction. */
const farthest = (keys: Matrix, angle: number): number => {
  const reaches = keys.map(([x = 0, y = 0]) => x * Math.cos(angle) + y * Math.sin(angle));
  return reaches.indexOf(Math.max(...reaches));
};

describe.each(SENTENCE_LANGUAGES)('the scenes about heads, %s', async (language) => {
  const model = await engine.sentenceModel(language);
  const at = (change: Partial<State> = {}) =>
    compute({ ...initialState(fields), ...change }, engine, model);

  it('let only the corners of the keys’ hull come first in a head of two numbers', () => {
    const { keys = [], corners = [] } = at().sentence?.narrow ?? {};
    const turns = Array.from({ length: 3600 }, (_, i) => farthest(keys, (i * Math.PI) / 1800));
    expect(new Set(turns)).toEqual(new Set(corners));
    expect(corners.length).toBeLessThan(keys.length);
    for (let turn = 0; turn < 360; turn += 5) {
      const { first, query: [x = 0, y = 0] = [] } = at({ turn }).sentence?.narrow ?? {};
      expect(first).toBe(farthest(keys, Math.atan2(y, x)));
    }
  });

  it('can do with any sentence, also of one word, and skip unknown words', () => {
    for (const words of [model.words.slice(0, 1), model.words.slice(0, 9)])
      for (const place of [0, 1, words.length]) {
        const numbers = at({ words, place });
        expect(numbers.sentence?.words).toEqual(words);
        expect(numbers.sentence?.from).toBe(place === 0 ? words.length - 1 : place - 1);
        expect(JSON.stringify(numbers)).not.toContain('null');
      }
    expect(at({ words: ['whale'] }).sentence).toBeUndefined();
    const some = at({ words: ['whale', ...model.words.slice(0, 2)] });
    expect(some.sentence?.words).toHaveLength(2);
  });

  it('compute only the score or the direction that a drag changes', () => {
    at();
    const stages = vi.spyOn(model, 'stages');
    at({ turn: 40 });
    at({ size: 12 });
    expect(stages).not.toHaveBeenCalled();
  });
});

it('counts the parameters and scores that the engine has', () => {
  for (const numHeads of [1, 8]) {
    const count = costOf(numHeads);
    const x = filled(0, count.words, count.width);
    const W = filled(0, count.width, count.width);
    const { heads, headQueries } = engine.multiHead({
      ...{ precision: 'float32', queries: x, keys: x, values: x, numHeads },
      ...{ W_q: W, W_k: W, W_v: W, W_o: W },
    });
    expect(heads.scores.data).toHaveLength(count.scores);
    expect(headQueries.shape.at(-1)).toBe(count.headWidth);
    expect(4 * W.data.length).toBe(count.parameters);
    expect(count.products).toBe(count.scores * count.headWidth);
  }
});

it.each([
  ['00 20 22 11 02 10', [0, 1, 2, 4]],
  ['00 11 22', [0, 2]],
  ['34', [0]],
  ['', []],
])('the corners of %s are those at %j', (text, corners) => {
  const points = text.split(' ').flatMap((digits) => (digits ? [[...digits].map(Number)] : []));
  expect([...cornersOf(points)].sort()).toEqual(corners);
});

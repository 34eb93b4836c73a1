// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import { SENTENCE_LANGUAGES } from '../../web/src/engine/sentences/languages.ts';
import {
  attention,
  compute,
  fields,
  gelu,
  MOST_LAYERS,
  normalised,
  type State,
  WAYS,
  type Way,
} from '../../web/src/lessons/block/compute.ts';
import { steps } from '../../web/src/lessons/block/steps.ts';
import { type Matrix, matrix, rowsOf } from '../../web/src/lessons/matrix.ts';
import { initialState } from '../../web/src/state/fields.ts';

const engine = await createEngine();
const initial = initialState(fields);

async function numbersOf(language: (typeof SENTENCE_LANGUAGES)[number], change?: Partial<State>) {
  const model = await engine.sentenceModel(language);
  const { stack, removal, count } = compute({ ...initial, ...change }, engine, model);
  if (stack === undefined || removal === undefined) throw new Error('the model is not used');
  return { model, stack, removal, count };
}

const lengths = (rows: Matrix) => rows.map((row) => Math.hypot(...row));

const furthest = (a: Matrix, b: Matrix): number =>
  Math.max(...a.flatMap((row, i) => row.map((x, j) => Math.abs(x - (b[i]?.[j] ?? Number.NaN)))));

const sample = rowsOf(
  engine.random({ precision: 'float64', shape: [7, 32], seed: 4, variance: 9 }),
);

describe('the parts of a layer that the lesson computes itself', () => {
  it('normalises as the library does', () => {
    const { data } = engine.rmsNorm({ precision: 'float64', x: matrix(...sample) });
    expect(furthest([normalised(sample).flat()], [[...data]])).toBeLessThan(1e-14);
  });

  it('bends as the library does', () => {
    const x = matrix(...sample);
    const { data } = engine.gelu({ precision: 'float64', x, approximation: 'tanh' });
    expect(furthest([sample.flat().map(gelu)], [[...data]])).toBeLessThan(1e-14);
  });
});

describe.each(SENTENCE_LANGUAGES)('the words of the sentence (%s)', (language) => {
  const measured = async (depth: number, way: Way) =>
    (await numbersOf(language, { depth })).stack.after[way];

  it('lie between those that attention has mixed, layer after layer', async () => {
    const { model, stack } = await numbersOf(language);
    const attend = attention(engine, model);
    let rows = stack.rows();
    for (let layer = 0; layer < MOST_LAYERS; layer++) {
      const { output } = attend(rows);
      for (const j of rows[0]?.keys() ?? []) {
        const column = rows.map((row) => row[j] as number);
        const mixed = output.map((row) => row[j] as number);
        expect(Math.max(...mixed)).toBeLessThanOrEqual(Math.max(...column) + 1e-12);
        expect(Math.min(...mixed)).toBeGreaterThanOrEqual(Math.min(...column) - 1e-12);
      }
      rows = output;
    }
    expect((await measured(MOST_LAYERS, 'alone')).distance).toBeLessThan(1e-4);
  });

  it('come closer with every layer of attention alone, and stay apart with the residual connection', async () => {
    const { stack } = await numbersOf(language);
    const alone = stack.curve('alone').map(({ distance }) => distance);
    expect(alone.every((one, i) => i === 0 || one < (alone[i - 1] as number))).toBe(true);
    expect((await measured(12, 'alone')).distance).toBeLessThan(0.002);
    for (const way of ['residual', 'norm'] as const) {
      const distances = stack.curve(way).map(({ distance }) => distance);
      expect(Math.min(...distances)).toBeGreaterThan(0.45);
    }
    const [twelve, all] = [await measured(12, 'residual'), await measured(MOST_LAYERS, 'residual')];
    expect(Math.abs(twelve.distance - all.distance)).toBeLessThan(0.001);
  });

  it('double with each addition, but grow evenly if they are normalised before', async () => {
    const { stack } = await numbersOf(language);
    expect(stack.after.residual.length).toBeGreaterThan(7000);
    expect(stack.after.residual.length).toBeLessThan(8000);
    const ratios = stack
      .curve('residual')
      .map(({ length }, i, all) => length / (all[i - 1]?.length ?? Number.NaN));
    for (const ratio of ratios.slice(4)) expect(ratio).toBeCloseTo(2, 0);
    const added = stack
      .curve('norm')
      .map(({ length }, i, all) => length - (all[i - 1]?.length ?? Number.NaN));
    for (const one of added.slice(1)) {
      expect(one).toBeGreaterThan(3.5);
      expect(one).toBeLessThan(stack.root + 0.1);
    }
    for (const length of lengths(normalised(stack.rows('residual'))))
      expect(length).toBeCloseTo(stack.root, 6);
  });

  it('change behind attention from the removed word on, and alone behind the feed-forward part', async () => {
    const { stack } = await numbersOf(language);
    const { words } = stack;
    for (const i of words.keys()) {
      const { removal } = await numbersOf(language, { word: i + 1 });
      expect(removal.index).toBe(i);
      expect(removal.changed.network).toBe(1);
      expect(removal.attention.findIndex((change) => change > 0)).toBe(i);
      expect(removal.network.findIndex((change) => change > 0)).toBe(i);
      expect(removal.weights.slice(0, i).every((weight) => weight === 0)).toBe(true);
    }
    const { removal: start } = await numbersOf(language);
    expect(start.changed.attention).toBe(words.length - 1);
    const { removal: last } = await numbersOf(language, { word: 9 });
    expect(last.index).toBe(words.length - 1);
  });
});

describe('the number of parameters', () => {
  it('is twice as large in the feed-forward part, whatever d is', async () => {
    const question = steps.find(({ id }) => id === 'guess')?.question;
    for (const d of ['32', '768', '12288'] as const) {
      const numbers = compute({ ...initial, d }, engine);
      const { count } = numbers;
      expect(count.network).toBe(2 * count.attention);
      expect(count.shares.network).toBeGreaterThan(0.659);
      expect(count.shares.network).toBeLessThan(2 / 3);
      expect(question?.right(numbers)).toBe('network');
    }
  });

  it('is that of a layer of the library’s language model', () => {
    const size = (layers: number) => {
      const model = engine.newLanguageModel({
        ...{ precision: 'float32', vocabulary: 2, positions: 1, width: 32, heads: 2, layers },
        ...{ hidden: 128, norm: 'layer', optimizer: 'sgd', learningRate: 0.1 },
      });
      const { parameters } = model.state();
      model.release();
      return parameters.length;
    };
    const { count } = compute({ ...initial, d: '32' }, engine);
    expect(size(2) - size(1)).toBe(count.attention + count.network + count.norms);
  });
});

it('computes the stack once for a model, so that a drag computes nothing again', async () => {
  const model = await engine.sentenceModel('en');
  const curveAt = (depth: number, way: Way) =>
    compute({ ...initial, depth }, engine, model).stack?.curve(way);
  for (const way of WAYS) expect(curveAt(20, way)).toBe(curveAt(3, way));
});

// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import { SENTENCE_LANGUAGES } from '../../web/src/engine/sentences/languages.ts';
import {
  compute,
  fields,
  gelu,
  normalised,
  WAYS,
  type Way,
} from '../../web/src/lessons/block/compute.ts';
import { largestDifference, matrix, rowsOf } from '../../web/src/lessons/matrix.ts';
import { initialState } from '../../web/src/state/fields.ts';

const engine = await createEngine();
const initial = initialState(fields);

it('normalises and bends as the library does', () => {
  const precision = 'float64';
  const sample = rowsOf(engine.random({ precision, shape: [7, 32], seed: 4, variance: 9 }));
  const x = matrix(...sample);
  const norm = engine.rmsNorm({ precision, x }).data;
  expect(largestDifference(normalised(sample).flat(), norm)).toBeLessThan(1e-14);
  const bent = engine.gelu({ precision, x, approximation: 'tanh' }).data;
  expect(largestDifference(sample.flat().map(gelu), bent)).toBeLessThan(1e-14);
});

it.each(SENTENCE_LANGUAGES)(
  'words come closer with attention alone, stay apart with the residual connection, and grow evenly if normalised (%s)',
  async (language) => {
    const { stack } = compute(initial, engine, await engine.sentenceModel(language));
    if (stack === undefined) throw new Error('the model is not used');
    const [alone = [], residual = [], norm = []] = WAYS.map((way) => stack.curve(way));
    for (const [i, { distance }] of alone.slice(1).entries())
      expect(distance).toBeLessThan(alone[i]?.distance ?? 0);
    expect(alone[12]?.distance).toBeLessThan(0.002);
    for (const { distance } of [...residual, ...norm]) expect(distance).toBeGreaterThan(0.45);
    for (const [i, { length }] of residual.slice(5).entries())
      expect(length / (residual[i + 4]?.length ?? 0)).toBeCloseTo(2, 0);
    for (const [i, { length }] of norm.slice(2).entries()) {
      const added = length - (norm[i + 1]?.length ?? 0);
      expect(added).toBeGreaterThan(3.5);
      expect(added).toBeLessThan(stack.root + 0.1);
    }
  },
);

it('counts the parameters of a layer of the library’s language model', () => {
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

it('computes the stack once for a model, so that a drag computes nothing again', async () => {
  const model = await engine.sentenceModel('en');
  const curveAt = (depth: number, way: Way) =>
    compute({ ...initial, depth }, engine, model).stack?.curve(way);
  for (const way of WAYS) expect(curveAt(20, way)).toBe(curveAt(3, way));
});

// SPDX-License-Identifier: MIT
// Tests the lesson "masking" without a page: the tensors of its page Verify, and the sentence of its figures.
import { describe, expect, it, vi } from 'vitest';
import { createEngine, type Tensor } from '../../web/src/engine/index.ts';
import { SENTENCE_LANGUAGES } from '../../web/src/engine/sentences/languages.ts';
import { computeTwice, DRAWN, EXAMPLE } from '../../web/src/lessons/masking/compute.ts';
import * as sight from '../../web/src/lessons/masking/sight.ts';
import { largestDifference, type Matrix, rowsOf } from '../../web/src/lessons/matrix.ts';
import { initialState } from '../../web/src/state/fields.ts';
import { goldenOf } from './support.ts';

const engine = await createEngine({ simd: 'simd' });

const masked = (number: string) =>
  goldenOf('masked_softmax_lens', `pub-masked_softmax_lens-${number}`);

it('masks as PyTorch does, twice on one tensor, and on copies', () => {
  const { inputs, float64 } = masked('12');
  const { first, same, fresh } = computeTwice(EXAMPLE, engine, inputs.X as Tensor);
  const [drawn, own] = [masked('04'), computeTwice(EXAMPLE, engine, DRAWN)];
  expect(DRAWN.data).toEqual(drawn.inputs.X?.data);
  const pairs: [found: Matrix, expected: Tensor | undefined][] = [
    [first, float64.outputs.y1],
    [same.tensor, float64.outputs.X_after_first],
    [same.weights, float64.outputs.y2_seed_behaviour],
    [fresh.weights, float64.outputs.y2_correct],
    [own.first, drawn.float64.outputs.y],
    [own.fresh.weights, masked('05').float64.outputs.y],
  ];
  for (const [found, expected] of pairs)
    expect(largestDifference(found.flat(), expected?.data)).toBeLessThan(1e-12);
});

describe.each(SENTENCE_LANGUAGES)('the scenes in %s', async (language) => {
  const model = await engine.sentenceModel(language);
  const numbersAt = (change: Partial<sight.State> = {}) =>
    sight.compute({ ...initialState(sight.fields), ...change }, engine, model);

  it('draw the weights of the trained model', () => {
    const { sight: seen, padded } = numbersAt();
    if (seen === undefined || padded === undefined) throw new Error('no sentence');
    const first = (words: readonly string[]) =>
      rowsOf(model.weights(words)).slice(0, words.length).flat();
    expect(largestDifference(seen.masked.flat(), first(seen.words))).toBeLessThan(1e-5);
    const { pads, words, filled } = padded;
    const real = filled.slice(pads).flatMap((row) => row.slice(pads));
    expect(largestDifference(real, first(words.slice(pads)))).toBeLessThan(1e-5);
  });

  it('read the sentence once', () => {
    numbersAt();
    const calls = vi.spyOn(engine, 'multiHead');
    numbersAt({ lowered: 3, fill: 'fill9', row: 2, rule: 'zeros' });
    expect(calls).not.toHaveBeenCalled();
  });
});

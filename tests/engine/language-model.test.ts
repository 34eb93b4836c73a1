// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type {
  LanguageModel,
  LanguageModelBatches,
  LanguageModelInput,
  Precision,
} from '../../web/src/engine/index.ts';
import { BATCHES, CORPUS, LANGUAGE_MODEL, list } from './inputs.ts';
import { openEngine, PRECISIONS, TWINS } from './support.ts';

const { tokens, targets, counts } = BATCHES;

/**
 * The batches with the numbers from `from` to `to` − 1 of an infinite sequence of batches. Each token depends only on
 * its position in this sequence, so two calls return the same batch for the same number.
 */
function batches(from: number, to: number): LanguageModelBatches {
  const shape = [to - from, 2, 4];
  const list = (entry: (i: number) => number) => ({
    shape,
    data: Array.from({ length: (to - from) * 8 }, (_, i) => entry(from * 8 + i)),
  });
  return {
    tokens: list((i) => (i * i + 3) % 5),
    targets: list((i) => (i * 3 + 1) % 5),
    counts: list(() => 1),
  };
}

/** Changes to LANGUAGE_MODEL that use the options of recent models, such as GELU and rotary positions. */
const MODERN = {
  norm: 'layer',
  activation: 'gelu_tanh',
  positionEncoding: 'rotary',
  ...{ tiedOutput: true, width: 8, kvHeads: 1, weightDecay: 0.1, clip: 0.5 },
} as const;

describe.each(TWINS)('language models, %s', async (twin) => {
  const { engine } = await openEngine(twin);
  const open = <P extends Precision>(precision: P, change: Partial<LanguageModelInput<P>> = {}) =>
    engine.newLanguageModel({ precision, ...LANGUAGE_MODEL, ...change });

  describe.each(PRECISIONS)('%s', (precision) => {
    it.each<
      [
        data: string,
        train: (model: LanguageModel<Precision>, from: number, to: number) => Iterable<number>,
      ]
    >([
      ['batches', (model, from, to) => model.train(batches(from, to)).losses],
      [
        'a corpus',
        (model, from, to) => {
          const sampling = { sequences: 3, length: 4, seed: 5, count: to - from };
          return model.trainOn(CORPUS, sampling).losses;
        },
      ],
    ])('a training on %s resumes in another model, bit for bit', (_, train) => {
      const [whole, first] = [open(precision, MODERN), open(precision, MODERN)];
      const losses = [...train(whole, 0, 9)];
      train(first, 0, 4);
      const state = structuredClone(first.state());
      expect(state.seed).toBe(7);
      const second = open(precision, { ...MODERN, seed: 9 });
      second.restore(state);
      expect(second.steps).toBe(4);
      expect([...train(second, 4, 9)]).toEqual(losses.slice(4));
      expect(second.parameters).toEqual(whole.parameters);
      for (const each of [whole, first, second]) each.release();
    });

    it('loaded parameters start a new training', () => {
      const source = open(precision);
      const start = source.parameters;
      expect(Object.keys(start).slice(0, 4)).toEqual(['E', 'P', 'W_q_0', 'W_k_0']);
      expect(start.W_in_1?.shape).toEqual([6, 3]);
      const training = source.train(BATCHES, 3);
      const model = open(precision, { seed: 1 });
      model.train(BATCHES, 5);
      model.load(start);
      expect(model.steps).toBe(0);
      expect(model.parameters).toEqual(start);
      expect(model.train(BATCHES, 3)).toEqual(training);
      for (const each of [source, model]) each.release();
    });

    it('learning rates are doubles', () => {
      const trained = (learningRate: number, rates?: number[]) => {
        const model = open(precision, { ...MODERN, learningRate });
        const training = model.train(BATCHES, 3, rates);
        const { parameters } = model.state();
        model.release();
        return { ...training, parameters };
      };
      expect(trained(0.07, [0.05, 0.05, 0.05])).toEqual(trained(0.05));
    });

    it('a generator has the logits of the forward pass, also after the model’s release', () => {
      const model = open(precision, MODERN);
      const { logits } = model.stages({ tokens });
      const generator = model.generator({ sequences: 2 });
      model.release();
      for (let t = 0; t < 4; t++) {
        expect(generator.length).toBe(t);
        const next = generator.next(list(tokens.data[t] as number, tokens.data[4 + t] as number));
        expect(next.shape).toEqual([2, 5]);
        const rows = [t, 4 + t].flatMap((row) => [...logits.data.slice(5 * row, 5 * row + 5)]);
        for (const [i, logit] of rows.entries())
          expect(next.data[i]).toBeCloseTo(logit, precision === 'float32' ? 5 : 12);
      }
      expect(() => generator.next(list(0, 0))).toThrow(
        'tokens: expected at most 4 in a sequence, got 5',
      );
      generator.reset();
      expect(generator.length).toBe(0);
      generator.release();
    });

    it('stages have their shapes, with and without targets', () => {
      const model = open(precision);
      const all = model.stages(BATCHES);
      expect(all.weights.shape).toEqual([2, 2, 2, 4, 4]);
      expect(all.streams.shape).toEqual([3, 2, 4, 6]);
      expect(all.logits.shape).toEqual([2, 4, 5]);
      expect(all.lossRows?.shape).toEqual([2, 4]);
      const { lossRows, loss, ...rest } = all;
      expect(model.stages({ tokens })).toEqual(rest);
      const one = model.stages({ tokens: { shape: [3], data: Int32Array.of(4, 0, 1) } });
      expect(one.weights.shape).toEqual([2, 1, 2, 3, 3]);
      model.release();
    });

    it('the gradient has the parameters’ names and shapes', () => {
      const model = open(precision, { tied: true, positions: 0 });
      const { loss, gradient } = model.gradient(BATCHES);
      expect(loss).toBe(model.stages(BATCHES).loss);
      const shapes = Object.entries(gradient).map(([name, { shape }]) => [name, shape]);
      expect(shapes).toEqual(Object.entries(model.shapes));
      expect(Object.keys(gradient)).not.toContain('W_k_0');
      model.release();
    });
  });

  it('accepts counts as integers of any type, and an empty slice', () => {
    const model = open('float32');
    const integers = {
      tokens: { shape: tokens.shape, data: Int8Array.from(tokens.data) },
      targets: { shape: targets.shape, data: Uint16Array.from(targets.data) },
      counts: { shape: counts.shape, data: Uint8Array.from(counts.data) },
    };
    const other = open('float32');
    expect(model.train(integers, 3)).toEqual(other.train(BATCHES, 3));
    expect(model.train(integers, 0).losses).toHaveLength(0);
    for (const each of [model, other]) each.release();
    expect(() => model.steps).toThrow('call: expected an object in use, got a released one');
  });
});

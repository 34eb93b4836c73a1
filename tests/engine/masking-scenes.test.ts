// SPDX-License-Identifier: MIT
// Tests what the texts of the lesson "masking" say about its scenes, in each language, whose sentences differ.
import { describe, expect, it, vi } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import { SENTENCE_LANGUAGES } from '../../web/src/engine/sentences/languages.ts';
import { compute, FILL_IDS, fields, type State } from '../../web/src/lessons/masking/sight.ts';
import { steps } from '../../web/src/lessons/masking/steps.ts';
import { rowsOf } from '../../web/src/lessons/matrix.ts';
import { initialState } from '../../web/src/state/fields.ts';

const engine = await createEngine({ simd: 'simd' });

describe.each(SENTENCE_LANGUAGES)('the scenes in %s', (language) => {
  const loading = engine.sentenceModel(language);
  const numbersAt = async (change: Partial<State> = {}) => {
    const model = await loading;
    const numbers = compute({ ...initialState(fields), ...change }, engine, model);
    if (!numbers.sight || !numbers.padded) throw new Error('no sentence');
    return { ...numbers, sight: numbers.sight, padded: numbers.padded, model };
  };

  it('draw the weights of the trained model', async () => {
    const { sight, padded, model } = await numbersAt();
    const first = (words: readonly string[]) =>
      rowsOf(model.weights(words)).slice(0, words.length).flat();
    const close = (found: readonly number[], expected: readonly number[]) =>
      found.forEach((x, i) => {
        expect(x).toBeCloseTo(expected[i] as number, 5);
      });
    close(sight.masked.flat(), first(sight.words));
    const { pads, words, filled } = padded;
    const real = filled.slice(pads).flatMap((row) => row.slice(pads));
    close(real, first(words.slice(pads)));
    expect(padded.words).toHaveLength(sight.words.length);
  });

  it('have one right answer to each question, whatever the reader has changed', async () => {
    const { model } = await numbersAt();
    const rightOf = (id: string) => steps.find((one) => one.id === id)?.question?.right;
    const changes = [0, 5, 10, 15, 20, 25].map(
      (from, i): Partial<State> => ({
        words: model.words.slice(from, from + 2 + i),
        rule: 'zeros',
        row: i,
      }),
    );
    for (const change of [{}, { rule: 'fill6' } as const, ...changes]) {
      const numbers = await numbersAt(change);
      expect(rightOf('hide')?.(numbers)).toBe('all');
      expect(rightOf('padding')?.(numbers)).toBe('even');
    }
  });

  it('share out everything only if the mask comes before softmax', async () => {
    const { sight } = await numbersAt();
    for (let row = 1; row < sight.words.length; row++) {
      const { weights, open, left, from } = (await numbersAt({ row })).sight.row;
      const sumOf = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0);
      expect(sumOf(weights)).toBeCloseTo(1, 12);
      expect(weights.slice(from + 1).every((weight) => weight === 0)).toBe(true);
      expect(left).toBeCloseTo(1 - sumOf(open.slice(from + 1)), 12);
      expect(left).toBeLessThan(1);
    }
  });

  it('leak with every constant if scores are lower, and never with −∞', async () => {
    for (const [fill, constant] of [
      ['fill4', 1e4],
      ['fill6', 1e6],
    ] as const) {
      const hidden = async (lowered: number) =>
        (await numbersAt({ fill, lowered })).sight.leak.hidden.slice(0, -1);
      expect(Math.max(...(await hidden(constant / 2)))).toBe(0);
      expect(Math.min(...(await hidden(2 * constant)))).toBeCloseTo(1, 12);
    }
    const plain = (await numbersAt()).sight.masked.flat();
    for (const lowered of [1, 2e4, 1e7]) {
      const { leak } = (await numbersAt({ fill: 'infinity', lowered })).sight;
      expect(Math.max(...leak.hidden)).toBe(0);
      leak.weights.flat().forEach((weight, i) => {
        expect(weight).toBeCloseTo(plain[i] as number, 6);
      });
    }
  });

  it('give rows without visible words what the rule says', async () => {
    const first = async (rule: State['rule']) =>
      new Set((await numbersAt({ rule })).padded.ruled[0]);
    const { padded } = await numbersAt();
    expect(await first('fill6')).toEqual(new Set([padded.equal]));
    expect(await first('infinity')).toEqual(new Set([Number.NaN]));
    expect(await first('zeros')).toEqual(new Set([0]));
    for (const rule of ['fill6', 'infinity', 'zeros'] as const) {
      const { pads, ruled } = (await numbersAt({ rule })).padded;
      expect(ruled.slice(pads)).toEqual(padded.filled.slice(pads));
    }
  });

  it('know which constants float16 can hold', async () => {
    const { largest, constants } = await numbersAt();
    const [sign, exponent, fraction] = [0, 30, 1023];
    expect(largest).toBe((-1) ** sign * 2 ** (exponent - 15) * (1 + fraction / 1024));
    expect(constants.map(({ id }) => id)).toEqual(FILL_IDS);
    expect(constants.map(({ half }) => half)).toEqual([-1e4, ...Array(3).fill(-Infinity)]);
  });

  it('read the sentence once', async () => {
    await numbersAt();
    const calls = vi.spyOn(engine, 'multiHead');
    await numbersAt({ lowered: 3, fill: 'fill9', row: 2, rule: 'zeros' });
    expect(calls).not.toHaveBeenCalled();
    calls.mockRestore();
  });
});

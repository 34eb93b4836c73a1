// SPDX-License-Identifier: MIT
// Checks how the lesson "writing" draws tokens and writes tales.
import { describe, expect, test } from 'vitest';
import { createEngine } from '../../web/src/engine/node.ts';
import { compute, fields, type State } from '../../web/src/lessons/writing/numbers.ts';
import {
  type Candidate,
  candidates,
  drawnAt,
  isNeverDrawn,
} from '../../web/src/lessons/writing/tale.ts';
import { redrawn } from '../../web/src/lessons/writing/writer.ts';
import { initialState } from '../../web/src/state/fields.ts';
import { sumOf } from './support.ts';

const engine = await createEngine();
const model = await engine.talesModel();
const initial = initialState(fields);
const numbersOf = (change: Partial<State> = {}) =>
  compute({ ...initial, ...change }, engine, model);

const PIECES = ['<unk>', ' the', ' a', 'ked', ' na', ' slut', 'x'];
const LOGITS = Float32Array.of(-1, 3, 2, 1, 0.5, 0.2, 0);
const drawFrom = (topK: number, topP: number, temperature = 1, text = ' once') =>
  candidates(engine, LOGITS, { temperature, topK, topP }, text, PIECES);
const shares = (list: readonly Candidate[]) =>
  Object.fromEntries(list.map(({ token, share }) => [PIECES[token], share]));

test('no other tale is written on the way to a temperature, a top-k or a top-p', () => {
  for (const field of [fields.temperature, fields.topK, fields.topP])
    expect(field.between(0.9, 0.5, 0.3)).toBe(0.5);
});

describe('a draw', () => {
  test('the shares of what is kept sum to 1, and so do all probabilities', () => {
    for (const [k, p] of [
      [7, 1],
      [3, 1],
      [7, 0.9],
      [1, 0.1],
    ] as const) {
      const list = drawFrom(k, p);
      expect(sumOf(list.map(({ share }) => share))).toBeCloseTo(1, 5);
      expect(sumOf(list.map(({ probability }) => probability))).toBeCloseTo(1, 5);
    }
  });

  test('top-k keeps the likeliest that may be drawn, and top-p the fewest that have the share', () => {
    const kept = (list: readonly Candidate[]) =>
      list.filter(({ share }) => share > 0).map(({ token }) => PIECES[token]);
    expect(kept(drawFrom(2, 1))).toEqual([' the', ' a']);
    expect(kept(drawFrom(7, 1))).toEqual([' the', ' a', 'ked', ' na', 'x']);
    const logits = Float32Array.of(5, 2, 1, 0);
    const count = (topP: number) =>
      candidates(engine, logits.with(0, -9), { temperature: 1, topK: 9, topP }, '', PIECES).filter(
        ({ share }) => share > 0,
      ).length;
    // The probabilities are 0.665, 0.245 and 0.090.
    expect([0.5, 0.66, 0.67, 0.9, 0.92, 1].map(count)).toEqual([1, 1, 2, 2, 3, 3]);
    const [first, ...others] = candidates(
      ...([engine, logits, { temperature: 1, topK: 1, topP: 0.1 }, '', PIECES] as const),
    );
    expect([first?.token, first?.share]).toEqual([0, 0]);
    expect(others.map(({ share }) => share)).toEqual([1, 0, 0]);
  });

  test('unknown characters and words that no school book prints are never drawn', () => {
    const list = shares(drawFrom(7, 1, 1, ' she was na'));
    expect(list).toMatchObject({ '<unk>': 0, ked: 0, ' slut': 0 });
    expect(list[' the']).toBeGreaterThan(0);
    expect(shares(drawFrom(7, 1, 1, ' she was wic')).ked).toBeGreaterThan(0);
    expect(isNeverDrawn(' He was', ' Naked')).toBe(true);
    expect(isNeverDrawn(' naked', ' and')).toBe(false);
    expect(isNeverDrawn(' na', '\nking')).toBe(false);
  });

  test('goes to the candidate at its place, and never to one that is cut off', () => {
    const list = [
      { token: 1, probability: 0.5, share: 0.75 },
      { token: 2, probability: 0.3, share: 0 },
      { token: 3, probability: 0.2, share: 0.25 },
    ];
    expect([0, 0.74, 0.76, 0.9999, 1].map((place) => drawnAt(list, place).token)).toEqual([
      1, 1, 3, 3, 3,
    ]);
  });

  test('is another one each time it is drawn again', () => {
    expect(redrawn('000')).toBe('001');
    expect(redrawn('00z')).toBe('000');
    const last = Array.from(
      { length: 20 },
      (_, i) => numbersOf({ draws: `00${i.toString(36)}` }).tale().drawn?.token,
    );
    expect(new Set(last).size).toBeGreaterThan(5);
  });
});

describe('a tale', () => {
  test('with kept keys and values is that of a whole pass for every token', () => {
    const draws = '0123456789';
    const { written, candidates: last } = numbersOf({ draws, temperature: 0.7 }).tale();
    expect(written).toHaveLength(draws.length);
    const before = `${initial.text}${written.slice(0, -1).join('')}`;
    const tokens = model.encode(` ${before}`);
    const logits = model.stages(tokens).logits.data.slice(-model.settings.vocabulary);
    const { data } = engine.softmax({
      ...{ precision: 'float32', temperature: 0.7 },
      logits: { shape: [1, logits.length], data: logits },
    });
    for (const { token, probability } of last.slice(0, 50))
      expect(probability).toBeCloseTo(data[token] as number, 4);
  });

  test('goes on in the same way when a token is taken back and drawn again', () => {
    const whole = numbersOf({ draws: '0000' }).tale().written;
    expect(numbersOf({ draws: '000' }).tale().written).toEqual(whole.slice(0, 3));
    expect(numbersOf({ draws: '0000' }).tale().written).toEqual(whole);
  });

  test('of nothing, of one letter, or of letters that the model does not know can be written', () => {
    for (const text of ['', '   ', 'x', '你好', '🙂'.repeat(40), 'a '.repeat(120)]) {
      const { pieces, tale } = numbersOf({ text, draws: '00' });
      expect(pieces.length).toBeGreaterThan(0);
      expect(pieces.length).toBeLessThanOrEqual(64);
      expect(tale().written).toHaveLength(2);
    }
  });
});

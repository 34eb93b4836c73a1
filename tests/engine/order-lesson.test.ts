// SPDX-License-Identifier: MIT
// Tests laws of the lesson "order", with the sentence model (a small language model) of each language.
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import { SENTENCE_LANGUAGES } from '../../web/src/engine/sentences/languages.ts';
import { COUNT, IN_ORDER, ORDERS, shuffled } from '../../web/src/lessons/order/compute.ts';
import {
  BACKWARDS,
  compute,
  fields,
  type Orders,
  type State,
} from '../../web/src/lessons/order/orders.ts';
import { turn } from '../../web/src/lessons/order/turned.ts';
import { initialState, readState } from '../../web/src/state/fields.ts';

const engine = await createEngine({ simd: 'simd' });

describe.each(SENTENCE_LANGUAGES)('the scenes in %s', async (language) => {
  const model = await engine.sentenceModel(language);
  const sceneOf = (change: Partial<State>): Orders =>
    compute({ ...initialState(fields), ...change }, engine, model).orders as Orders;

  it('keep an output behind a causal mask exactly if its word sees the same words', () => {
    for (const places of ORDERS) {
      const { isSame, sees } = sceneOf({ places, way: 'causal' });
      const [first, now] = sees.map((lists) => lists.map(String));
      expect(isSame, String(places)).toEqual(first?.map((list, word) => list === now?.[word]));
    }
  });

  it('cannot tell two orders by distances only if one is the other backwards', () => {
    for (const places of ORDERS) {
      const isMirrored = [String(IN_ORDER), String(BACKWARDS)].includes(String(places));
      const { same } = sceneOf({ places, way: 'linear' });
      expect(same === COUNT, String(places)).toBe(isMirrored);
    }
  });
});

it('the score of a query and a key that are turned depends on their distance and its direction alone', () => {
  const scoreAt = (apart: number) =>
    10 * Math.cos(Math.atan2(3, 1) - Math.atan2(1, 3) + apart / Math.sqrt(10));
  for (const place of [5, 9, 16])
    for (let apart = -4; apart <= 4; apart++) {
      const { score, mirrored } = turn(engine, place, apart);
      expect(score).toBeCloseTo(scoreAt(apart), 10);
      expect(mirrored).toBeCloseTo(scoreAt(-apart), 10);
    }
});

it.each([
  ['5,4,3,2,1', [5, 4, 3, 2, 1], []],
  ['2,2,3,4,5', [1, 2, 3, 4, 5], ['adjusted']],
  ['1,2', [1, 2, 3, 4, 5], ['too-few']],
])('reads the places %s of a scene as %s', (text, places, kinds) => {
  const params = new URLSearchParams({ places: text });
  const { state, problems } = readState(fields, params);
  expect(state.places).toEqual(places);
  expect(problems.map(({ kind }) => kind)).toEqual(kinds);
});

it('shuffling visits all orders and returns to the first', () => {
  const orders: (readonly number[])[] = [IN_ORDER];
  for (let i = 0; i < 120; i++) orders.push(shuffled(orders[i] ?? []));
  expect(orders.at(-1)).toEqual(IN_ORDER);
  expect(new Set(orders.map(String)).size).toBe(120);
});

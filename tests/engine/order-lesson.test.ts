// SPDX-License-Identifier: MIT
// Tests the lesson "order": what its scenes show, and the numbers of its page Verify, computed with the sentence model (a
// small language model) of each language.
import { describe, expect, it } from 'vitest';
import { SENTENCE_LANGUAGES } from '../../web/src/engine/sentences/languages.ts';
import {
  COUNT,
  changesOf,
  EXAMPLE,
  IN_ORDER,
  numbersOf,
  ORDERS,
  PLACES,
  positionsOf,
  ROUNDING,
  type State,
  SWAPPED,
  shuffled,
  vectorsOf,
  WIDTH,
} from '../../web/src/lessons/order/compute.ts';
import {
  BACKWARDS,
  compute as computeScene,
  NEIGHBOURS,
  type Orders,
  type State as SceneState,
  fields as sceneFields,
  VERB,
} from '../../web/src/lessons/order/orders.ts';
import { turn } from '../../web/src/lessons/order/turned.ts';
import { initialState, readState } from '../../web/src/state/fields.ts';
import { openEngine } from './support.ts';

const { engine } = await openEngine('simd');

describe.each(SENTENCE_LANGUAGES)('the scenes in %s', async (language) => {
  const model = await engine.sentenceModel(language);
  const sceneOf = (change: Partial<SceneState>): Orders =>
    computeScene({ ...initialState(sceneFields), ...change }, engine, model).orders as Orders;
  const nouns = [1, 4] as const;

  it('have the same outputs in every order, with nothing that tells the places', () => {
    for (const places of ORDERS) expect(sceneOf({ places }).same).toBe(COUNT);
  });

  it('keep an output behind a causal mask exactly if its word sees the same words', () => {
    for (const places of ORDERS) {
      const { isSame, sees } = sceneOf({ places, way: 'causal' });
      const [first, now] = sees.map((lists) => lists.map(String));
      expect(isSame, String(places)).toEqual(first?.map((list, word) => list === now?.[word]));
    }
  });

  it('show in two layers the order of the words that one layer hides', () => {
    const swapped = { places: NEIGHBOURS, way: 'causal' } as const;
    expect(sceneOf(swapped).isSame).toEqual([true, false, false, true, true]);
    expect(sceneOf({ ...swapped, layers: 2 }).isSame).toEqual([true, false, false, false, false]);
  });

  it('cannot tell two orders by distances only if one is the other backwards', () => {
    for (const places of ORDERS) {
      const isMirrored = [String(IN_ORDER), String(BACKWARDS)].includes(String(places));
      const { same, first, now } = sceneOf({ places, way: 'linear' });
      expect(same === COUNT, String(places)).toBe(isMirrored);
      if (isMirrored)
        for (const [to, weight] of (first.weights[VERB] ?? []).entries())
          expect(now.weights[VERB]?.[to]).toBeCloseTo(weight, 12);
    }
  });

  it('count the words that notice a change, for each way', () => {
    const { noticed, counts } = sceneOf({});
    expect(noticed.map(({ way }) => way)).toEqual([
      ...['none', 'causal', 'sinusoidal', 'linear', 'rotary'],
    ]);
    expect(counts).toEqual([
      ...[
        [0, 0],
        [COUNT - 1, COUNT],
        [COUNT, COUNT],
        [COUNT, 0],
        [COUNT, COUNT],
      ],
    ]);
  });

  it('have a verb that prefers the noun on one side, if its positions are learned', () => {
    for (const places of [IN_ORDER, SWAPPED]) {
      const { now } = sceneOf({ places, way: 'learned' });
      const [before = 0, after = 0] = nouns
        .toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0))
        .map((noun) => now.weights[VERB]?.[noun]);
      if (language === 'en') expect(before).toBeGreaterThan(2 * after);
      else expect(after).toBeGreaterThan(before);
      if (language === 'zh-Hans') expect(Math.round(after / before)).toBe(2);
    }
  });
});

describe('a query and a key that are turned', () => {
  const cosineOf = (apart: number) => {
    const angle = Math.atan2(3, 1) - Math.atan2(1, 3) + apart / Math.sqrt(10);
    return 10 * Math.cos(angle);
  };

  it('have a score that depends on the distance and its direction alone', () => {
    for (const place of [5, 9, 16])
      for (let apart = -4; apart <= 4; apart++) {
        const { score, mirrored, turnedQuery, turnedKey } = turn(engine, place, apart);
        expect(score).toBeCloseTo(cosineOf(apart), 10);
        expect(mirrored).toBeCloseTo(cosineOf(-apart), 10);
        for (const turned of [turnedQuery, turnedKey])
          expect(Math.hypot(...turned)).toBeCloseTo(Math.sqrt(10), 12);
      }
  });

  it('turn by the same angle from place to place', () => {
    const { degrees, times } = turn(engine, 7, -3);
    expect(times).toEqual({ query: 6, key: 3 });
    expect(degrees.step).toBeCloseTo(180 / Math.PI / Math.sqrt(10), 10);
    expect(degrees.query).toBeCloseTo(6 * degrees.step, 10);
  });
});

it.each([
  ['5,4,3,2,1', [5, 4, 3, 2, 1], []],
  ['2,2,3,4,5', [1, 2, 3, 4, 5], ['adjusted']],
  ['1,2', [1, 2, 3, 4, 5], ['too-few']],
])('reads the places %s of a scene as %s', (text, places, kinds) => {
  const { state, problems } = readState(sceneFields, new URLSearchParams({ places: text }));
  expect(state.places).toEqual(places);
  expect(problems.map(({ kind }) => kind)).toEqual(kinds);
});

describe.each(SENTENCE_LANGUAGES)('Verify in %s', async (language) => {
  const vectors = vectorsOf(await engine.sentenceModel(language));

  it('all words are in the vocabulary, without duplicates', () => {
    expect(new Set(vectors.words).size).toBe(COUNT);
    expect(vectors.X.map((row) => row.length)).toEqual(vectors.words.map(() => WIDTH));
  });

  it('every order has the same outputs without mask and positions', () => {
    const added = positionsOf(engine, 'none', vectors);
    for (const order of ORDERS)
      expect(
        Math.max(...changesOf(engine, vectors, order, added, false).changes),
      ).toBeLessThanOrEqual(ROUNDING);
  });

  it.each([{ mask: 'causal' }, { positions: 'sinusoidal' }, { positions: 'learned' }] as const)(
    'two orders are distinguished by %o',
    (change) => {
      const { changes, largest } = numbersOf({ ...EXAMPLE, ...change }, engine, vectors);
      expect(largest).toBeGreaterThan(0.05);
      expect(changes.filter((one) => one <= ROUNDING)).toHaveLength('mask' in change ? 1 : 0);
    },
  );

  it('only sinusoidal positions have constant diagonals', () => {
    const spread = (positions: State['positions']) =>
      numbersOf({ ...EXAMPLE, positions }, engine, vectors).spread;
    expect(spread('sinusoidal')).toBeLessThan(ROUNDING);
    expect(spread('learned')).toBeGreaterThan(0.5);
    expect(spread('none')).toBe(0);
    expect(vectors.P).toHaveLength(PLACES);
  });
});

it('shuffling visits all orders and returns to the first', () => {
  const seen = new Set<string>();
  let order: readonly number[] = IN_ORDER;
  do {
    seen.add(String(order));
    order = shuffled(order);
  } while (!seen.has(String(order)));
  expect(String(order)).toBe(String(IN_ORDER));
  expect(seen.size).toBe(120);
});

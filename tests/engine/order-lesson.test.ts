// SPDX-License-Identifier: MIT
// Tests the numbers of the lesson "order", computed with the sentence model (a small language model) of each language.
import { describe, expect, it, vi } from 'vitest';
import type { Engine } from '../../web/src/engine/index.ts';
import { SENTENCE_LANGUAGES } from '../../web/src/engine/sentences/languages.ts';
import { beats } from '../../web/src/lessons/order/beats.ts';
import { experiments } from '../../web/src/lessons/order/claims.ts';
import {
  COUNT,
  changesOf,
  compute,
  constrain,
  fields,
  IN_ORDER,
  ORDERS,
  OrderSession,
  PLACES,
  positionsOf,
  ROUNDING,
  type State,
  SWAPPED,
  shuffled,
  vectorsOf,
  WIDTH,
} from '../../web/src/lessons/order/compute.ts';
import { initialState, readWithin } from '../../web/src/state/fields.ts';
import { measureAll } from './lessons.ts';
import { openEngine } from './support.ts';

const { engine } = await openEngine('simd');
const with_ = (change: Partial<State>): State => ({ ...initialState(fields), ...change });

describe.each(SENTENCE_LANGUAGES)('in %s', async (language) => {
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
      const { changes, largest } = compute(with_({ order: SWAPPED, ...change }), engine, vectors);
      expect(largest).toBeGreaterThan(0.05);
      expect(changes.filter((one) => one <= ROUNDING)).toHaveLength('mask' in change ? 1 : 0);
    },
  );

  it('only sinusoidal positions have constant diagonals', () => {
    const spread = (positions: State['positions']) =>
      compute(with_({ positions }), engine, vectors).spread;
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

it.each([
  ['5,4,3,2,1', [5, 4, 3, 2, 1], []],
  ['2,2,2,2,2', [2, 1, 3, 4, 5], ['adjusted']],
  ['1,2', [1, 2, 3, 4, 5], ['too-few']],
])('reads the order %s as %s', (text, order, kinds) => {
  const { state, problems } = readWithin(fields, new URLSearchParams({ order: text }), constrain);
  expect(state.order).toEqual(order);
  expect(problems.map(({ kind }) => kind)).toEqual(kinds);
});

it('the answer to the check is the distance between two words', () => {
  const question = beats.find(({ kind }) => kind === 'check')?.question;
  const i18n = { integer: String } as never;
  for (let seed = 1; seed < 30; seed++) {
    const state = question?.draw(seed) as (State & { from: number; to: number }) | undefined;
    if (state === undefined) continue;
    expect(question?.answers(engine, state, i18n)[0]?.text).toBe(`${state.to - state.from + 1}`);
  }
});

it('the claims have the lesson’s verdicts', async () => {
  const { verdicts, measured } = await measureAll(experiments, engine);
  expect(verdicts).toEqual({ equivariance: 'condition', causal: 'fails', distance: 'condition' });
  expect(measured('equivariance', 'plain')).toBeLessThan(1e-14);
});

describe('the session', () => {
  const open = (engine: Engine) => {
    let language = 'en';
    const host = { news: vi.fn(), fail: vi.fn(), language: () => language };
    const session = new OrderSession(host);
    const words = () => session.compute(with_({}), engine).words.join(' ');
    const speak = (next: string) => {
      language = next;
    };
    return { host, session, words, speak };
  };

  it('has numbers before the model is loaded, and the words of the last language after', async () => {
    const { host, session, words, speak } = open(engine);
    expect(session.compute(with_({}), engine).isReady).toBe(false);
    speak('zh-Hant');
    words();
    await vi.waitFor(() => expect(host.news).toHaveBeenCalled());
    expect(words()).toBe('昨天 狗 看到 了 貓');
    expect(host.news).toHaveBeenCalledTimes(1);
    session.release();
  });

  it('reports a model that cannot be loaded, and retries', async () => {
    const error = new Error('offline');
    let isOffline = true;
    const failing = new Proxy(engine, {
      get: (target, name) => {
        if (name === 'sentenceModel' && isOffline) return () => Promise.reject(error);
        const found = Reflect.get(target, name, target);
        return typeof found === 'function' ? found.bind(target) : found;
      },
    });
    const { host, session, words } = open(failing);
    words();
    await vi.waitFor(() => expect(host.fail).toHaveBeenCalledWith(error));
    isOffline = false;
    words();
    await vi.waitFor(() => expect(host.news).toHaveBeenCalled());
    expect(words()).toBe('the dog saw a cat');
    session.release();
  });
});

// SPDX-License-Identifier: MIT
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Engine } from '../../web/src/engine/index.ts';
import { loadModule } from '../../web/src/engine/load.ts';
import type { Learning } from '../../web/src/lessons/learning/training/learning.ts';
import { finish, type Opened, openSession, stateWith } from './learning.ts';
import { openEngine } from './support.ts';

const { engine } = await openEngine('simd');

const POINTING = stateWith({ task: 'pointing', steps: 60 });
const SENTENCES = stateWith({ task: 'sentences', steps: 6, layers: '1' });

// The timers and the clock are fake, because the session waits between two requests and measures how long they take.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
const aSecond = () => vi.advanceTimersByTimeAsync(1000);

let opened: Opened[] = [];
const openOn = (...args: Parameters<typeof openSession>) => {
  const session = openSession(...args);
  opened.push(session);
  return session;
};
const open = (
  ...args: Parameters<typeof openSession> extends [unknown, ...infer Rest] ? Rest : never
) => openOn(engine, ...args);
afterEach(() => {
  for (const { session } of opened) session.release();
  opened = [];
  vi.useRealTimers();
});

/** All results of a training session; they are equal if two sessions made the same steps. */
const bits = async (numbers: Learning) =>
  Promise.all(
    numbers.models.map(async (model, i) => ({
      ...{ steps: model.steps, curve: model.curve, loss: model.loss, right: model.right },
      ...{ weights: model.weights(0, 0), next: model.next(2), file: await numbers.save(i) },
    })),
  );

const inOneGo = async (state: Parameters<typeof openSession>[1], options = {}) => {
  const other = openSession(engine, state, options);
  const result = await bits(await finish(other));
  other.session.release();
  return result;
};

describe('a training', () => {
  it('makes exactly the steps that the state requests', async () => {
    const session = open(POINTING);
    expect(session.numbers).toMatchObject({ isRunning: true, symbols: [...'ABCDEF'], floor: 0 });
    expect(session.numbers.models[0]).toMatchObject({ steps: 0, loss: Number.NaN });
    const numbers = await finish(session);
    expect(numbers.models[0]?.steps).toBe(60);
    expect(numbers.models[0]?.curve.at(-1)?.step).toBe(60);
    await aSecond();
    expect(session.worker.requests).toEqual([]);
  });

  it('requests one job at a time', async () => {
    const session = open(POINTING);
    await session.asked();
    session.set({});
    session.set({ steps: 61 });
    expect(session.worker.requests).toHaveLength(1);
  });

  it('shows an untrained model before the first job', () => {
    const { numbers } = open(stateWith({ task: 'pointing', steps: 0 }));
    expect(numbers.isRunning).toBe(false);
    const [first = []] = numbers.models[0]?.weights(0, 0) ?? [];
    expect(first).toHaveLength(6);
    expect(first.reduce((a, b) => a + b)).toBeCloseTo(1, 5);
    expect(opened[0]?.workers).toHaveLength(0);
  });

  it('learns the swaps, but not with a tied model', async () => {
    const session = open(stateWith({ task: 'pointing', steps: 400, compare: 'tied' }));
    const numbers = await finish(session);
    const [separate, tied] = numbers.models;
    expect(separate?.loss).toBeLessThan(0.01);
    expect(separate?.right).toBe(1);
    expect(tied?.loss).toBeGreaterThan(numbers.bound as number);
    expect(tied?.loss).toBeLessThan((numbers.bound as number) + 0.01);
    expect(separate?.next(0)[0]?.symbol).toBe('B');
  });
});

describe('pause', () => {
  it('keeps the steps that were shown and discards the job in progress', async () => {
    const session = open(POINTING);
    await session.asked();
    session.worker.answer();
    await session.asked();
    const { steps } = session.numbers.models[0] as { steps: number };
    expect(steps).toBeGreaterThan(0);
    const paused = session.set({ steps });
    expect(paused.isRunning).toBe(false);
    session.worker.answer();
    await aSecond();
    expect(session.numbers.models[0]?.steps).toBe(steps);
    expect(session.worker.requests).toEqual([]);
    expect(await bits(session.numbers)).toEqual(await inOneGo(stateWith({ ...POINTING, steps })));
  });

  it.each([
    ['pointing', POINTING],
    ['repetition', stateWith({ ...SENTENCES, task: 'repetition' })],
    ['sentences', SENTENCES],
    ['two models', stateWith({ ...SENTENCES, compare: 'layers' })],
  ])('%s: continuing gives the same bits as one run', async (_, state) => {
    const session = open({ ...state, steps: Math.floor(state.steps / 2) });
    await finish(session);
    // The training is paused during this request, so the session discards the answer. But the models in the worker have
    // already made the steps of the request.
    session.set({ steps: state.steps });
    await session.asked();
    session.set({ steps: session.numbers.models[0]?.steps as number });
    session.worker.answer();
    session.set({ steps: state.steps });
    expect(await bits(await finish(session))).toEqual(await inOneGo(state));
  });

  it('a single step makes one step', async () => {
    const session = open(stateWith({ task: 'pointing', steps: 3 }));
    await finish(session);
    session.set({ steps: 4 });
    const numbers = await finish(session);
    expect(numbers.models[0]?.curve.map(({ step }) => step)).toEqual([1, 2, 3, 4]);
  });

  it('fewer steps than shown are recomputed from the start', async () => {
    const session = open(POINTING);
    await finish(session);
    session.set({ steps: 20 });
    expect(session.numbers.models[0]?.steps).toBe(0);
    expect(await bits(await finish(session))).toEqual(
      await inOneGo(stateWith({ ...POINTING, steps: 20 })),
    );
  });
});

describe('interruptions', () => {
  it('pauses while the tab is hidden, and continues after', async () => {
    const session = open(POINTING);
    await session.asked();
    session.setHidden(true);
    session.worker.answer();
    await aSecond();
    const { steps } = session.numbers.models[0] as { steps: number };
    expect(steps).toBeGreaterThan(0);
    expect(session.worker.requests).toEqual([]);
    session.setHidden(false);
    await session.asked();
    expect(await bits(await finish(session))).toEqual(await inOneGo(POINTING));
  });

  it('trains on the page if a host forbids workers', async () => {
    const session = open(SENTENCES, { workers: false });
    expect(await bits(await finish(session))).toEqual(await inOneGo(SENTENCES));
  });

  it('continues on the page if a worker fails', async () => {
    const session = open(POINTING);
    await session.asked();
    session.worker.answer();
    await session.asked();
    session.worker.fail();
    const numbers = await finish(session);
    expect(session.worker.isEnded).toBe(true);
    expect(session.workers).toHaveLength(1);
    expect(session.fail).not.toHaveBeenCalled();
    expect(await bits(numbers)).toEqual(await inOneGo(POINTING));
  });

  it('retries if the worker lost its engine, and reports a second failure', async () => {
    const session = open(POINTING);
    await session.asked();
    session.worker.answer();
    await session.asked();
    session.worker.answer(({ id }) => ({ id, failed: 'lost' }));
    await session.asked();
    expect(session.workers).toHaveLength(2);
    expect(session.fail).not.toHaveBeenCalled();
    session.worker.answer(({ id }) => ({ id, failed: 'lost' }));
    await vi.waitFor(() => expect(session.fail).toHaveBeenCalledTimes(1));
    expect(session.fail.mock.calls[0]?.[0]).toMatchObject({ message: 'lost' });
  });

  it('restarts if the page lost its instance, with the same bits', async () => {
    const module = await loadModule('simd');
    const trap = () => {
      throw new WebAssembly.RuntimeError('unreachable');
    };
    const bindings = { ...module.bindings, naiveSoftmax32: trap };
    const page = new Engine('simd', { ...module, bindings });
    const session = openOn(page, POINTING, { training: engine });
    await session.asked();
    session.worker.answer();
    await session.asked();
    // After a trap has destroyed the engine's WebAssembly instance, the engine dispatches "lost". The page around a
    // lesson then releases the session and sets the state again, as this listener does.
    const forgotten = new Promise<void>((resolve) => {
      page.addEventListener('lost', () => {
        session.session.release();
        session.set({});
        resolve();
      });
    });
    const logits = { shape: [1], data: [0] };
    expect(() => page.naiveSoftmax({ precision: 'float32', logits })).toThrow('unreachable');
    await forgotten;
    expect(session.numbers.models[0]?.steps).toBe(0);
    expect(await bits(await finish(session))).toEqual(await inOneGo(POINTING));
  });

  it('two sessions at once are independent', async () => {
    const sessions = [open(SENTENCES), open(stateWith({ ...SENTENCES, seed: 2 }))] as const;
    for (const { asked } of sessions) await asked();
    for (const { worker } of sessions) worker.answer();
    for (const { asked } of sessions) await asked();
    const [first, second] = sessions;
    first.session.release();
    expect(first.worker.isEnded).toBe(true);
    expect(second.worker.isEnded).toBe(false);
    const state = stateWith({ ...SENTENCES, seed: 2 });
    expect(await bits(await finish(second))).toEqual(await inOneGo(state));
    expect(await bits(first.set({}) && (await finish(first)))).toEqual(await inOneGo(SENTENCES));
  });

  it('another model restarts training; another display does not', async () => {
    const session = open(SENTENCES);
    await finish(session);
    const { length } = session.numbers.symbols;
    expect(session.set({ position: 3, layer: '1', head: '2' }).models[0]?.steps).toBe(6);
    expect(session.set({ words: ['the', 'girls'] }).symbols).toEqual(['the', 'girls']);
    expect(session.set({ words: [] }).symbols).toHaveLength(length);
    expect(session.set({ permutation: 'six' }).models[0]?.steps).toBe(6);
    expect(session.set({ tied: 'tied' }).models[0]?.steps).toBe(0);
  });

  it('another language restarts with its own words', async () => {
    const session = open(SENTENCES);
    await finish(session);
    session.setLanguage('zh-Hant');
    expect(session.numbers.models[0]?.steps).toBe(0);
    expect(session.numbers.vocabulary).toContain('牠');
    await finish(session);
    session.setLanguage('en');
    expect(await bits(await finish(session))).toEqual(await inOneGo(SENTENCES));
  });

  it('reports unknown words', () => {
    const session = open(SENTENCES);
    const { symbols, unknown } = session.set({ words: ['the', 'whale', 'was', 'blue'] });
    expect(symbols).toEqual(['the', 'was']);
    expect(unknown).toEqual(['whale', 'blue']);
  });

  it('frees everything', async () => {
    const held: { isReleased: boolean }[] = [];
    const watched = new Proxy(engine, {
      get(target, name) {
        const found = Reflect.get(target, name, target);
        if (typeof found !== 'function') return found;
        if (name !== 'newLanguageModel') return found.bind(target);
        return (input: Parameters<typeof engine.newLanguageModel>[0]) => {
          const model = target.newLanguageModel(input);
          const one = { isReleased: false };
          held.push(one);
          const release = model.release.bind(model);
          model.release = () => {
            one.isReleased = true;
            release();
          };
          return model;
        };
      },
    });
    const session = openOn(watched, stateWith({ ...SENTENCES, compare: 'tied' }));
    await session.asked();
    session.worker.answer();
    await session.asked();
    session.session.release();
    expect(held).toHaveLength(4);
    expect(held.every(({ isReleased }) => isReleased)).toBe(true);
    expect(session.worker.isEnded).toBe(true);
    expect(session.listeners.size).toBe(0);
    const { news } = session;
    session.worker.answer();
    await aSecond();
    expect(session.news).toBe(news);
    expect(session.workers).toHaveLength(1);
  });
});

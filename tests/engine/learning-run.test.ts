// SPDX-License-Identifier: MIT
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Learner } from '../../web/src/lessons/learning/training/learner.ts';
import { lookOf } from '../../web/src/lessons/learning/training/progress.ts';
import type * as Repetition from '../../web/src/lessons/learning/training/repetition.ts';
import {
  example,
  MODELS,
  type ModelSpec,
  STEPS,
} from '../../web/src/lessons/learning/training/repetition.ts';
import { type Opened, openRun, until } from './learning.ts';
import { openEngine } from './support.ts';

vi.mock('../../web/src/lessons/learning/training/repetition.ts', async (original) => ({
  ...(await original<typeof Repetition>()),
  STEPS: 80,
}));

const { engine } = await openEngine('simd');

const SPECS = [MODELS.whole, MODELS.layer];

// The timers and the clock are fake, because a run waits between two requests and measures how long they take.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
const aSecond = () => vi.advanceTimersByTimeAsync(1000);

let opened: Opened[] = [];
const open = (specs: readonly ModelSpec[] = SPECS, options = {}) => {
  const one = openRun(engine, specs, options);
  opened.push(one);
  return one;
};
afterEach(() => {
  for (const { run } of opened) run.release();
  opened = [];
});

/** The saved state and the loss curve of each model. They are equal if two trainings made the same steps. */
const bits = ({ run }: Opened) => run.models.map(({ saved, curve }) => ({ saved, curve }));

const inOneGo = (steps: number) =>
  SPECS.map((spec) => {
    const learner = new Learner(engine, spec);
    learner.train(steps);
    const saved = learner.saved();
    learner.release();
    return saved;
  });

const states = ({ run }: Opened) => run.models.map(({ saved }) => saved);

describe('a training', () => {
  it('begins with the press, not before', async () => {
    const one = open();
    await aSecond();
    expect(one.workers).toHaveLength(0);
    expect(one.run).toMatchObject({ steps: 0, isRunning: false, isDone: false });
    one.run.start(engine);
    expect(one.run.isRunning).toBe(true);
    await one.asked();
  });

  it('makes the steps of one go, ten at most between two pictures', async () => {
    const one = open();
    one.run.start(engine);
    let before = 0;
    while (one.run.steps < 40) {
      await until(one, before + 1);
      expect(one.run.steps - before).toBeLessThanOrEqual(10);
      before = one.run.steps;
    }
    expect(states(one)).toEqual(inOneGo(one.run.steps));
    expect(one.run.models[0]?.curve.steps).toBe(one.run.steps);
  });

  it('ends after its last step', async () => {
    const one = open([MODELS.layer]);
    one.run.start(engine);
    await until(one, STEPS);
    expect(one.run).toMatchObject({ steps: STEPS, isRunning: false, isDone: true });
    const learner = new Learner(engine, MODELS.layer);
    learner.restore(one.run.models[0]?.saved as never);
    expect(one.run.models[0]?.right).toBe(learner.right());
    learner.release();
    one.run.start(engine);
    await aSecond();
    expect(one.worker.requests).toEqual([]);
  });
});

describe('a pause', () => {
  it('keeps the job under way, and asks for no other', async () => {
    const one = open();
    one.run.start(engine);
    await until(one, 5);
    await one.asked();
    const { steps } = one.run;
    one.run.pause();
    one.worker.answer();
    await aSecond();
    expect(one.run.steps).toBeGreaterThan(steps);
    expect(one.worker.requests).toEqual([]);
    const paused = one.run.steps;
    await aSecond();
    expect(one.run.steps).toBe(paused);
    one.run.start(engine);
    await until(one, paused + 5);
    expect(states(one)).toEqual(inOneGo(one.run.steps));
  });

  it('lasts while the tab is hidden', async () => {
    const one = open();
    one.run.start(engine);
    await one.asked();
    one.setHidden(true);
    one.worker.answer();
    await aSecond();
    expect(one.worker.requests).toEqual([]);
    one.setHidden(false);
    await until(one, 8);
    expect(states(one)).toEqual(inOneGo(one.run.steps));
  });

  it('ends everything when nobody follows, and what is made stays', async () => {
    const one = open();
    one.run.start(engine);
    await until(one, 5);
    const made = bits(one);
    one.run.release();
    expect(one.worker.isEnded).toBe(true);
    expect(one.listeners.size).toBe(0);
    const { calls } = one.onNews.mock;
    const count = calls.length;
    await aSecond();
    expect(calls.length).toBe(count);
    expect(bits(one)).toEqual(made);
    one.run.start(engine);
    await until(one, one.run.steps + 5);
    expect(one.workers).toHaveLength(2);
    expect(states(one)).toEqual(inOneGo(one.run.steps));
  });
});

describe('a failure', () => {
  it('of workers lets the page train', async () => {
    const one = open(SPECS, { workers: false });
    one.run.start(engine);
    await vi.waitFor(() => expect(one.run.steps).toBeGreaterThan(5), { timeout: 60_000 });
    one.run.pause();
    await aSecond();
    expect(states(one)).toEqual(inOneGo(one.run.steps));
  });

  it('of the worker lets the page go on', async () => {
    const one = open();
    one.run.start(engine);
    await until(one, 3);
    await one.asked();
    one.worker.fail();
    const { steps } = one.run;
    await vi.waitFor(() => expect(one.run.steps).toBeGreaterThan(steps), { timeout: 60_000 });
    one.run.pause();
    await aSecond();
    expect(one.worker.isEnded).toBe(true);
    expect(one.workers).toHaveLength(1);
    expect(states(one)).toEqual(inOneGo(one.run.steps));
  });

  it('is tried again once, then told; the reader can go on', async () => {
    const one = open();
    one.run.start(engine);
    await until(one, 3);
    for (const count of [2, 2]) {
      await one.asked();
      one.worker.answer(({ id }) => ({ id, failed: 'lost' }));
      await aSecond();
      expect(one.workers).toHaveLength(count);
    }
    expect(one.run).toMatchObject({ hasFailed: true, isRunning: false });
    one.run.start(engine);
    await until(one, one.run.steps + 3);
    expect(one.run.hasFailed).toBe(false);
    expect(states(one)).toEqual(inOneGo(one.run.steps));
  });
});

it('looks at the list with the model as it is trained, and leaves nothing behind', async () => {
  const one = open([MODELS.whole]);
  const [start] = one.run.models;
  if (start === undefined) throw new Error('there is a model');
  const before = lookOf(start, engine);
  expect(lookOf(start, engine)).toBe(before);
  expect(before.next).toHaveLength(example.length);
  for (const row of before.weights.flat(2))
    expect(row.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5);
  one.run.start(engine);
  await until(one, 10);
  const [now] = one.run.models;
  expect(now && lookOf(now, engine).weights).not.toEqual(before.weights);
});

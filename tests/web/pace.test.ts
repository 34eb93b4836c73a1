// SPDX-License-Identifier: MIT
// Tests `Pace`, which chooses the number of training steps in each job, with a fake clock.
import { beforeEach, expect, it, vi } from 'vitest';
import { Pace } from '../../web/src/lessons/learning/training/pace.ts';

let now = 0;
beforeEach(() => {
  now = 1000;
  vi.stubGlobal('performance', { now: () => now });
});

/** Runs a job that takes `took` ms, and waits until `until` ms after its start. */
function job(pace: Pace, count: number, took: number, until: number): void {
  pace.begin();
  pace.end(count, took);
  now += until;
}

it('the first job has one step, later ones as many as fit into the budget', () => {
  const pace = new Pace();
  expect(pace.stepsWithin(8)).toBe(1);
  job(pace, 1, 2, 30);
  expect(pace.stepsWithin(8)).toBe(4);
  expect(pace.stepsWithin(1)).toBe(1);
});

it('jobs begin 30 ms apart', () => {
  const pace = new Pace();
  expect(pace.wait()).toBe(0);
  job(pace, 1, 2, 12);
  expect(pace.wait()).toBe(18);
  now += 40;
  expect(pace.wait()).toBe(0);
});

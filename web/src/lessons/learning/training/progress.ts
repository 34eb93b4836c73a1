// SPDX-License-Identifier: MIT
import type { Task } from '../state.ts';
import type { ModelSpec, Saved } from './learner.ts';
import { type Curve, extended, newCurve } from './loss-curve.ts';
import type { Sliced } from './slices.ts';

/** The state of one model after some training steps. */
export interface ModelProgress {
  readonly curve: Curve;
  /** The training state. Undefined before the first job. */
  readonly saved: Saved | undefined;
  /**
   * The share of correct predictions, from 0 to 1. Undefined before the first computation. If `isJudged` is false, it
   * was computed at an earlier step.
   */
  readonly right: number | undefined;
  readonly isJudged: boolean;
}

/**
 * The state of all models after the same number of steps. It is immutable, so the training can later continue from it
 * again.
 */
export interface Progress {
  readonly steps: number;
  readonly models: readonly ModelProgress[];
}

/**
 * Number of steps over which the running mean of the loss is taken. The pointing task uses the same data in every step,
 * so its loss is already smooth.
 */
export const WINDOWS: Readonly<Record<Task, number>> = {
  pointing: 1,
  repetition: 50,
  sentences: 50,
};

export const startOf = (specs: readonly ModelSpec[]): Progress => ({
  steps: 0,
  models: specs.map(({ task }) => ({
    curve: newCurve(WINDOWS[task]),
    saved: undefined,
    right: undefined,
    isJudged: false,
  })),
});

export const after = ({ steps, models }: Progress, made: readonly Sliced[]): Progress => ({
  steps: steps + (made[0]?.losses.length ?? 0),
  models: made.map(({ losses, saved, right }, i) => {
    const before = models[i] as ModelProgress;
    const isJudged = right !== undefined;
    const curve = extended(before.curve, losses);
    return { curve, saved, right: isJudged ? right : before.right, isJudged };
  }),
});

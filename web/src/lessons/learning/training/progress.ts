// SPDX-License-Identifier: MIT
import type { Task } from '../state.ts';
import { type Curve, extended, newCurve } from './curve.ts';
import type { ModelSpec, Saved } from './learner.ts';
import type { Sliced } from './slices.ts';

/** One model after some steps. */
export interface ModelProgress {
  readonly curve: Curve;
  /** Undefined before the first job. */
  readonly saved: Saved | undefined;
  /** Of these steps, or of some steps before. */
  readonly right: number | undefined;
  readonly isJudged: boolean;
}

/** All models after the same number of steps. Never changed, so that an earlier one can be gone back to. */
export interface Progress {
  readonly steps: number;
  readonly models: readonly ModelProgress[];
}

/** Steps of a running mean: where every step has the same data, the loss is smooth already. */
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

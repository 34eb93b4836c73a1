// SPDX-License-Identifier: MIT
import type { Engine } from '../../../engine/index.ts';
import { Learner, type Look, type Saved } from './learner.ts';
import { type Curve, extended, newCurve } from './loss-curve.ts';
import type { ModelSpec } from './models.ts';
import { example } from './repetition.ts';
import type { Sliced } from './slices.ts';

/** One model after some training steps. It is immutable. */
export interface Progress {
  readonly spec: ModelSpec;
  readonly steps: number;
  readonly curve: Curve;
  /** The training state. Undefined before the first step. */
  readonly saved: Saved | undefined;
  /** The share of right answers, from 0 to 1, when it was last computed. Undefined before. */
  readonly right: number | undefined;
}

/** Number of steps over which the running mean of the loss is taken. */
const WINDOW = 50;

export const startOf = (spec: ModelSpec): Progress => ({
  ...{ spec, steps: 0, curve: newCurve(WINDOW), saved: undefined, right: undefined },
});

export const after = (before: Progress, { losses, saved, right }: Sliced): Progress => ({
  ...{ spec: before.spec, saved, steps: before.steps + losses.length },
  curve: extended(before.curve, losses),
  right: right ?? before.right,
});

const looks = new WeakMap<Progress, Look>();

/** What a model computes for the list in the figure. It uses the page's engine, because the worker's is busy. */
export function lookOf(progress: Progress, engine: Engine): Look {
  const known = looks.get(progress);
  if (known !== undefined) return known;
  const learner = new Learner(engine, progress.spec);
  try {
    if (progress.saved) learner.restore(progress.saved);
    const look = learner.look(example);
    looks.set(progress, look);
    return look;
  } finally {
    learner.release();
  }
}

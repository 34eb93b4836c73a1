// SPDX-License-Identifier: MIT
import type { Engine } from '../../../engine/index.ts';
import { oncePer, released } from '../../once.ts';
import { Learner, type Saved } from './learner.ts';
import { example, type ModelSpec } from './repetition.ts';
import type { Sliced } from './slices.ts';

/** The running mean of the loss after a step. */
export interface CurvePoint {
  readonly step: number;
  readonly loss: number;
}

const MOST_POINTS = 400;

/** The running mean of the loss over the training steps, with a limited number of points. */
export interface Curve {
  readonly points: readonly CurvePoint[];
  /** The current running mean of the loss. NaN before the first step. */
  readonly mean: number;
  readonly steps: number;
  /** Number of training steps between two stored points. */
  readonly stride: number;
  /**
   * Up to step `window`, the running mean is the plain mean of all losses. After that, each new loss counts with the
   * weight 1/`window`, and the previous running mean with the rest.
   */
  readonly window: number;
}

export const newCurve = (window: number): Curve => ({
  ...{ points: [], mean: Number.NaN, steps: 0, stride: 1, window },
});

/**
 * Returns the curve after further training steps with these losses. If there are too many points, `stride` is doubled
 * and every second point is removed.
 */
export function extended(curve: Curve, losses: ArrayLike<number>): Curve {
  let { mean, steps, stride } = curve;
  let points = [...curve.points];
  for (let i = 0; i < losses.length; i++) {
    const loss = losses[i] as number;
    steps += 1;
    mean = steps === 1 ? loss : mean + (loss - mean) / Math.min(steps, curve.window);
    if (steps % stride === 0) points.push({ step: steps, loss: mean });
    if (points.length <= MOST_POINTS) continue;
    stride *= 2;
    points = points.filter(({ step }) => step % stride === 0);
  }
  return { ...curve, points, mean, steps, stride };
}

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

const WINDOW = 50;

export const startOf = (spec: ModelSpec): Progress => ({
  ...{ spec, steps: 0, curve: newCurve(WINDOW), saved: undefined, right: undefined },
});

export const after = (before: Progress, { losses, saved, right }: Sliced): Progress => ({
  ...{ spec: before.spec, saved, steps: before.steps + losses.length },
  curve: extended(before.curve, losses),
  right: right ?? before.right,
});

/** The results of a model for the list in the figure, computed by the page's engine, because the worker's is busy. */
export const lookOf = oncePer((progress: Progress, engine: Engine) =>
  released(new Learner(engine, progress.spec), (learner) => {
    if (progress.saved) learner.restore(progress.saved);
    return learner.look(example);
  }),
);

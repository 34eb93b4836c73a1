// SPDX-License-Identifier: MIT
import type { CurvePoint } from './learning.ts';

const MOST_POINTS = 400;

/** A loss step by step as a running mean. However many steps, it keeps no more points than are drawn. */
export interface Curve {
  readonly points: readonly CurvePoint[];
  /** NaN before the first step. */
  readonly mean: number;
  readonly steps: number;
  /** Steps from one point to the next. */
  readonly stride: number;
  /** Steps that the mean runs over. */
  readonly window: number;
}

export const newCurve = (window: number): Curve => ({
  ...{ points: [], mean: Number.NaN, steps: 0, stride: 1, window },
});

/** The curve with the losses of the steps that follow. */
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

// SPDX-License-Identifier: MIT
/** The running mean of the loss after a step. */
export interface CurvePoint {
  readonly step: number;
  readonly loss: number;
}

const MOST_POINTS = 400;

/**
 * The running mean of the loss over the training steps. The number of stored points is limited, however many steps
 * there are.
 */
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

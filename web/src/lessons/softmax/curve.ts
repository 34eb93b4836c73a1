// SPDX-License-Identifier: MIT
import type { Engine } from '../../engine/index.ts';
import type { Interval } from './interval.ts';
import type { State } from './state.ts';

/** What the last entry would make of the others, everything else unchanged. */
export interface CurvePoint {
  readonly x: number;
  readonly jacobian: number;
  readonly gradient: number;
  readonly loss: number;
}

/** A power of two: the loss's gradient is a mean over rows, and this undoes the mean exactly. */
const POINTS = 128;

/** Even places up to the interval's end. */
function places([low, high]: Interval): number[] {
  const step = (high - low) / POINTS;
  return Array.from({ length: POINTS }, (_, i) => low + (i + 1) * step);
}

/** Norm of the Jacobian, loss and its gradient by the last logit, over the last entry. */
export function computeCurve(
  state: State,
  engine: Engine,
  interval: Interval,
  over: (list: ArrayLike<number>, divisor: number) => ArrayLike<number>,
): readonly CurvePoint[] {
  const { x, precision, scaling, temperature, target } = state;
  const width = x.length;
  const grid = places(interval);
  const entries = grid.flatMap((last) => [...x.slice(0, -1), last]);
  const logits = {
    shape: [POINTS, width],
    data: scaling === 'temperature' ? over(entries, temperature) : standardised(),
  };
  const targets = { shape: [POINTS], data: Array<number>(POINTS).fill(target - 1) };
  const norms = engine.softmaxStatistics({ precision, logits }).jacobianNorms.data;
  const { losses, logitsGradient } = engine.crossEntropy({ precision, logits, targets });
  return grid.map((last, i) => ({
    x: last,
    jacobian: norms[i] as number,
    gradient: (logitsGradient.data[(i + 1) * width - 1] as number) * POINTS,
    loss: losses.data[i] as number,
  }));

  // Each row is a sample of its own.
  function standardised(): number[] {
    return grid.flatMap((_, i) => {
      const sample = entries.slice(i * width, (i + 1) * width);
      const ddof = width > 1 ? 1 : 0;
      return Array.from(
        engine.standardise({ precision, x: { shape: [1, width], data: sample }, ddof }).z.data,
      );
    });
  }
}

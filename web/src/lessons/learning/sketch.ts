// SPDX-License-Identifier: MIT
import { svg } from 'lit';
import type { Engine, Tensor } from '../../engine/index.ts';
import { curve, type Sketch } from '../sketch.ts';
import { startOf } from './pointing-trainer.ts';
import { TARGETS } from './tasks/pointing.ts';

const STEPS = 40;
/** The home page's engine has no trainer, so its steps are those of gradient descent, which take a larger rate than Adam's. */
const RATE = 2;

const precision = 'float64';
const targets = TARGETS.swaps;

const transposed = ({ shape: [rows = 0, columns = 0], data }: Tensor): Tensor => ({
  shape: [columns, rows],
  data: Array.from(data, (_, i) => data[(i % rows) * columns + Math.floor(i / rows)] as number),
});

const moved = ({ shape, data }: Tensor, gradient: Tensor): Tensor => ({
  shape,
  data: Array.from(data, (x, i) => x - RATE * (gradient.data[i] as number)),
});

/** The loss before each step. */
function losses(engine: Engine, isTied: boolean): readonly number[] {
  const product = (queries: Tensor, keys: Tensor, divisor: 'sqrt_dk' | 'none') =>
    engine.scaledDotScores({ precision, queries, keys, divisor });
  let { W_q, W_k }: Record<'W_q' | 'W_k', Tensor> = startOf(engine, { targets, isTied });
  return Array.from({ length: STEPS }, () => {
    if (isTied) W_k = W_q;
    const { loss, logitsGradient } = engine.crossEntropy({
      precision,
      logits: product(W_q, W_k, 'sqrt_dk'),
      targets: { shape: [targets.length], data: [...targets] },
    });
    const byQueries = product(logitsGradient, transposed(W_k), 'none');
    const byKeys = product(transposed(logitsGradient), transposed(W_q), 'none');
    W_q = moved(W_q, byQueries);
    // One matrix for both takes both steps.
    if (isTied) W_q = moved(W_q, byKeys);
    else W_k = moved(W_k, byKeys);
    return loss;
  });
}

/** The loss of pairs that are to point to each other, with W_k = W_q and without. */
export const sketch: Sketch = (engine) => {
  const top = Math.log(targets.length);
  const line = (isTied: boolean) =>
    losses(engine, isTied).map(
      (loss, step) => [step / (STEPS - 1), Math.min(loss / top, 1)] as const,
    );
  return svg`${curve(line(true), 'key')}${curve(line(false), 'output')}`;
};

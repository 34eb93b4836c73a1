// SPDX-License-Identifier: MIT
import { svg } from 'lit';
import { curve, type Sketch } from '../sketch.ts';
import { trainPointing } from './pointing-trainer.ts';
import { TARGETS } from './tasks/pointing.ts';

const STEPS = 240;
const EVERY = 6;

/** The loss of pairs that are to point to each other, with W_k = W_q and without. */
export const sketch: Sketch = (engine) => {
  const targets = TARGETS.swaps;
  const top = Math.log(targets.length);
  const line = (isTied: boolean) => {
    const { losses } = trainPointing(engine, { targets, isTied }, STEPS);
    return Array.from(losses)
      .map((loss, step) => [step / (STEPS - 1), Math.min(loss / top, 1)] as const)
      .filter((_, step) => step % EVERY === 0);
  };
  return svg`${curve(line(true), 'key')}${curve(line(false), 'output')}`;
};

// SPDX-License-Identifier: MIT
import { svg } from 'lit';
import { curve, type Sketch } from '../sketch.ts';
import { TARGETS } from './tasks/pointing.ts';

const POINTS = 40;
/** The largest score on the x axis of the picture. */
const REACH = 8;

/**
 * The loss of tokens that learn to attend to each other in pairs, as a function of a token's score for its partner.
 * With W_k = W_q, the mean of both partners' scores for themselves cannot be below this score, so these scores are set
 * equal to it.
 */
export const sketch: Sketch = (engine) => {
  const targets = TARGETS.swaps;
  const n = targets.length;
  const lossAt = (score: number, isTied: boolean): number => {
    const logits = targets.flatMap((target, i) =>
      Array.from({ length: n }, (_, j) => (j === target || (isTied && j === i) ? score : 0)),
    );
    const { data } = engine.softmax({
      precision: 'float64',
      logits: { shape: [n, n], data: logits },
    });
    return -Math.log(data[targets[0] as number] as number);
  };
  const line = (isTied: boolean) =>
    Array.from({ length: POINTS }, (_, i) => {
      const share = i / (POINTS - 1);
      return [share, lossAt(share * REACH, isTied) / Math.log(n)] as const;
    });
  return svg`${curve(line(true), 'key')}${curve(line(false), 'output')}`;
};

// SPDX-License-Identifier: MIT
// The transfer question: each wrong answer is what one misconception gives.
import type { Engine } from '../../engine/index.ts';
import { type CheckQuestion, drawsOf, pick } from '../check-question.ts';
import { deviationOf } from './compute.ts';
import { dotOptions, type State, with_ } from './state.ts';

/** Squares that no other part of the lesson shows, so that the root is a round number. */
const SQUARES = [9, 25, 36, 49, 81, 100, 121, 144, 169, 196, 225, 400];
const VARIANCES = [0.25, 4, 9];

/** The exact variance of q·k. */
function varianceOf(engine: Engine, state: State): number {
  const job = engine.newDotProductMoments(dotOptions(state));
  try {
    job.advance(1);
    return job.result().scaled[0]?.expected.variance ?? Number.NaN;
  } finally {
    job.release();
  }
}

export const deviation: CheckQuestion<State> = {
  id: 'deviation',
  draw: (seed) => {
    const draw = drawsOf(seed);
    const variance = pick(draw, VARIANCES);
    return with_({ d: pick(draw, SQUARES), qVariance: variance, kVariance: variance });
  },
  words: ({ d, qVariance }, i18n) => ({ d: i18n.integer(d), variance: i18n.number(qVariance) }),
  answers: (engine, state, i18n) => {
    const variance = varianceOf(engine, state);
    const root = (change: Partial<State>) =>
      deviationOf(engine, varianceOf(engine, { ...state, ...change }));
    const answers = {
      right: deviationOf(engine, variance),
      variance,
      unscaled: root({ qVariance: 1, kVariance: 1 }),
      once: root({ kVariance: 1 }),
    };
    return Object.entries(answers).map(([id, x]) => ({ id, text: i18n.number(x, { digits: 4 }) }));
  },
};

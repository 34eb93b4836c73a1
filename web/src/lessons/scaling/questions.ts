// SPDX-License-Identifier: MIT
// The prediction questions and the check question of the lesson. They use few draws, so that their answers are computed
// immediately.
import type { DotProductOptions, Engine } from '../../engine/index.ts';
import type { I18n } from '../../i18n/i18n.ts';
import { type CheckQuestion, drawsOf, pick } from '../check-question.ts';
import type { Prediction } from '../prediction.ts';
import { deviationOf } from './compute.ts';
import { ofVariance } from './derivation.ts';
import { dotOptions, NUM_KEYS, type State, with_ } from './state.ts';

const SEED = 1;
const PAIRS = 1000;
const ROWS = 100;

function dots(engine: Engine, options: DotProductOptions, pairs = PAIRS) {
  const job = engine.newDotProductMoments({ seed: SEED, ...options });
  try {
    job.advance(pairs);
    const [raw] = job.result().scaled;
    if (raw === undefined) throw new Error('no dot products');
    return raw;
  } finally {
    job.release();
  }
}

/** Statistics of random rows of softmax without scaling. */
function rows(engine: Engine, d: number) {
  const job = engine.newSaturation({ d, numKeys: NUM_KEYS, seed: SEED });
  try {
    job.advance(ROWS);
    const [none] = job.result().statistics;
    if (none === undefined) throw new Error('no rows');
    return none;
  } finally {
    job.release();
  }
}

const short = (i18n: I18n, x: number): string => i18n.number(x, { digits: 3 });

/**
 * For each guess, the factor by which the width of the distribution grows if there are four times as many components.
 */
const FACTORS = { same: 1, twice: 2, fourfold: 4, sixteenfold: 16 } as const;
type Factor = keyof typeof FACTORS;

export const width: Prediction<State> = {
  id: 'width',
  guesses: Object.keys(FACTORS),
  state: with_({ d: 64 }),
  measure: (engine, i18n) => {
    const [before, after] = [16, 64].map((d) =>
      deviationOf(engine, dots(engine, { d }).measured.variance),
    ) as [number, number];
    const miss = (guess: Factor) => Math.abs(Math.log(after / (before * FACTORS[guess])));
    const right = (Object.keys(FACTORS) as Factor[]).reduce((best, one) =>
      miss(one) < miss(best) ? one : best,
    );
    return { right, numbers: { before: short(i18n, before), after: short(i18n, after) } };
  },
};

/** The number of components. With normal components of variance 1, it is also the variance of q·k. */
const D = 64;

const shape: Prediction<State> = {
  id: 'shape',
  guesses: ['smaller', 'same', 'larger'],
  state: with_({ d: D, distribution: 'signs' }),
  measure: (engine, i18n) => {
    const { measured, expected } = dots(engine, { d: D, distribution: 'signs' });
    const difference = measured.variance - D;
    const error = ofVariance(expected.variance, expected.excessKurtosis, PAIRS);
    const other = difference < 0 ? 'smaller' : 'larger';
    const numbers = { pairs: i18n.integer(PAIRS), signs: short(i18n, measured.variance) };
    return { right: Math.abs(difference) <= error ? 'same' : other, numbers };
  },
};

const gradient: Prediction<State> = {
  id: 'gradient',
  guesses: ['both', 'median', 'mean', 'neither'],
  state: with_({ d: 256, curve: 'gradient' }),
  measure: (engine, i18n) => {
    const [few, many] = [rows(engine, 16), rows(engine, 256)];
    const isMedianLess = many.medianGradientNorm < few.medianGradientNorm;
    const isMeanLess = many.meanGradientNorm < few.meanGradientNorm;
    const one = isMedianLess ? 'median' : isMeanLess ? 'mean' : 'neither';
    const numbers = {
      medianBefore: short(i18n, few.medianGradientNorm),
      medianAfter: short(i18n, many.medianGradientNorm),
      meanBefore: short(i18n, few.meanGradientNorm),
      meanAfter: short(i18n, many.meanGradientNorm),
    };
    return { right: isMedianLess && isMeanLess ? 'both' : one, numbers };
  },
};

export const predictions: readonly Prediction<State>[] = [shape, gradient];

/** Numbers of components that the lesson does not use elsewhere. They are squares, so that their root is an integer. */
const SQUARES = [9, 25, 36, 49, 81, 100, 121, 144, 169, 196, 225, 400];
const VARIANCES = [0.25, 4, 9];

/** The exact variance of q·k. */
const varianceOf = (engine: Engine, state: State): number =>
  dots(engine, dotOptions(state), 1).expected.variance;

/** Check question about the standard deviation of q·k. Each wrong answer corresponds to one misconception. */
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

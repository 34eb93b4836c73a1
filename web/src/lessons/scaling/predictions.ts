// SPDX-License-Identifier: MIT
// The prediction questions of Verify. They use few draws, so that their answers are computed immediately.
import type { DotProductOptions, Engine } from '../../engine/index.ts';
import type { I18n } from '../../i18n/i18n.ts';
import type { Prediction } from '../prediction.ts';
import { ofVariance } from './derivation.ts';
import { NUM_KEYS, type State, with_ } from './state.ts';

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

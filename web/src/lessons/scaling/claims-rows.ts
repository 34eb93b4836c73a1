// SPDX-License-Identifier: MIT
// Claims about the weights and gradients of whole rows of softmax, at a large and at a small number of components.
import type { SaturationResult } from '../../engine/index.ts';
import { claim, type Experiment, type Measurement, probe, reach } from '../experiment.ts';
import { drawRows } from './compute.ts';
import { EXAMPLE, NUM_KEYS, ROWS, type State } from './state.ts';

const LARGE_D = 512;
/** The small number of components with which claims about a large d are compared. */
const SMALL_D = 16;
/** Tolerance for a claim that a number is "about 0". */
const NEARLY_NOTHING = 1e-3;
/**
 * Tolerance for the difference of two medians of 400 rows. The norm ‖J‖ of the Jacobian of a scaled row has a standard
 * deviation of about 0.09. So a median has the standard error √(π/2) · 0.09/√400 = 0.006, and a difference 0.008. Of
 * all differences, 99.9 % are within 3.29 · 0.008. The norm of the gradient, ‖JK‖/√d, deviates about as much.
 */
const MEDIAN_ERROR = 0.026;
/** Tolerance for the difference of the means of two samples of 400 norms ‖J‖: 3.29 · √2 · 0.09/√400. */
const MEAN_ERROR = 0.021;
/** Relative tolerance for a claim about equal weights. It is chosen: the actual weights are only nearly equal. */
const NEARLY_EQUAL = 0.02;
/**
 * A chosen limit for the median of the gradients divided by their mean. Gradients count as unstable if this ratio is
 * below the limit, and as stable if it differs from 1 by less than the limit. The page states the limit.
 */
const UNSTABLE = 0.1;

type Statistics = SaturationResult['statistics'][number];
type Found = Readonly<Record<'none' | 'byRoot' | 'byD', Statistics>>;

/** Creates a `measure` function that draws rows of softmax at d = 512 and, for comparison, at d = 16. */
const byRows =
  (judge: (large: Found, small: Found) => Measurement[]): Experiment<State>['measure'] =>
  async (engine, run) => {
    const rowsAt = async (d: number, from: number): Promise<Found | undefined> => {
      const onProgress = (done: number) => run.onProgress(from + done / 2);
      const options = { d, numKeys: NUM_KEYS, seed: EXAMPLE.seed };
      const found = await drawRows(engine, options, ROWS, { ...run, onProgress });
      if (found === undefined) return undefined;
      const [none, byRoot, byD] = found.statistics as [Statistics, Statistics, Statistics];
      return { none, byRoot, byD };
    };
    const small = await rowsAt(SMALL_D, 0);
    const large = small && (await rowsAt(LARGE_D, 0.5));
    return small && large && judge(large, small);
  };

/** Fewer pairs than in `EXAMPLE`, because each pair has many components. */
const LARGE: State = Object.freeze({ ...EXAMPLE, d: LARGE_D, pairs: 2000 });

const gradient = probe(
  LARGE,
  byRows(({ none, byRoot, byD }, small) => {
    // For n equal weights, the squared norm ‖J‖² of the Jacobian is 1/n − 1/n². If the components of the keys K are
    // independent with variance 1, the expected ‖JK/d‖² is ‖J‖²/d.
    const norm = Math.sqrt(1 / NUM_KEYS - 1 / NUM_KEYS ** 2);
    const passed = norm / Math.sqrt(LARGE_D);
    return [
      claim('flat', 0, none.medianJacobianNorm, NEARLY_NOTHING),
      claim('kept', small.byRoot.medianJacobianNorm, byRoot.medianJacobianNorm, MEDIAN_ERROR),
      claim(
        'keptGradient',
        small.byRoot.medianGradientNorm,
        byRoot.medianGradientNorm,
        MEDIAN_ERROR,
      ),
      reach('share', 1, none.saturatedShare, NEARLY_NOTHING),
      reach('mean', 0, none.meanGradientNorm, NEARLY_NOTHING),
      reach('flatByD', norm, byD.medianJacobianNorm, NEARLY_EQUAL * norm),
      reach('byD', passed, byD.medianGradientNorm, NEARLY_EQUAL * passed),
    ];
  }),
);

/** Tests the Jacobian J of softmax: without scaling, the median and the mean of ‖J‖ fall as d grows. */
const flat = probe(
  LARGE,
  byRows(({ none, byRoot }, small) => [
    claim('median', 0, none.medianJacobianNorm, NEARLY_NOTHING),
    claim('mean', 0, none.meanJacobianNorm, byRoot.meanJacobianNorm / 2),
    claim('scaledMean', small.byRoot.meanJacobianNorm, byRoot.meanJacobianNorm, MEAN_ERROR),
  ]),
);

/**
 * Tests whether gradients are unstable, which means that a few rows get nearly all of the gradient. The mean is then
 * far above the median.
 */
const unstable = probe(
  LARGE,
  byRows(({ none, byRoot }) => [
    claim('ratio', 0, none.medianGradientNorm / none.meanGradientNorm, UNSTABLE),
    claim('scaledRatio', 1, byRoot.medianGradientNorm / byRoot.meanGradientNorm, UNSTABLE),
  ]),
);

export const rowProbes = { gradient, flat, unstable };

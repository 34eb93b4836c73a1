// SPDX-License-Identifier: MIT
// Experiments on the claims of the documents (web/src/ledger) about a single matrix for queries and keys (W_k = W_q).
// Each experiment trains models with five seeds.
import type { Engine } from '../../engine/index.ts';
import { initialState } from '../../state/fields.ts';
import {
  claim,
  experimentsOf,
  type Measurement,
  type Probe,
  reach,
  shown,
  withDigits,
} from '../experiment.ts';
import { trainPointing } from './pointing-trainer.ts';
import { repeating } from './repeating.ts';
import { DEFAULT_STEPS, fields, type Permutation, type State } from './state.ts';
import { TARGETS, TIED_BOUNDS } from './tasks/pointing.ts';

const SEEDS = [1, 2, 3, 4, 5] as const;

/**
 * Tolerance for the difference between a trained loss and its lower bound. After 500 training steps, a loss whose bound
 * is 0 is still about 0.001, depending on the seed.
 */
const REST = 0.02;
/** The weight of a token for itself in the documents' example, and the tolerance of the claim "nearly everything". */
const DOCUMENTED = 0.98;
const NEARLY = 0.02;
/**
 * Tolerance for shares of correct predictions. A thousand positions are tested, so the standard deviation of a share is
 * at most 0.016.
 */
const CHANCE = 0.1;
const DIGITS = 4;

const START: State = initialState(fields);

/** Two measurements of an experiment: the smallest and the largest of `results`, which has one result for each seed. */
const extremes = (
  kind: typeof claim,
  id: string,
  expected: number,
  results: readonly number[],
  tolerance: number,
): readonly Measurement[] => [
  kind(`${id}Least`, expected, Math.min(...results), tolerance),
  kind(`${id}Most`, expected, Math.max(...results), tolerance),
];

const lossesOf = (engine: Engine, permutation: Permutation, isTied: boolean): readonly number[] =>
  SEEDS.map((seed) => trainPointing(engine, { targets: TARGETS[permutation], isTied, seed }).loss);

/** Tests whether separate matrices W_q and W_k are necessary for a token to attend to another one. */
const must: Probe<State> = {
  state: { ...START, permutation: 'threes', compare: 'tied', steps: DEFAULT_STEPS.pointing },
  measure: (engine) =>
    (['swaps', 'threes', 'six'] as const).flatMap((one) => [
      claim(`${one}Separate`, 0, Math.max(...lossesOf(engine, one, false)), REST),
      ...extremes(claim, one, TIED_BOUNDS[one], lossesOf(engine, one, true), REST),
    ]),
};

/** The weight of a token for itself after training with W_k = W_q, as a mean over the six tokens. */
function ownWeight(engine: Engine, permutation: Permutation, seed: number): number {
  const targets = TARGETS[permutation];
  const { W_q } = trainPointing(engine, { targets, isTied: true, seed }).parameters;
  if (W_q === undefined) return Number.NaN;
  const precision = 'float64';
  const logits = engine.scaledDotScores({ precision, queries: W_q, keys: W_q, divisor: 'sqrt_dk' });
  const { data } = engine.softmax({ precision, logits });
  const n = targets.length;
  const own = targets.map((_, i) => data[i * (n + 1)] as number);
  return own.reduce((sum, weight) => sum + weight, 0) / n;
}

const own: Probe<State> = {
  state: { ...START, tied: 'tied', steps: DEFAULT_STEPS.pointing },
  measure: (engine) => {
    const of = (permutation: Permutation) =>
      SEEDS.map((seed) => ownWeight(engine, permutation, seed));
    return [
      ...extremes(claim, 'swaps', DOCUMENTED, of('swaps'), NEARLY),
      ...extremes(claim, 'threes', DOCUMENTED, of('threes'), NEARLY),
      ...extremes(reach, 'identity', DOCUMENTED, of('identity'), NEARLY),
    ];
  },
};

/**
 * Tests the claim that self-attention loses its meaning if queries and keys share one matrix. If the claim is true, the
 * share of correct predictions of a whole transformer is then only the share that guessing gives.
 */
const helps: Probe<State> = {
  state: {
    ...START,
    ...{ task: 'repetition', compare: 'tied', layer: '2', steps: DEFAULT_STEPS.repetition },
  },
  measure: async (engine, run) => {
    const found = await repeating(engine, SEEDS, run);
    return (
      found && [
        ...extremes(claim, 'tied', found.chance, found.tied, CHANCE),
        ...extremes(shown, 'separate', 1, found.separate, CHANCE),
      ]
    );
  },
};

export const experiments = withDigits(DIGITS, experimentsOf<State>({ must, own, helps }));

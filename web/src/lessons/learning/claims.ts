// SPDX-License-Identifier: MIT
// Experiments on the claims of the documents (web/src/ledger) about a single matrix for queries and keys (W_k = W_q).
// Each experiment trains models with five seeds.
import type { Engine } from '../../engine/index.ts';
import {
  claim,
  experimentsOf,
  type Measurement,
  type Probe,
  reach,
  shown,
  withDigits,
} from '../experiment.ts';
import { EXAMPLE, type State } from './compute.ts';
import { type Pattern, TARGETS, TIED_BOUNDS } from './pointing.ts';
import { trainPointing, weightsOf } from './pointing-trainer.ts';
import { repeating } from './repeating.ts';

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

const lossesOf = (engine: Engine, permutation: Pattern, isTied: boolean): readonly number[] =>
  SEEDS.map((seed) => trainPointing(engine, { targets: TARGETS[permutation], isTied, seed }).loss);

/** Tests whether separate matrices W_q and W_k are necessary for a token to attend to another one. */
const must: Probe<State> = {
  state: { ...EXAMPLE, pattern: 'threes' },
  measure: (engine) =>
    (['swaps', 'threes', 'six'] as const).flatMap((one) => [
      claim(`${one}Separate`, 0, Math.max(...lossesOf(engine, one, false)), REST),
      ...extremes(claim, one, TIED_BOUNDS[one], lossesOf(engine, one, true), REST),
    ]),
};

/** The weight of a token for itself after training with W_k = W_q, as a mean over the six tokens. */
function ownWeight(engine: Engine, permutation: Pattern, seed: number): number {
  const targets = TARGETS[permutation];
  const { parameters } = trainPointing(engine, { targets, isTied: true, seed });
  const weights = weightsOf(engine, parameters);
  return weights.reduce((sum, row, i) => sum + (row[i] ?? Number.NaN), 0) / weights.length;
}

const own: Probe<State> = {
  state: EXAMPLE,
  measure: (engine) => {
    const of = (permutation: Pattern) => SEEDS.map((seed) => ownWeight(engine, permutation, seed));
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
  state: EXAMPLE,
  isLong: true,
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

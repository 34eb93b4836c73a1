// SPDX-License-Identifier: MIT
// Experiments on the claims of the documents (web/src/ledger) about a single matrix for queries and keys (W_k = W_q).
// Each experiment trains models with five seeds.
import type { Engine } from '../../engine/index.ts';
import {
  claim,
  experimentsOf,
  inSlices,
  type Measurement,
  probe,
  type Run,
  reach,
  shown,
  shownProgress,
  withDigits,
} from '../experiment.ts';
import { released } from '../once.ts';
import { EXAMPLE, type State } from './compute.ts';
import { type Pattern, TARGETS, TIED_BOUNDS, trainPointing, weightsOf } from './pointing.ts';
import { Learner } from './training/learner.ts';
import { MODELS, STEPS, SYMBOLS } from './training/repetition.ts';

const NAMES = ['separate', 'tied'] as const;
type Name = (typeof NAMES)[number];

/** Lists in a batch: a quarter of the number in the figure, because the experiment trains ten models in succession. */
const LISTS = 8;

/** Trains a model with two layers. @returns its share of correct predictions; undefined if aborted */
const trained = (engine: Engine, name: Name, seed: number, run: Run): Promise<number | undefined> =>
  released(
    new Learner(engine, { ...MODELS.whole, isTied: name === 'tied', seed }, LISTS),
    async (learner) => {
      const steps = {
        get steps() {
          return learner.steps;
        },
        run: (count: number) => learner.train(count),
      };
      return (await inSlices(steps, STEPS, run)) ? learner.right() : undefined;
    },
  );

/**
 * For each seed, the share of correct predictions: with separate W_q and W_k, and with W_k = W_q. `chance` is the share
 * with random guesses. Undefined if aborted.
 */
async function repeating(engine: Engine, seeds: readonly number[], run: Run) {
  const found: Record<Name, number[]> = { separate: [], tied: [] };
  const all = NAMES.length * seeds.length;
  let done = 0;
  for (const seed of seeds) {
    for (const name of NAMES) {
      const onProgress = (part: number) => run.onProgress(shownProgress((done + part) / all));
      const share = await trained(engine, name, seed, { ...run, onProgress });
      if (share === undefined) return undefined;
      found[name].push(share);
      done += 1;
    }
  }
  return { ...found, chance: 1 / SYMBOLS.length };
}

const SEEDS = [1, 2, 3, 4, 5] as const;

/**
 * Tolerance for the difference between a trained loss and its lower bound. After 500 training steps, a loss whose bound
 * is 0 is still about 0.001, depending on the seed.
 */
const REST = 0.02;
/** The weight of a token for itself in a source document's example, and the tolerance of "nearly everything". */
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

/** Tests whether separate matrices W_q and W_k are necessary for a token to attend to another token. */
const must = probe<State>({ ...EXAMPLE, pattern: 'threes' }, (engine) =>
  (['swaps', 'threes', 'six'] as const).flatMap((one) => [
    claim(`${one}Separate`, 0, Math.max(...lossesOf(engine, one, false)), REST),
    ...extremes(claim, one, TIED_BOUNDS[one], lossesOf(engine, one, true), REST),
  ]),
);

/** The weight of a token for itself after training with W_k = W_q, as a mean over the six tokens. */
function ownWeight(engine: Engine, permutation: Pattern, seed: number): number {
  const targets = TARGETS[permutation];
  const { parameters } = trainPointing(engine, { targets, isTied: true, seed });
  const weights = weightsOf(engine, parameters);
  return weights.reduce((sum, row, i) => sum + (row[i] ?? Number.NaN), 0) / weights.length;
}

const own = probe(EXAMPLE, (engine) => {
  const of = (permutation: Pattern) => SEEDS.map((seed) => ownWeight(engine, permutation, seed));
  return [
    ...extremes(claim, 'swaps', DOCUMENTED, of('swaps'), NEARLY),
    ...extremes(claim, 'threes', DOCUMENTED, of('threes'), NEARLY),
    ...extremes(reach, 'identity', DOCUMENTED, of('identity'), NEARLY),
  ];
});

/**
 * Tests the claim that self-attention loses its meaning if queries and keys share one matrix. If the claim is true, a
 * whole transformer predicts no better than by guessing.
 */
const helps = {
  isLong: true,
  ...probe(EXAMPLE, async (engine, run) => {
    const found = await repeating(engine, SEEDS, run);
    return (
      found && [
        ...extremes(claim, 'tied', found.chance, found.tied, CHANCE),
        ...extremes(shown, 'separate', 1, found.separate, CHANCE),
      ]
    );
  }),
};

export const experiments = withDigits(DIGITS, experimentsOf<State>({ must, own, helps }));

// SPDX-License-Identifier: MIT
// What the documents say about one matrix for queries and keys, put to the test by training, from five seeds each.
import type { Engine } from '../../engine/index.ts';
import { initialState } from '../../state/fields.ts';
import { claim, type Experiment, type Measurement, reach } from '../experiment.ts';
import { repeating } from './repeating.ts';
import { DEFAULT_STEPS, fields, type Permutation, type State } from './state.ts';
import { TARGETS, TIED_BOUNDS } from './tasks/pointing.ts';
import { trainPointing } from './training/pointing-trainer.ts';

export const SEEDS = [1, 2, 3, 4, 5] as const;

/** What training has not yet reached after its steps. */
const NEARLY = 0.02;
/** Shares of a test set of a thousand positions or so, from one seed to the next. */
const SHARE = 0.1;
const DIGITS = 4;

const START: State = initialState(fields);
const with_ = (change: Partial<State>): State => Object.freeze({ ...START, ...change });

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
const spread = (numbers: readonly number[]): number => Math.max(...numbers) - Math.min(...numbers);

const lossesOf = (engine: Engine, permutation: Permutation, isTied: boolean): readonly number[] =>
  SEEDS.map((seed) => trainPointing(engine, { targets: TARGETS[permutation], isTied, seed }).loss);

/** For what attends to another token, two matrices are needed. */
const must: Experiment<State> = {
  id: 'must',
  decides: [],
  state: with_({
    ...{ permutation: 'threes', tied: 'separate', compare: 'tied' },
    steps: DEFAULT_STEPS.pointing,
  }),
  measure: (engine) => {
    const rows = (['swaps', 'threes', 'six'] as const).flatMap((one): Measurement[] => {
      const [separate, tied] = [false, true].map((isTied) => lossesOf(engine, one, isTied)) as [
        readonly number[],
        readonly number[],
      ];
      return [
        claim(`${one}Separate`, 0, Math.max(...separate), NEARLY),
        claim(`${one}Tied`, TIED_BOUNDS[one], mean(tied), NEARLY),
        claim(`${one}Spread`, 0, spread(tied), NEARLY),
      ];
    });
    return rows;
  },
};

/** The weight that each token keeps for itself. */
function ownWeight(engine: Engine, permutation: Permutation, seed: number): number {
  const { parameters } = trainPointing(engine, {
    ...{ targets: TARGETS[permutation], isTied: true, seed },
  });
  const { W_q } = parameters;
  if (W_q === undefined) return Number.NaN;
  const precision = 'float64';
  const logits = engine.scaledDotScores({ precision, queries: W_q, keys: W_q, divisor: 'sqrt_dk' });
  const { data, shape } = engine.softmax({ precision, logits });
  const n = shape[0] ?? 0;
  return mean(Array.from({ length: n }, (_, i) => data[i * (n + 1)] as number));
}

/** What the documents' example row gives to the token itself. */
const DOCUMENTED = 0.98;

const own: Experiment<State> = {
  id: 'own',
  decides: [],
  state: with_({
    ...{ permutation: 'swaps', tied: 'tied', compare: 'none' },
    steps: DEFAULT_STEPS.pointing,
  }),
  measure: (engine) => {
    const of = (permutation: Permutation) =>
      mean(SEEDS.map((seed) => ownWeight(engine, permutation, seed)));
    return [
      claim('swaps', DOCUMENTED, of('swaps'), NEARLY),
      claim('threes', DOCUMENTED, of('threes'), NEARLY),
      reach('identity', DOCUMENTED, of('identity'), NEARLY),
    ];
  },
};

/** In a whole model, one matrix costs little. */
const helps: Experiment<State> = {
  id: 'helps',
  decides: [],
  state: with_({
    ...{ task: 'repetition', compare: 'tied', layer: '2' },
    steps: DEFAULT_STEPS.repetition,
  }),
  measure: async (engine, run) => {
    const found = await repeating(engine, SEEDS, run);
    if (found === undefined) return undefined;
    const { separate, tied, chance } = found;
    return [
      claim('tied', chance, mean(tied), SHARE),
      reach('separate', 1, mean(separate), SHARE),
      reach('tiedSpread', 0, spread(tied), SHARE),
      reach('separateSpread', 0, spread(separate), SHARE),
    ];
  },
};

export const experiments: readonly Experiment<State>[] = [must, own, helps].map((experiment) => ({
  ...experiment,
  measure: async (engine, run) => {
    const found = await experiment.measure(engine, run);
    return found?.map((one) => ({ ...one, digits: DIGITS }));
  },
}));

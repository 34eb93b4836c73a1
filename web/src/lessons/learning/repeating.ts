// SPDX-License-Identifier: MIT
// Trains models to repeat a list, some with separate W_q and W_k and some with W_k = W_q. Training takes seconds, so it
// runs in short slices. Between two slices, the page can respond to input.
import { type Engine, runInSlices } from '../../engine/index.ts';
import { type Run, shownProgress } from '../experiment.ts';
import { DEFAULT_STEPS, PLAIN, type State, TIES } from './state.ts';
import { sequenceTask } from './tasks.ts';
import { SequenceLearner } from './training/sequence-learner.ts';

const STEPS = DEFAULT_STEPS.repetition;
/**
 * Number of lists in a batch. The models of the figure use four times as many. The experiment uses fewer to save time,
 * because it trains ten models one after the other.
 */
const LISTS = 8;

/**
 * Trains a model with two layers.
 * @returns its share of correct predictions; undefined if aborted
 */
async function trained(
  engine: Engine,
  tied: State['tied'],
  seed: number,
  run: Run,
): Promise<number | undefined> {
  const spec = { ...PLAIN, task: 'repetition', permutation: 'identity', language: '' } as const;
  const learner = new SequenceLearner(engine, { ...spec, tied, seed }, LISTS);
  try {
    const steps = {
      get steps() {
        return learner.steps;
      },
      run: (count: number) => learner.train(count),
    };
    const isWhole = await runInSlices(steps, {
      total: STEPS,
      signal: run.signal,
      onProgress: (count) => run.onProgress(count / STEPS),
    });
    return isWhole ? learner.right() : undefined;
  } finally {
    learner.release();
  }
}

/**
 * For each seed, the share of correct predictions of a model with separate W_q and W_k, and of one with W_k = W_q. Also
 * returns the share that guessing gives (1 / number of symbols). Undefined if aborted.
 */
export async function repeating(engine: Engine, seeds: readonly number[], run: Run) {
  const found: Record<State['tied'], number[]> = { separate: [], tied: [] };
  const all = TIES.length * seeds.length;
  let done = 0;
  for (const seed of seeds) {
    for (const tied of TIES) {
      const onProgress = (part: number) => run.onProgress(shownProgress((done + part) / all));
      const share = await trained(engine, tied, seed, { ...run, onProgress });
      if (share === undefined) return undefined;
      found[tied].push(share);
      done += 1;
    }
  }
  return { ...found, chance: 1 / sequenceTask('repetition', '').vocabulary.length };
}

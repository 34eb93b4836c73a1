// SPDX-License-Identifier: MIT
// Trains models to repeat a list, some with separate W_q and W_k and some with W_k = W_q. Training takes seconds, so it
// runs in short slices. Between two slices, the page can respond to input.
import { type Engine, runInSlices } from '../../engine/index.ts';
import { type Run, shownProgress } from '../experiment.ts';
import { Learner } from './training/learner.ts';
import { MODELS, STEPS } from './training/models.ts';
import { SYMBOLS } from './training/repetition.ts';

const NAMES = ['separate', 'tied'] as const;
type Name = (typeof NAMES)[number];

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
  name: Name,
  seed: number,
  run: Run,
): Promise<number | undefined> {
  const learner = new Learner(engine, { ...MODELS.whole, isTied: name === 'tied', seed }, LISTS);
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

// SPDX-License-Identifier: MIT
// Models that learn to repeat a list, trained to be compared: in slices, as they take seconds.
import { type Engine, runInSlices } from '../../engine/index.ts';
import { type Run, shownProgress } from '../experiment.ts';
import { PLAIN } from './state.ts';
import { sequenceTask } from './tasks.ts';
import { SequenceLearner } from './training/sequence-learner.ts';

/** The loss has fallen off its plateau by then. */
export const RACE_STEPS = 800;
/** Lists in a step: fewer than the stage takes, as ten models are trained one after the other. */
const LISTS = 8;

/** Trains a model with two layers and gives its share of right answers; undefined once aborted. */
async function trained(
  engine: Engine,
  seed: number,
  isTied: boolean,
  run: Run,
): Promise<number | undefined> {
  const tied = isTied ? 'tied' : 'separate';
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
      total: RACE_STEPS,
      signal: run.signal,
      onProgress: (count) => run.onProgress(count / RACE_STEPS),
    });
    return isWhole ? learner.right() : undefined;
  } finally {
    learner.release();
  }
}

/** Shares of right answers with W_q and W_k and with W_k = W_q, from each seed. */
export async function repeating(engine: Engine, seeds: readonly number[], run: Run) {
  const found: Record<'separate' | 'tied', number[]> = { separate: [], tied: [] };
  const all = 2 * seeds.length;
  for (const [i, seed] of seeds.entries()) {
    for (const tied of [false, true]) {
      const before = 2 * i + Number(tied);
      const onProgress = (done: number) => run.onProgress(shownProgress((before + done) / all));
      const share = await trained(engine, seed, tied, { ...run, onProgress });
      if (share === undefined) return undefined;
      found[tied ? 'tied' : 'separate'].push(share);
    }
  }
  return { ...found, chance: 1 / sequenceTask('repetition', '').vocabulary.length };
}

// SPDX-License-Identifier: MIT
// Models that learn to repeat a list, trained to be compared: in slices, as they take seconds.
import { type Engine, runInSlices } from '../../engine/index.ts';
import type { Batches } from '../../engine/sentences/batches.ts';
import { type Run, shownProgress } from '../experiment.ts';
import { repetition } from './tasks/repetition.ts';

/** The loss has fallen off its plateau by then. */
export const RACE_STEPS = 800;
/** Lists in a step: fewer than the stage takes, as ten models are trained one after the other. */
const LISTS = 8;

/** The first lists of each step. */
function fewer({ tokens, targets, counts }: Batches): Batches {
  const cut = ({ shape, data }: Batches['tokens']) => {
    const [steps = 0, lists = 0, length = 0] = shape;
    const size = LISTS * length;
    const kept = new Float32Array(steps * size);
    for (let i = 0; i < steps; i++)
      kept.set(data.subarray(i * lists * length, i * lists * length + size), i * size);
    return { shape: [steps, LISTS, length], data: kept };
  };
  return { tokens: cut(tokens), targets: cut(targets), counts: cut(counts) };
}

/** The share of the counted positions whose most probable symbol is right. */
function rightShare(
  logits: ArrayLike<number>,
  targets: ArrayLike<number>,
  counts: ArrayLike<number>,
  symbols: number,
): number {
  let [right, counted] = [0, 0];
  for (let i = 0; i < targets.length; i++) {
    if (counts[i] !== 1) continue;
    counted++;
    let best = 0;
    for (let j = 1; j < symbols; j++)
      if ((logits[i * symbols + j] as number) > (logits[i * symbols + best] as number)) best = j;
    if (best === targets[i]) right++;
  }
  return right / counted;
}

/** Trains a model with two layers and gives its share of right answers; undefined once aborted. */
async function trained(
  engine: Engine,
  seed: number,
  tied: boolean,
  run: Run,
): Promise<number | undefined> {
  const symbols = repetition.vocabulary.length;
  const model = engine.newLanguageModel({
    ...{ precision: 'float32', vocabulary: symbols, width: 32, layers: 2, heads: 2, hidden: 0 },
    ...{ positions: repetition.longest, causal: true, tied, scaled: true, seed },
    ...{ optimizer: 'adam', learningRate: 0.003, beta1: 0.9, beta2: 0.99 },
  });
  try {
    const steps = {
      get steps() {
        return model.steps;
      },
      run: (count: number) => model.train(fewer(repetition.batches(seed, model.steps, count))),
    };
    const isWhole = await runInSlices(steps, {
      total: RACE_STEPS,
      signal: run.signal,
      onProgress: (count) => run.onProgress(count / RACE_STEPS),
    });
    if (!isWhole) return undefined;
    const { tokens, targets, counts } = repetition.test;
    const { logits } = model.stages({ tokens: flat(tokens) });
    return rightShare(logits.data, targets.data, counts.data, symbols);
  } finally {
    model.release();
  }
}

const flat = <Given extends { shape: readonly number[] }>(tensor: Given): Given => ({
  ...tensor,
  shape: tensor.shape.slice(-2),
});

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
  return { ...found, chance: 1 / repetition.vocabulary.length };
}
